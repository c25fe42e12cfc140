public import Exact
public import FoundationEssentials
public import Portfolio

/// Data that a page draws and the session has to read.
///
/// The session reads it in the background and answers with an event.
public enum LedgerReading: Hashable, Sendable {
  /// Figures over time; answered by `seriesRead`.
  case series(SeriesSubject)
  /// A page of a list of transactions; answered by `rowsRead`.
  case rows(RowRequest)
  /// A page of a list of moves; answered by `movesRead`.
  case moves(RowRequest)
  /// One coin's transactions and lots at a version of the ledger; answered by `coinRead`.
  case coin(String, version: Int)
  /// All rows of a transaction's event, at a version of the ledger; answered by `eventRead`.
  case event(UUID, version: Int)
  /// Gains of sales, at a version of the ledger; answered by `gainsRead`.
  case gains(version: Int)
  /// Open questions about imported files, at a version of the ledger; answered by `inboxRead`.
  case inbox(version: Int)
  /// Effects of possible answers; answered by `effectsRead`.
  case effects(EffectRequest)
}

/// Specifies a list and the part of it to read.
public struct RowRequest: Hashable, Sendable {
  /// The ledger version.
  public var version: Int
  /// The currency of the figures.
  public var currency = usDollarCode
  /// The typed filter, in lower case.
  public var filter: String
  /// The parsed filter words; a row must match all of them.
  public var words: [RowWord]
  /// Bounds on totals, in the currency.
  public var bounds: [AmountBound] = []
  /// Coin ids sorted by symbol or name, if the order needs them.
  public var coinOrder: [String]
  /// The order of the rows.
  public var order: TransactionOrder
  /// A row whose index in the list is also requested.
  public var anchor: UUID?
  /// The first row, from 0.
  public var offset: Int
  /// Maximum number of rows.
  public var limit: Int

  /// Whether the list is filtered.
  public var isNarrowed: Bool { !words.isEmpty || !bounds.isEmpty }

  /// Whether two requests read parts of the same list.
  func isSameList(as other: RowRequest) -> Bool {
    version == other.version && currency == other.currency && filter == other.filter
      && order == other.order
  }
}

/// A filter term; a row matches if any of the conditions applies.
public struct RowWord: Hashable, Sendable {
  /// Notes or an account contain it.
  public var text: String?
  /// The account contains it.
  public var account: String?
  /// The coins whose symbol or name contains it.
  public var coinIDs: [String] = []
  /// The kinds whose names begin with it.
  public var kinds: [TransactionKind] = []
  /// Leading digits of matching days, if the term is the start of a date.
  public var dayDigits: String?
  /// The range of matching days.
  public var days: DayRange?
}

/// A page of a list of transactions or moves.
public struct RowPage<Row: Equatable & Sendable>: Equatable, Sendable {
  /// The rows from the request's offset on.
  public var rows: [Row]
  /// The rows in the display currency.
  public var counted: CountedRows
  /// Number of rows in the whole list.
  public var count: Int
  /// Index of the requested anchor; `nil` if it is not in the list or was not requested.
  public var anchorIndex: Int?
  /// Whether the request's anchor is no longer in the ledger.
  public var isAnchorGone: Bool
  /// Coins of the rows that have no position.
  public var coins: [Coin] = []

  /// Creates a page.
  public init(
    rows: [Row], counted: CountedRows = CountedRows(), count: Int,
    anchorIndex: Int? = nil, isAnchorGone: Bool = false
  ) {
    self.rows = rows
    self.counted = counted
    self.count = count
    self.anchorIndex = anchorIndex
    self.isAnchorGone = isAnchorGone
  }
}

/// A coin's details beyond its position: transactions, lots and the cost of possible sales.
public struct CoinDetail: Equatable, Sendable {
  /// The ledger version.
  public var version: Int
  /// The newest transactions in ledger order; all of them if ``isWhole``.
  public var rows: [Transaction]
  /// The rows in the display currency.
  public var counted = CountedRows()
  /// Number of transactions.
  public var count: Int
  /// The first lots held, oldest first and grouped by account if each has a book.
  ///
  /// Empty if the cost basis pools all coins.
  public private(set) var lots: [Lot] = []
  /// Number of lots.
  public private(set) var lotCount = 0
  /// The most recently closed cycles, newest first.
  public var closed: [ClosedPosition] = []
  /// The cost basis.
  public var costBasis: CostBasis
  /// Local days for taxes, which determine the age of lots.
  var taxDays = LocalCalendarDays(calendar: .utc)
  /// Costs of selling parts of the holding now.
  public var parts: [Part]

