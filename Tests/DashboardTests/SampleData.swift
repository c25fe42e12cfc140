import Exact
import BitpalTesting
@testable import Dashboard
import FoundationEssentials
import Portfolio
import WidgetTimeline

/// A portfolio with every kind of row: gains, a loss, a coin without a price, one below a cent, a
/// partial sale, closed cycles and problematic names.
enum Sample {
  /// The series of a portfolio without contributions or withdrawals.
  static func series(_ days: [PriceSeries.Point], leavingOut leftOut: Set<String> = ["wide"])
    -> PriceSeries
  {
    var series = PriceSeries(days: days, week: [])
    series.leftOut = leftOut
    for range in ChartRange.allCases {
      series.bases[range] = PortfolioHistory.empty(since: UTCDay(now)).bases[0]
    }
    return series
  }

  static let now = utc("2026-04-28T12:05:00Z")
  static let refreshed = utc("2026-04-28T12:00:00Z")

  static let coins: [String: Coin] = [
    coin("bitcoin", "btc", "Bitcoin", price: "76871", day: "-1.04274"),
    coin("ethereum", "eth", "Ethereum", price: "2287.27", day: "-1.35583"),
    coin("solana", "sol", "Solana", price: "84.0", day: "2.50722"),
    coin("shiba-inu", "shib", "Shiba Inu", price: "6.13e-06", day: "0.50628"),
    coin("cardano", "ada", "Cardano", price: "0.247027", day: "0.001"),
    coin("polkadot", "dot", "Polkadot", price: "1.22", day: "-0.8222"),
    coin("wide", "宽", "宽 coin with a name that is much longer than its room"),
  ].reduce(into: [:]) { $0[$1.id] = $1 }

  static let transactions: [Transaction] = [
    row(1, "bitcoin", .buy, "0.5", "42150.25", "2024-02-03", notes: "first one"),
    row(2, "ethereum", .buy, "4.25", "2480.1", "2024-02-10"),
    row(3, "polkadot", .buy, "300", "7.5", "2024-03-01"),
    row(4, "shiba-inu", .buy, "25000000", "0.00001187", "2024-03-05"),
    row(5, "polkadot", .sell, "300", "6.1", "2024-06-30", notes: "\u{1B}[31mred\u{07}"),
    row(6, "cardano", .buy, "2500", "0.61", "2024-11-04"),
    row(7, "bitcoin", .sell, "0.2", "97120.5", "2024-12-20"),
    row(8, "solana", .buy, "40", "190.4", "2025-01-08"),
    row(9, "solana", .sell, "40", "240.75", "2025-01-19"),
    row(10, "wide", .gift, "12.345678", "0", "2025-03-01"),
    row(11, "solana", .buy, "60", "71.15", "2026-02-11"),
    row(12, "ethereum", .sell, "1.25", "3510", "2025-08-02"),
  ].sorted { $0.date < $1.date }

  /// Computed once, since thousands of screens are drawn from it.
  static let whole = data()
  static let offline = data(failure: .offline)
  static let empty = data([])
  /// After another refresh.
  static let later = data(refreshed: refreshed.addingTimeInterval(60))

  /// A ledger with moves of every kind, newest first: a transfer with the sale of its fee, one
  /// between accounts with problematic names, and two open ones.
  static let moved = data(transactions + moves.flatMap(\.transactions), moves: moves)

  static let moves: [RecordedEvent] = [
    RecordedEvent(
      transactions: [networkFee(of: "bitcoin", "0.0001", "2026-03-02", link: 21)],
      moves: move(21, "bitcoin", "0.1", "2026-03-02", from: "Coinbase", to: "Ledger")),
    RecordedEvent(
      moves: move(23, "solana", "12", "2025-09-09", from: "Kraken", fee: "0.01", hash: "5x9F")),
    RecordedEvent(
      moves: move(25, "ethereum", "0.5", "2025-05-01", to: "Kraken", notes: "from the old wallet")),
    RecordedEvent(
      moves: move(
        27, "shiba-inu", "1000000", "2024-05-05", from: "An exchange with a long name",
        to: "冷 wallet \u{1B}[31mred")),
  ]

