import AppGroup
import ArgumentParser
import FoundationEssentials
import LedgerStore
import Portfolio
import WidgetTimeline

/// `bitpal explain`.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show where the figures of a coin, or of the total, come from.",
    discussion: """
      Figures stand with all their digits; behind -> is what is shown elsewhere, rounded half away \
      from zero. In tables … marks digits left out. Prices come from CoinGecko, or from the file \
      given to `bitpal refresh --prices`.
      """)

  @Argument(help: "CoinGecko id or symbol, or the word total.") var subject: String
  @OptionGroup var costBasis: CostBasisOption
  @Flag(name: .long, help: "Write JSON: field names of the data model, decimals as strings.")
  var json = false
  @OptionGroup var appearance: AppearanceOptions

  func run() throws {
    let program = try Program()
    let method = costBasis.method(program)
    if subject.lowercased() == "total" {
      let positions = try program.positions(costBasis: method)
      write(positions.explanation(method), positions.explanationJSON(method), program)
    } else {
      let explanation = try explanation(by: method, program)
      write(explanation.sheet(now: program.now), explanation.json, program)
    }
  }

  private func write(_ sheet: PaperSheet, _ data: JSONValue, _ program: Program) {
    guard !json else { return Console.write(data.text(pretty: true) + "\n") }
    sheet.write(OutputAppearance(program, appearance))
  }

  private func explanation(
    by costBasis: CostBasis, _ program: Program
  ) throws -> CoinExplanation {
    let transactions = try program.ledger.transactions()
    let owned = Set(transactions.map(\.coinId))
    let id = try CoinChoice.id(of: subject, owned: owned, in: program.catalogue)
    let history = transactions.filter { $0.coinId == id }
    guard !history.isEmpty else {
      throw CommandFailure(
        "The ledger has no transaction of \(id). `bitpal holdings` lists what it has.", .refused)
    }
    let coin = Positions.coins(
      of: history, prices: program.store.refreshData(), catalogue: program.catalogue)[id]
    return CoinExplanation(
      of: coin ?? Coin(id: id, symbol: id, name: id), history: history, costBasis: costBasis)
  }
}
