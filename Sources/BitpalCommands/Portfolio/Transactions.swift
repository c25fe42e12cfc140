import Application
import ArgumentParser
import Exact
import FoundationEssentials
import LedgerStore
public import Portfolio
import Reports

/// `bitpal transactions`.
struct Transactions: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "transactions",
    abstract: "List transactions, oldest first.",
    discussion: """
      Where the terminal is too narrow, columns are left out in this order: Notes, Fee, Account, \
      Price, Total, then Id and Kind. `edit` and `delete` need the Id.


      """
        + examples(
          "bitpal transactions -n 20 --sort newest",
          "bitpal ls bitcoin --kind sell -p 2025",
          "bitpal ls --kind reward -p 30d", "bitpal ls -a Kraken -p 2025-03-01.."),
    aliases: ["ls", "list"])

  @OptionGroup var selection: TransactionSelection
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    if let kind = selection.kind, kind.isMove {
      return try Report.moves(
        try selection.moves(context), accounts: try context.accountsOfMoves(),
        isFull: report.isData, emptyNote: selection.emptyNote, context.style(privacy)
      ).orFirstSteps(context).write(report, context)
    }
    guard !report.isData || !selection.isByDate else { return try writeData(context) }
    let found = try selection.transactions(context)
    if found.isEmpty, let account = selection.account { try context.requireAccount(account) }
    let ledger = counted(
      found, in: currency.code(context),
      rates: context.service.presentRates)
    // Only data includes them.
    let closedCycles =
      report.isData ? try ClosedCycles(in: context.ledger).cycles(of: found) : [:]
    try Report.transactions(
      ledger.transactions, closedCycles: closedCycles, isFull: report.isData,
      emptyNote: selection.emptyNote, notes: ledger.missingDayNotes,
      context.style(report.privacy, currency)
    ).orFirstSteps(context).write(report, context)
  }

  /// Writes rows by date as data, some thousand at a time.
  private func writeData(_ context: AppContext) throws {
    let style = context.style(report.privacy, currency)
    let cycles = ClosedCycles(in: context.ledger)
    var counter = TransactionCounter(
      currency: currency.code(context), rates: context.service.presentRates)
    var data = DataRows(csv: report.csvStyle)
    var (rows, isEmpty) = ([Transaction](), true)
    func write() throws {
      let table = Report.transactions(
        rows, closedCycles: try cycles.cycles(of: rows), isFull: true, emptyNote: "", style)
      data.write(try table.columns(of: report), Console.writeData)
      rows.removeAll(keepingCapacity: true)
    }
    try context.ledger.atOneInstant {
      try selection.forEach(context) { transaction in
        rows.append(counter.counted(transaction))
        isEmpty = false
        if rows.count == Self.rowsAtOnce { try write() }
      }
      if isEmpty, let account = selection.account { try context.requireAccount(account) }
      if isEmpty || !rows.isEmpty { try write() }
    }
    data.end(Console.writeData)
  }

  private static let rowsAtOnce = 4096
}

/// Which transactions are shown, and in which order.
struct TransactionSelection: ParsableArguments {
  /// The sort orders.
  enum Sort: String, NamedChoice {
    case oldest, newest, amount, total
  }