  private static func id(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }

  private static func move(
    _ number: UInt8, _ coin: String, _ amount: String, _ day: String, from: String? = nil,
    to: String? = nil, fee: String = "0", hash: String? = nil, notes: String? = nil
  ) -> [Move] {
    let isTransfer = from != nil && to != nil
    let out = from.map {
      Move(
        id: id(number), account: $0, coinId: coin, amount: -exact(amount), fee: exact(fee),
        date: utc(day), hash: hash, notes: notes, transfer: isTransfer ? id(number + 1) : nil)
    }
    let into = to.map {
      Move(
        id: id(number + 1), account: $0, coinId: coin, amount: exact(amount), date: utc(day),
        notes: notes, transfer: isTransfer ? id(number) : nil)
    }
    return [out, into].compactMap(\.self)
  }

  private static func networkFee(
    of coin: String, _ amount: String, _ day: String, link: UInt8
  ) -> Transaction {
    Transaction(
      id: id(29), coinId: coin, type: .sell, amount: exact(amount), pricePerCoin: 68_000,
      date: utc(day), account: "Coinbase", kind: .fee, label: .transfer, link: id(link))
  }

  static func data(
    _ transactions: [Transaction] = transactions, moves: [RecordedEvent] = [],
    coins: [String: Coin] = coins, failure: RefreshFailure? = nil, alerts: [PriceAlert] = [],
    refreshed: Date = refreshed
  ) -> DashboardData {
    let positions = Positions(transactions: transactions, currentPrices: coins)
    let estimates = Estimates(
      Dictionary(grouping: transactions, by: \.coinId), costBasis: .average,
      carrying: CarriedLots(transactions, methods: [.average]))
    let widget = prepareWidgetData(
      summary: positions.summary, holdings: positions.holdings, lastUpdated: refreshed,
      estimatedCoins: estimates.heldCoins, estimated: EstimatedTotals(positions, estimates))
    return DashboardData(
      positions: positions, transactions: transactions, moves: moves,
      entry: PortfolioEntry(date: refreshed, data: widget, failure: failure), history: history,
      alerts: alerts)
  }

  /// The whole sample with coins on the watchlist.
  static func following(_ coins: [Coin]) -> DashboardData {
    DashboardData(
      positions: whole.positions, transactions: transactions, entry: whole.entry,
      history: history, watchlist: coins.map { WatchedCoin($0, week: []) })
  }

  /// A rise, a fall with a gap, a flat line, and a coin with only two days of prices.
  static let history: [String: [ExactDecimal?]] = [
    "bitcoin": (0..<14).map { exact("70000") + ExactDecimal($0 * $0 * 40) },
    "ethereum": (0..<14).map { (4...6).contains($0) ? nil : 2500 - ExactDecimal($0 * 16) },
    "shiba-inu": Array(repeating: exact("6.13e-06"), count: 14),
    "solana": Array(repeating: nil, count: 10) + [82, 85, 83, 84],
  ]

  private static func coin(
    _ id: String, _ symbol: String, _ name: String, price: String? = nil, day: String? = nil
  ) -> Coin {
    Coin(
      id: id, symbol: symbol, name: name, currentPrice: price.map(exact),
      priceChange24h: day.map(exact), lastUpdated: refreshed)
  }

  static func row(
    _ number: UInt8, _ coin: String, _ type: TransactionType, _ amount: String, _ price: String,
    _ day: String, notes: String? = nil
  ) -> Transaction {
    Transaction(
      id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)), coinId: coin,
      type: type, amount: exact(amount), pricePerCoin: exact(price), date: utc(day),
      notes: notes)
  }
}
