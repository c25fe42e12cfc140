import Application
import ArgumentParser
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports

/// `bitpal lots`.
struct LotsCommand: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "lots",
    abstract: "Show the lots you hold, and when each becomes long-term.",
    discussion: """
      A lot is a part of a purchase that is still held. An average cost basis has one lot per \
      coin, without a date. With the setting lots = account, each account has its own lots, and \
      transfers carry them. Values are at the latest prices, or with --at at that day's. \
      `bitpal sell --lots` names lots by their ids.


      """
        + collapseOrder("Avg cost, Days, P&L %, Value, Long from, Account, Id, Quantity, Cost")
        + examples(
          "bitpal lots", "bitpal lots bitcoin --cost-basis fifo", "bitpal lots --harvest",
          "bitpal lots --at 2025-12-31 --csv"))

  @OptionGroup var coins: CoinArgument
  @OptionGroup var period: PeriodOption
  @Option(name: .shortAndLong, help: .init("Only what this account holds.", valueName: "name"))
  var account: String?
  @Option(name: .long, help: .init("As of the end of this day.", valueName: "date"))
  var at: String?
  @Flag(name: .long, help: "The greatest loss first.") var harvest = false
  @Option(
    name: .long,
    help: .init("Long-term by days held, not by the calendar year.", valueName: "days"))
  var longTermDays: Int?
  @OptionGroup var costBasis: CostBasisOption
  @OptionGroup var order: SortOptions
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func validate() throws {
    if let longTermDays, longTermDays < 0 {
      throw ValidationError("--long-term-days must be 0 or more.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let method = costBasis.method(context)
    let name = try account.map { try context.accountWithLots($0) }
    let time = try PointInTime(at, currency.code(context), context)
    let asked = try coins.ids(context)
    let prices = try time.coins(asked.isEmpty ? context.ledger.coinIds() : asked)
    let isAcquiredInPeriod = try period.contains(context)
    var held = PricedLots()
    let wantedCoins: [String?] = asked.isEmpty ? [nil] : asked
    for coin in wantedCoins {
      try context.service.forEachCoinWithLots(
        coin, in: time.currency, method, before: time.end
      ) { id, lots in
        let wanted = lots.lazy.filter { lot in
          (name == nil || lot.location?.account == name)
            && (period.period == nil || lot.acquired.map(isAcquiredInPeriod) ?? false)
        }
        held.append(wanted, of: prices[id] ?? context.service.coin(id))
      }
    }
    let open = try context.openItems(of: asked)
    let reason =
      held.areCostsKnown || context.service.lots == nil ? [] : [PortfolioService.unknownLotsNote]
    let snapshot =
      time.end == nil
      ? context.service.priceSnapshot(context.service.knownPrices, currency: time.currency)
      : time.snapshot()
    let priced = time.pricesNote(
      held.coins.map { $0.currentPrice == nil ? nil : $0 }, snapshot)
    try LotsReport(
      held, costBasis: method, holdingPeriod: longTermDays.map { .days($0) } ?? .year,
      isPerAccount: context.service.lots != nil, byLoss: harvest,
      notes: [priced].compactMap(\.self) + time.rateNotes + reason + open.notes(), on: time.day,
      time.calendar,
      context.style(report.privacy, currency)
    ).report.orFirstSteps(context).write(report, context, sorted: order)
  }
}

extension AppContext {
  /// An account of the ledger, to list its lots.
  ///
  /// - Throws: A refusal if accounts don't have their own lots, or the account is unknown.
  fileprivate func accountWithLots(_ account: String) throws -> String {
    let name = try spelling(ofAccount: account)
    try requireAccount(name)
    guard service.lots != nil else {
      throw CommandFailure(
        "Your accounts share their lots.",
        help: "Keep lots per account: "
          + "bitpal config set lots account", .refused)
    }
    return name
  }
}
