import Exact
public import Import
import ImportText
import Portfolio

/// Properties of a form's rows that are needed to match them with other reports.
struct FormDeclaration: Sendable {
  /// The kinds of reports, the most complete first.
  enum Report: Int, Sendable {
    /// Single trades, each on a separate row.
    case trades
    /// Swaps at a quoted price.
    case converts
    /// Deposits and withdrawals.
    case moves
    /// Interest, staking and other rewards.
    case earnings
    /// Whole events of every kind.
    case history
    /// Single legs; a trade has two or three of them.
    case ledger
    /// Orders, which are sums of fills.
    case orders
  }

  /// The kind of the report.
  var report = Report.history
  /// Whether a file covers all coins for its kinds of events, like a statement.
  var isComplete = false
  /// What the form's ids identify.
  ///
  /// If `nil`, an id is that of one trade, reward or move if ``ImportFormat/idsAreUnique``, else of
  /// an order.
  var ids: IDSpace.Kind?
  /// Whether the form numbers its rows itself, so its ids are not those of other reports.
  var hasOwnIDs = false
  /// The column that numbers the rows of a file, which is not part of a row's content: a later
  /// export numbers them differently.
  var rowNumber: String?
  /// Whether the ids are those numbers.
  var idsAreRowNumbers = false
  /// The columns that name the owner or sub-account; the first that is filled counts.
  var owner: [String] = []
  /// Whether all rows with a key form one trade; otherwise the key only separates trades of the
  /// same instant.
  var keysAreTrades = true
  /// The column with the time at which an order, the sum of its fills, was placed.
  var placed: PlacedColumn?
  /// The form's words, in lower case, for contract results that change a coin's balance.
  var settlements: Set<String> = []
  /// The column with order ids, by the names it has had, if the form's own ids are others.
  var order: [String] = []
  /// The columns that say what was ordered, if orders have no ids: where they and the times of
  /// placement are equal, rows of two files are one order, which was open in the older file.
  var ordered: [String] = []
  /// Whether the fees of trades are estimates, which those of other reports replace.
  var feesAreEstimates = false
  /// Whether the payment for a trade includes its fee, which the form does not state.
  var paymentsIncludeFees = false
  /// Whether the currency of money is the one set on the day of the export.
  var currencyVaries = false
  /// The maximum delay in seconds of the form's instants relative to other reports.
  ///
  /// Moves are excluded.
  var secondsLate = 0
  /// The maximum delay in seconds of deposits and withdrawals.
  var secondsLateOfMoves = 0
  /// Whether files may be of several wallets, which report the same trades in other words.
  var filesRepeatTrades = false
  /// The decimals to which some files of the form round amounts of currencies; `nil` if all print
  /// them exactly.
  var currencyDecimals: Int?
}

extension FormDeclaration {
  /// A report whose rows of whole transfers have one time for both halves, of which the second
  /// arrived later.
  static let ofWholeTransfers = FormDeclaration(secondsLateOfMoves: 3600)
}

/// The column with the time at which an order was placed.
struct PlacedColumn: Sendable {
  /// The names of the column, or their beginnings; the first that a header has counts.
  private let names: [String]
  /// The zone of its times if its heading names none; `nil` for the zone in the file name.
  private let zone: Zone?
  /// Whether a table may have no other time, so that an order's end is unknown.
  let isOnlyTime: Bool

  init(_ names: String..., zone: Zone? = .utc, isOnlyTime: Bool = false) {
    (self.names, self.zone, self.isOnlyTime) = (names, zone, isOnlyTime)
  }

  /// The column in a header; `nil` if it has none.
  func name(in header: CSVHeader) -> String? {
    names.lazy.compactMap { header.has([$0]) ? $0 : header.first(prefix: $0) }.first
  }

  /// The zone of the times of a column.
  func zone(of column: String, in header: CSVHeader) throws(RefusalReason) -> Zone {
    if let zone = Zone(heading: column) ?? zone { return zone }
    return try header.zoneOfFile(column)
  }
}