  @OptionGroup var coins: CoinArgument
  @OptionGroup var days: PeriodOption
  @Option(name: .shortAndLong, help: .init("Only this account.", valueName: "name")) var account:
    String?
  @Option(name: .long, help: "Only this type.") var type: TransactionType?
  @Option(name: .long, help: "Only this kind, such as reward.") var kind: TransactionKind?
  /// The spelling of version 1.0, which also accepts times.
  @Option(name: .long, help: .hidden) var since: String?
  @Option(name: .long, help: .hidden) var until: String?
  @Option(
    name: [.customShort("n"), .long],
    help: "Show at most this many; with --sort oldest, the newest of them.")
  var limit: Int?
  @Option(name: .long, help: "The order; amount and total start with the largest.")
  var sort: Sort = .oldest

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    if days.period != nil, since != nil || until != nil {
      throw ValidationError("Choose --period, or --since and --until.")
    }
  }

  /// Whether all matching rows are shown by date, the order of the ledger.
  var isByDate: Bool { limit == nil && (sort == .oldest || sort == .newest) }

  /// Calls `body` with all matching rows, by date.
  func forEach(_ context: AppContext, _ body: (Transaction) throws -> Void) throws {
    var (query, matches) = try search(context)
    if sort == .newest { query.order = .newestFirst }
    try context.ledger.forEachTransaction(query) { if matches($0) { try body($0) } }
  }

  /// The ledger query, and the filter for its results.
  private func search(
    _ context: AppContext
  ) throws -> (query: TransactionQuery, matches: (Transaction) -> Bool) {
    let bounds = try bounds(context)
    let coinIds = try coins.ids(context)
    let query = TransactionQuery(
      coinId: coinIds.count == 1 ? coinIds[0] : nil,
      account: try account.map { try context.spelling(ofAccount: $0) }, type: type, kind: kind,
      since: bounds.earliest, until: bounds.end)
    return (
      query,
      { transaction in
        bounds.contain(transaction.date)
          && (coinIds.count < 2 || coinIds.contains(transaction.coinId))
      }
    )
  }

  /// The matching rows in the requested order; no others are read.
  func transactions(_ context: AppContext) throws -> [Transaction] {
    let (query, matches) = try search(context)
    switch sort {
    case .oldest: return try newest(query, matches, context.ledger).reversed()
    case .newest: return try newest(query, matches, context.ledger)
    case .amount:
      return try largest(query, context.ledger) { matches($0) ? $0.amount : nil }
    case .total:
      return try largest(query, context.ledger) { matches($0) ? $0.exactTotal : nil }
    }
  }

  /// The matching moves in the requested order.
  ///
  /// - Throws: A refusal of a type or of sorting by total, because a move has neither.
  func moves(_ context: AppContext) throws -> [Move] {
    let name = kind.map { "A \($0.noun)" } ?? "A move"
    guard type == nil else {
      throw CommandFailure(
        "\(name) is not a purchase, sale or gift.",
        help: "Leave --type out.", .usage)
    }
    guard sort != .total else {
      throw CommandFailure(
        "\(name) has no total.",
        help: "Sort by amount.", .usage)
    }
    let bounds = try bounds(context)
    let coinIds = try coins.ids(context)
    let found = try context.ledger.moves.all(
      MoveQuery(account: try account.map { try context.spelling(ofAccount: $0) }, kind: kind)
    ).filter {
      bounds.contain($0.date) && (coinIds.isEmpty || coinIds.contains($0.coinId))
    }
    let count = limit ?? .max
    switch sort {
    case .oldest: return Array(found.suffix(count))
    case .newest: return found.suffix(count).reversed()
    case .amount, .total:
      return Array(found.sorted { $0.amount.magnitude > $1.amount.magnitude }.prefix(count))
    }
  }

  /// The newest rows up to the limit, read in pages.
  private func newest(
    _ query: TransactionQuery, _ matches: (Transaction) -> Bool, _ ledger: SQLiteLedger
  ) throws -> [Transaction] {
    var query = query
    query.order = .newestFirst
    guard let limit else { return try ledger.transactions(query).filter(matches) }
    query.limit = limit
    var found: [Transaction] = []
    while true {
      let page = try ledger.transactions(query)
      found += page.filter(matches)
      guard page.count == limit, found.count < limit else { return Array(found.prefix(limit)) }
      query.offset += limit
    }
  }

  private func largest<Size: Comparable>(
    _ query: TransactionQuery, _ ledger: SQLiteLedger, _ size: (Transaction) -> Size?
  ) throws -> [Transaction] {
    var found: [(transaction: Transaction, size: Size)] = []
    try ledger.forEachTransaction(query) { transaction in
      if let size = size(transaction) { found.append((transaction, size)) }
    }
    return found.sorted { $0.size > $1.size }.prefix(limit ?? .max).map(\.transaction)
  }

  /// The message if no row matches.
  var emptyNote: String {
    let hasOthers =
      account != nil || type != nil || kind != nil || since != nil || until != nil
      || days.period != nil
    let isOfCoin = !coins.words.isEmpty || coins.named != nil
    return isOfCoin && !hasOthers ? Self.noneOfCoin : "No transaction matches."
  }

  /// The message for a coin without transactions.
  static let noneOfCoin =
    "The ledger has no transaction of that coin. `bitpal holdings` lists what it has."
}

/// The first and the last day or time shown.
private struct WrittenBounds {
  let since: WrittenDate?
  let until: WrittenDate?
  /// The calendar that days are counted in.
  let calendar: LocalCalendar

  /// The inclusive lower bound of a query.
  var earliest: Date? { since?.earliest(calendar) }

  /// The exclusive upper bound of a query.
  var end: Date? { until?.end(calendar) }

  /// Whether an instant is within the bounds.
  func contain(_ date: Date) -> Bool {
    since.map { !$0.isAfter(date, calendar) } ?? true
      && until.map { !$0.isBefore(date, calendar) } ?? true
  }
}

extension TransactionSelection {
  fileprivate func bounds(_ context: AppContext) throws -> WrittenBounds {
    guard since != nil || until != nil || days.period != nil else {
      return WrittenBounds(since: nil, until: nil, calendar: .utc)
    }
    let calendar = try context.service.taxCalendar()
    let period = days.period?.bounds(today: calendar.today(at: context.now))
    let bounds = WrittenBounds(
      since: try since.map { try context.writtenDate($0) } ?? period?.first.map { .day($0) },
      until: try until.map { try context.writtenDate($0) } ?? period?.last.map { .day($0) },
      calendar: calendar)
    if let first = bounds.earliest, let last = bounds.end, first >= last {
      throw CommandFailure(
        "--since \(since ?? "") is after --until \(until ?? ""), so nothing can match.", .usage)
    }
    return bounds
  }
}

extension WrittenDate {
  /// The earliest instant it may mean.
  fileprivate func earliest(_ calendar: LocalCalendar) -> Date {
    switch self {
    case .instant(let instant): instant
    case .day(let day): min(day.start, calendar.instant(atClock: day.start))
    }
  }

  /// The instant after the latest one it may mean.
  fileprivate func end(_ calendar: LocalCalendar) -> Date {
    switch self {
    case .instant(let instant): instant.addingTimeInterval(0.001)
    case .day(let day):
      max(
        day.advanced(by: 1).start,
        calendar.instant(atClock: day.advanced(by: 1).start))
    }
  }

  /// Whether all of it is after an instant.
  fileprivate func isAfter(_ date: Date, _ calendar: LocalCalendar) -> Bool {
    switch self {
    case .instant(let instant): date < instant
    case .day(let day): calendar.day(of: date) < day
    }
  }

  /// Whether all of it is before an instant.
  fileprivate func isBefore(_ date: Date, _ calendar: LocalCalendar) -> Bool {
    switch self {
    case .instant(let instant): date > instant
    case .day(let day): calendar.day(of: date) > day
    }
  }
}

extension TransactionType: NamedChoice {}
