import Application
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
    let context = try AppContext()
    let method = costBasis.method(context)
    if subject.lowercased() == "total" {
      let positions = try context.service.positions(costBasis: method)
      write(positions.explanation(method), positions.explanationJSON(method), context)
    } else {
      let explanation = try explanation(by: method, context)
      write(explanation.sheet(now: context.now), explanation.json, context)
    }
  }

  private func write(_ sheet: PaperSheet, _ data: JSONValue, _ context: AppContext) {
    guard !json else { return Console.write(data.text(pretty: true) + "\n") }
    sheet.write(OutputAppearance(context, appearance))
  }

  private func explanation(
    by costBasis: CostBasis, _ context: AppContext
  ) throws -> CoinExplanation {
    let transactions = try context.ledger.transactions()
    let owned = Set(transactions.map(\.coinId))
    let id = try CoinChoice.id(of: subject, owned: owned, in: context.catalogue)
    let history = transactions.filter { $0.coinId == id }
    guard !history.isEmpty else {
      throw CommandFailure(
        "The ledger has no transaction of \(id). `bitpal holdings` lists what it has.", .refused)
    }
    let coin = Positions.coins(
      of: history, prices: context.store.refreshData(), catalogue: context.catalogue)[id]
    return CoinExplanation(
      of: coin ?? Coin(id: id, symbol: id, name: id), history: history, costBasis: costBasis)
  }
}