extension FormatReader {
  /// The traits of the form.
  var traits: FormTraits {
    var lateness: [Role: Int64] = [:]
    // Lists of moves have the time at which one was requested or completed.
    let secondsLateOfMoves =
      declares.report == .moves
      ? max(600, declares.secondsLateOfMoves) : declares.secondsLateOfMoves
    for role in Role.allCases {
      let isMove = role == .deposit || role == .withdrawal
      let seconds = isMove ? secondsLateOfMoves : declares.secondsLate
      if seconds > 0 { lateness[role] = Int64(seconds) * PrintedInstant.second }
    }
    let name = format.rawValue
    return FormTraits(
      rank: declares.report.rawValue, roles: roles,
      rows: declares.report == .orders ? .orders : declares.report == .ledger ? .legs : .events,
      isComplete: declares.isComplete,
      idSpaces: [.rows(of: name), .hash], lateness: lateness,
      feesAreEstimates: declares.feesAreEstimates,
      paymentsIncludeFees: declares.paymentsIncludeFees,
      currencyVaries: declares.currencyVaries,
      filesRepeatTrades: declares.filesRepeatTrades,
      ordersLackEnds: declares.placed?.isOnlyTime ?? false,
      groupsAreWhole: declares.keysAreTrades)
  }

  private var roles: Set<Role> {
    switch declares.report {
    case .trades, .orders: [.trade, .exchange]
    case .converts: [.convert, .trade]
    case .moves: [.deposit, .withdrawal, .returned]
    case .earnings: [.reward, .gift]
    case .history, .ledger: Set(Role.allCases)
    }
  }
}

extension IDSpace {
  /// The space of ids that identify one row of a form.
  static func rows(of form: String) -> IDSpace { IDSpace("\(form) row", .row) }
}

extension DerivationRules {
  /// The rules for the forms that bitpal reads.
  public static let ofForms = DerivationRules(
    traits: Dictionary(
      FormatReader.all.map { ($0.format.rawValue, $0.traits) },
      uniquingKeysWith: { first, second in first.merged(with: second) }),
    usualNetworkFees: usualFees,
    cashAssets: FiatCurrency.known.union(Stablecoin.known.keys), currencies: FiatCurrency.known,
    defaultAccounts: ImportFormat.allCases.compactMap(\.account))

  /// The usual network fee of each coin, in the coin.
  private static let usualFees: [String: Quantity] = Dictionary(
    uniqueKeysWithValues: [
      "BTC 0.0002", "ETH 0.0012", "SOL 0.01", "ADA 0.8", "XRP 0.2", "LTC 0.001", "DOT 0.08",
      "BNB 0.001", "CRO 1", "KCS 0.05", "USDT 1", "USDC 1", "TRX 1", "DOGE 5", "BCH 0.001",
      "ATOM 0.01", "AVAX 0.01", "MATIC 0.1", "POL 0.1", "XLM 0.02", "ALGO 0.01", "XMR 0.0002",
      "DASH 0.002", "ZEC 0.005", "ETC 0.01", "NEAR 0.01", "XTZ 0.1", "EOS 0.1", "FIL 0.01",
      "LINK 0.5", "UNI 0.5",
    ].map { line in
      let words = line.split(separator: " ")
      return (String(words[0]), Quantity(String(words[1])) ?? .zero)
    })
}

extension FormTraits {
  /// The combined traits of a form whose files have several kinds of rows.
  fileprivate func merged(with other: FormTraits) -> FormTraits {
    var both = self
    both.rank = min(rank, other.rank)
    both.roles.formUnion(other.roles)
    both.lateness.merge(other.lateness, uniquingKeysWith: max)
    both.isComplete = isComplete && other.isComplete
    if rows != other.rows { both.rows = .events }
    both.feesAreEstimates = feesAreEstimates || other.feesAreEstimates
    both.currencyVaries = currencyVaries || other.currencyVaries
    both.paymentsIncludeFees = paymentsIncludeFees || other.paymentsIncludeFees
    both.filesRepeatTrades = filesRepeatTrades || other.filesRepeatTrades
    both.ordersLackEnds = ordersLackEnds || other.ordersLackEnds
    both.groupsAreWhole = groupsAreWhole && other.groupsAreWhole
    return both
  }
}
