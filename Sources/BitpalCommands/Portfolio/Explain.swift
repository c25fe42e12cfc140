import Application
import AppGroup
import ArgumentParser
import CellGrid
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports
import WidgetTimeline

/// `bitpal explain`.
struct Explain: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "explain",
    abstract: "Show how a figure is calculated.",
    discussion: """
      Figures are shown with all their digits; after the arrow is what other reports show, \
      rounded half away from zero. In tables, … marks omitted digits. Prices are those of the \
      last refresh.


      """ + examples("bitpal explain bitcoin", "bitpal explain total --cost-basis fifo"))

  @Argument(
    help: .init("CoinGecko id or symbol, or the word total.", valueName: "coin-or-total"))
  var subject: String
  @OptionGroup var costBasis: CostBasisOption
  @Flag(name: .shortAndLong, help: "Write JSON; decimals are strings.")
  var json = false
  @Option(
    name: [.customShort("n"), .long],
    help: "List at most this many rows of each table (default: 1000; with --json, all).")
  var limit: Int?
  @OptionGroup var pages: PagerOptions
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var privacy: PrivacyOptions
  @OptionGroup var appearance: AppearanceOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
  }

  /// More table rows than a person reads.
  private static let manyRows = 1_000

  private var rowCount: Int { limit ?? (json ? .max : Self.manyRows) }

  func run() throws {
    let context = try AppContext()
    let method = costBasis.method(context)
    let isTotal = subject.lowercased() == "total"
    let snapshot = try context.service.snapshot(
      costBasis: method, currency: currency.code(context),
      closed: ClosedSelection(newest: isTotal ? rowCount : 0))
    let style = context.style(privacy, currency)
    if isTotal {
      let open = try context.openItems()
      try write(
        snapshot.explanation(open, style), snapshot.positions.explanationJSON(method, open),
        of: nil, context)
    } else {
      let found = try explanation(by: method, context)
      let id = found.coin.id
      let source = snapshot.priceSources[id]
      // The note on unknown lots covers the whole ledger; this coin has its own.
      let rateNotes = snapshot.currencyNotes.filter { $0 != PortfolioService.unknownLotsNote }
      let note = source.map { "The price is from \(cleaned($0))." }
      let calendar = try context.service.taxCalendar()
      let lines = try context.ledger.imports.lines(of: found.steps.map(\.transaction.id))
      let costNotes = try context.costNotes(
        of: found.coin.id, isCostKnown: found.isCostKnown)
      let migrations = try context.migrationNotes(of: id, style)
      try write(
        found.report(
          age: snapshot.priceAge(of: found.coin),
          notes: [
            found.holding == nil ? nil : note,
            found.holding == nil
              ? nil : snapshot.suspects[id].map { "? " + $0.sentence(about: id) },
          ].compactMap(\.self) + migrations
            + costNotes + rateNotes,
          lines: lines.mapValues { cleaned("\($0.name) line \($0.line)") },
          by: calendar, style),
        found.json(style.format, lines: lines.mapValues { ($0.name, $0.line) }),
        source: source.map { .string($0) } ?? .null, of: found.coin.id, context)
    }
  }

  private func write(
    _ report: @autoclosure () -> CalculationReport, _ data: @autoclosure () -> JSONValue,
    source: JSONValue? = nil, of coin: String?, _ context: AppContext
  ) throws {
    guard json else {
      try context.noteIncompleteHistory(of: [coin].compactMap(\.self))
      let look = OutputAppearance(context, appearance)
      let report = report()
      return Pager.show(lines: report.lineCount, isWanted: pages.pager) { write in
        report.write { write(look.text(of: $0)) }
      }
    }
    let code = currency.code(context)
    var members = data().object?.members ?? []
    if code != usDollarCode {
      members.append(JSONObject.Member(key: "currency", value: .string(code)))
    }
    if let source {
      members.append(JSONObject.Member(key: "priceSource", value: source))
    }
    let incomplete = try context.incompleteHistory()
    members.append(
      JSONObject.Member(
        key: "isHistoryIncomplete",
        value: .bool(incomplete.isIncomplete(of: coin))))
    Console.writeData(JSONValue.object(JSONObject(members)).text(pretty: true) + "\n")
  }

  private func explanation(
    by costBasis: CostBasis, _ context: AppContext
  ) throws -> CoinExplanation {
    let id = try context.coinId(of: subject)
    guard try context.ledger.count(TransactionQuery(coinId: id)) > 0 else {
      throw context.withoutTransactions(id)
    }
    let counted = try context.service.explanation(
      of: id, in: currency.code(context), costBasis: costBasis, rowCount: rowCount)
    guard counted.daysWithoutRate.isEmpty, counted.hasNewestRate else {
      throw unknownRates(counted.missingRateNotes)
    }
    return counted.explanation
  }

  private func unknownRates(_ notes: [String]) -> CommandFailure {
    CommandFailure(
      notes.joined(separator: " "), help: "Explain it in US dollars: --currency USD", .refused)
  }
}

extension AppContext {
  /// Where a coin's cost went when it was migrated to another coin, one sentence per migration.
  fileprivate func migrationNotes(of coinId: String, _ style: ReportStyle) throws -> [String] {
    try ledger.transactions(TransactionQuery(coinId: coinId, kind: .migrate))
      .filter { $0.type == .sell }.compactMap { sale in
        try ledger.event(of: sale.id).first { $0.type.isAcquisition }.map { new in
          let amount = FormattedValue.quantity(sale.amount).text(isPrivate: style.isPrivate)
          return "\(amount) \(coinId) migrated to \(new.coinId) on "
            + "\(style.calendar.dayText(sale.date)), and its cost with it: "
            + "bitpal explain \(new.coinId)"
        }
      }
  }

  /// The refusal of a coin without records.
  func withoutTransactions(_ coinId: String) -> CommandFailure {
    CommandFailure(
      "The ledger has no transaction of \(coinId).",
      help: "`bitpal holdings` lists what it has.",
      .refused)
  }
}