  /// A part of the holding.
  public struct Part: Equatable, Sendable {
    /// Percentage of the holding.
    public var percent: Int
    /// Amount of coins.
    public var amount: Quantity
    /// Cost under the cost basis.
    public var cost: ExactDecimal

    /// Creates a part.
    public init(percent: Int, amount: Quantity, cost: ExactDecimal) {
      self.percent = percent
      self.amount = amount
      self.cost = cost
    }
  }

  /// Maximum number of transactions in a detail.
  public static let rowLimit = 2000
  /// Maximum number of closed cycles in a detail.
  public static let closedLimit = 100
  /// Maximum number of lots in a detail.
  public static let lotLimit = 50

  /// Creates a detail.
  public init(
    version: Int, rows: [Transaction], count: Int, costBasis: CostBasis = .average,
    parts: [Part] = []
  ) {
    self.version = version
    self.rows = rows
    self.count = count
    self.costBasis = costBasis
    self.parts = parts
  }

  /// Sets the lots held.
  ///
  /// - Parameter calendar: The tax calendar.
  public mutating func show(
    _ lots: some RandomAccessCollection<Lot>, _ calendar: LocalCalendar
  ) {
    let areListed = costBasis.namesLots || lots.contains { $0.location != nil }
    self.lots = areListed ? Array(lots.prefix(Self.lotLimit)) : []
    lotCount = areListed ? lots.count : 0
    taxDays = LocalCalendarDays(calendar: calendar)
  }

  /// Whether all transactions are included.
  public var isWhole: Bool { rows.count == count }
}

extension CoinDetail {
  /// Creates a coin's detail from its position.
  ///
  /// - Parameters:
  ///   - position: The position in the display currency.
  ///   - rows: The newest transactions in ledger order.
  ///   - counted: The rows in the display currency; `nil` for US dollars.
  ///   - count: Number of transactions.
  ///   - currency: The display currency.
  ///   - costBasis: The cost basis.
  ///   - version: The ledger version.
  public init(
    _ position: CoinPosition, rows: [Transaction], counted: [Transaction]? = nil, count: Int,
    in currency: String = usDollarCode, costBasis: CostBasis, version: Int
  ) {
    self.init(
      version: version, rows: rows, count: count, costBasis: costBasis,
      parts: Self.parts(of: position, after: rows.last, costBasis: costBasis))
    self.counted = CountedRows(counted ?? rows, in: currency)
  }

  /// Computes a coin's detail from its whole history; the parameters are those of
  /// ``init(_:rows:counted:count:in:costBasis:version:)``.
  init(
    of history: [Transaction], counted: [Transaction]? = nil, in currency: String = usDollarCode,
    costBasis: CostBasis, version: Int
  ) {
    let id = history.first?.coinId ?? ""
    var position = CoinPosition(coinId: id)
    var lots = LotsOfCoin(coinId: id, costBasis: costBasis, carrying: .none)
    for transaction in counted ?? history {
      _ = position.applyUnchecked(transaction)
      lots.apply(transaction)
    }
    self.init(
      position, rows: Array(history.suffix(Self.rowLimit)),
      counted: counted.map { Array($0.suffix(Self.rowLimit)) }, count: history.count, in: currency,
      costBasis: costBasis, version: version)
    closed = Array(
      Positions(
        transactions: counted ?? history, currentPrices: [:], costBasis: costBasis
      ).closedPositions)
    show(lots.finished(), .utc)
  }

  private static func parts(
    of position: CoinPosition, after last: Transaction?, costBasis: CostBasis
  ) -> [Part] {
    guard let held = position.open?.exact.balance.withinExactDigits, held > 0, let last else {
      return []
    }
    return [25, 50, 100].compactMap { percent in
      let amount =
        percent == 100 ? held : (held * ExactDecimal(percent, exponent: -2)).rounded(places: 18)
      let sale = Transaction(
        coinId: position.coinId, type: .sell, amount: amount, pricePerCoin: 1, date: last.date)
      do {
        return try whatIfSold(sale, from: position).first { $0.costBasis == costBasis }
          .flatMap { result in
            result.cost.map { Part(percent: percent, amount: amount, cost: $0) }
          }
      } catch { return nil }
    }
  }
}
