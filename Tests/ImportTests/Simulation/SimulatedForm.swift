import Import

/// The simulated exchanges and wallets, and the format of each one's reports.
enum Platform: String, CaseIterable {
  case binance, kraken, coinbase, kucoin, bybit, okx, mexc, cryptoCom, wallet

  /// Whether the reports contain a user id.
  var namesOwners: Bool { [.kucoin, .bybit, .okx].contains(self) }

  /// Whether it has long orders, whose report has only the time of their placement.
  var ordersLackEnds: Bool { self == .mexc }

  /// The reports that it offers.
  var forms: [SimulatedForm] { SimulatedForm.all.filter { $0.platform == self } }
}

/// One kind of report.
struct SimulatedForm {
  let name: String
  let platform: Platform
  let traits: FormTraits
  /// The clock's resolution, in microseconds.
  var clock = PrintedInstant.second
  var ids: Set<IDSpace.Kind> = []
  var printsFees = true
  var printsPairs = false
  var printsBalances = false
  /// Whether a fee has its own row.
  var hasFeeRows = false
  /// The longest delay of the printed time, in seconds by role.
  var delays: [Role: Int] = [:]

  static let rules = DerivationRules(
    traits: Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.traits) }),
    usualNetworkFees: TrueHistory.networkFees, cashAssets: ["USDT", "EUR"])

  private static let every = Set(Role.allCases)
  private static let second = PrintedInstant.second

  static func space(_ platform: Platform, _ kind: IDSpace.Kind) -> IDSpace {
    kind == .hash ? .hash : IDSpace("\(platform.rawValue) \(kind.rawValue)", kind)
  }

  private static func events(
    _ rank: Int, _ roles: Set<Role>, _ platform: Platform, _ ids: Set<IDSpace.Kind>,
    isComplete: Bool = false
  ) -> FormTraits {
    FormTraits(
      rank: rank, roles: roles, isComplete: isComplete, idSpaces: spaces(platform, ids))
  }

  private static func legs(
    _ rank: Int, _ platform: Platform, _ ids: Set<IDSpace.Kind>, roles: Set<Role> = every,
    lateness: [Role: Int64] = [:]
  ) -> FormTraits {
    FormTraits(
      rank: rank, roles: roles, rows: .legs, isComplete: true, idSpaces: spaces(platform, ids),
      lateness: lateness)
  }

  private static func spaces(_ platform: Platform, _ ids: Set<IDSpace.Kind>) -> Set<IDSpace> {
    Set(ids.map { space(platform, $0) })
  }

  /// The reports as the exchanges' documentation describes them (`notes/exports`).
  static let all: [SimulatedForm] = [
    SimulatedForm(
      name: "kraken trades", platform: .kraken,
      traits: events(0, [.trade], .kraken, [.trade, .order]), clock: 100, ids: [.trade, .order],
      printsPairs: true),
    SimulatedForm(
      name: "kraken ledgers", platform: .kraken,
      traits: legs(1, .kraken, [.row, .trade]), ids: [.row, .trade], printsBalances: true),
    SimulatedForm(
      name: "binance trades", platform: .binance, traits: events(2, [.trade], .binance, []),
      printsPairs: true),
    SimulatedForm(
      name: "kucoin fills", platform: .kucoin, traits: events(3, [.trade], .kucoin, [.order]),
      ids: [.order], printsPairs: true),
    SimulatedForm(
      name: "bybit trades", platform: .bybit,
      traits: events(4, [.trade], .bybit, [.trade, .order]),
      ids: [.trade, .order], printsPairs: true),
    SimulatedForm(
      name: "coinbase fills", platform: .coinbase, traits: events(5, [.trade], .coinbase, [.trade]),
      clock: 1_000, ids: [.trade], printsPairs: true),
    SimulatedForm(
      name: "coinbase report", platform: .coinbase,
      traits: events(6, every, .coinbase, [.row], isComplete: true), ids: [.row]),
    SimulatedForm(
      name: "binance converts", platform: .binance, traits: events(7, [.convert], .binance, [])),
    SimulatedForm(
      name: "kucoin converts", platform: .kucoin, traits: events(8, [.convert], .kucoin, [])),
    SimulatedForm(
      name: "binance deposits", platform: .binance,
      traits: events(9, [.deposit], .binance, [.hash]),
      ids: [.hash]),
    SimulatedForm(
      name: "binance withdrawals", platform: .binance,
      traits: events(10, [.withdrawal], .binance, [.hash]), ids: [.hash]),
    SimulatedForm(
      name: "kucoin deposits", platform: .kucoin, traits: events(11, [.deposit], .kucoin, [.hash]),
      ids: [.hash]),
    SimulatedForm(
      name: "kucoin withdrawals", platform: .kucoin,
      traits: events(12, [.withdrawal], .kucoin, [.hash]), ids: [.hash]),
    SimulatedForm(
      name: "kucoin earn", platform: .kucoin, traits: events(13, [.reward], .kucoin, [])),
    SimulatedForm(
      name: "crypto.com app", platform: .cryptoCom,
      traits: events(14, every, .cryptoCom, [.hash], isComplete: true), ids: [.hash],
      printsFees: false),
    SimulatedForm(
      name: "ledger live", platform: .wallet,
      traits: events(15, every, .wallet, [.hash], isComplete: true), clock: 1_000, ids: [.hash]),
    SimulatedForm(
      name: "binance statement", platform: .binance,
      traits: legs(
        16, .binance, [],
        lateness: [
          .trade: 2 * second, .convert: 2 * second, .reward: 2 * second,
          .deposit: 3600 * second, .withdrawal: 3600 * second,
        ]),
      hasFeeRows: true, delays: [.trade: 1, .deposit: 1500, .withdrawal: 1500]),
    SimulatedForm(
      name: "kucoin account", platform: .kucoin,
      traits: legs(
        17, .kucoin, [], lateness: [.deposit: 60 * second, .withdrawal: 60 * second]),
      delays: [.deposit: 48, .withdrawal: 48]),
    SimulatedForm(
      name: "bybit account", platform: .bybit,
      traits: legs(18, .bybit, [], roles: [.trade, .convert, .fee])),
    SimulatedForm(
      name: "bybit funding", platform: .bybit,
      traits: events(19, [.reward, .deposit, .withdrawal], .bybit, [], isComplete: true),
      printsBalances: true),
    SimulatedForm(
      name: "okx trading", platform: .okx,
      traits: legs(20, .okx, [.row], roles: [.trade, .convert, .fee]), ids: [.row],
      printsPairs: true, printsBalances: true),
    SimulatedForm(
      name: "okx funding", platform: .okx,
      traits: events(
        21, [.reward, .deposit, .withdrawal], .okx, [.row], isComplete: true), ids: [.row],
      printsBalances: true),
    SimulatedForm(
      name: "binance orders", platform: .binance, traits: orders(22, .binance), ids: [.order],
      printsFees: false, printsPairs: true),
    SimulatedForm(
      name: "kucoin orders", platform: .kucoin, traits: orders(23, .kucoin), ids: [.order],
      printsPairs: true),
    SimulatedForm(
      name: "mexc trades", platform: .mexc, traits: events(24, [.trade], .mexc, []),
      printsPairs: true),
    SimulatedForm(
      name: "mexc orders", platform: .mexc,
      traits: FormTraits(rank: 25, roles: [.trade], rows: .orders, ordersLackEnds: true),
      printsFees: false, printsPairs: true),
  ]

  private static func orders(_ rank: Int, _ platform: Platform) -> FormTraits {
    FormTraits(rank: rank, roles: [.trade], rows: .orders, idSpaces: [space(platform, .order)])
  }
}
