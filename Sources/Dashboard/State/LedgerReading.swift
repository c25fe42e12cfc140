public import Exact
public import FoundationEssentials
public import Portfolio

/// Something that a page draws and that has to be read for it.
///
/// A page says what it needs; the session reads it in the background and answers with an event.
public enum LedgerReading: Hashable, Sendable {
  /// Figures over time; answered by `seriesRead`.
  case series(SeriesSubject)
  /// A part of a list of transactions; answered by `rowsRead`.
  case rows(RowRequest)
  /// A part of the list of moves; answered by `movesRead`.
  case moves(RowRequest)
  /// One coin's transactions and lots at a version of the ledger; answered by `coinRead`.
  case coin(String, version: Int)
  /// The rows that are one event with a transaction, at a version of the ledger; answered by
  /// `eventRead`.
  case event(UUID, version: Int)
  /// What sales gained, at a version of the ledger; answered by `gainsRead`.
  case gains(version: Int)
  /// What imported files leave open, at a version of the ledger; answered by `inboxRead`.
  case inbox(version: Int)
  /// What answers would do; answered by `effectsRead`.
  case effects(EffectRequest)
}

/// What a list shows, and which part of it is wanted.
public struct RowRequest: Hashable, Sendable {
  /// The version of the ledger that the rows are of.
  public var version: Int
  /// The currency that their figures are counted in.
  public var currency = usDollarCode
  /// What was typed to narrow the list, in lower case.
  public var filter: String
  /// What that means: each word has to be found.
  public var words: [RowWord]
  /// What the totals have to be, in the currency.
  public var bounds: [AmountBound] = []
  /// The coins in the order of their symbols or names, where rows are ordered by those.
  public var coinOrder: [String]
  /// The order of the rows.
  public var order: TransactionOrder
  /// A row whose position in the list is wanted too.
  public var anchor: UUID?
  /// The first row, from 0.
  public var offset: Int
  /// At most that many rows.
  public var limit: Int

  /// Whether the list is narrowed.
  public var isNarrowed: Bool { !words.isEmpty || !bounds.isEmpty }

  /// Whether two requests are for parts of one list.
  func isSameList(as other: RowRequest) -> Bool {
    version == other.version && currency == other.currency && filter == other.filter
      && order == other.order
  }
}

/// A term of a filter: a row has it where any of these applies.
public struct RowWord: Hashable, Sendable {
  /// Notes or an account contain it.
  public var text: String?
  /// The account contains it.
  public var account: String?
  /// The coins whose symbol or name contains it.
  public var coinIDs: [String] = []
  /// The kinds that begin with it.
  public var kinds: [TransactionKind] = []
  /// The digits with which days begin, where it is the beginning of a date.
  public var dayDigits: String?
  /// The days lie in it.
  public var days: DayRange?
}

/// A part of a list of transactions, or of moves.
public struct RowPage<Row: Equatable & Sendable>: Equatable, Sendable {
  /// The rows from the request's offset on.
  public var rows: [Row]
  /// What they amount to.
  public var counted: CountedRows
  /// How many rows the whole list has.
  public var count: Int
  /// The position of the request's anchor in the list, `nil` where it is not in it or not sought.
  public var anchorPlace: Int?
  /// Whether the request's anchor is no longer in the ledger.
  public var isAnchorGone: Bool
  /// Coins of the rows that no position names.
  public var coins: [Coin] = []

  /// Makes a page.
  public init(
    rows: [Row], counted: CountedRows = CountedRows(), count: Int,
    anchorPlace: Int? = nil, isAnchorGone: Bool = false
  ) {
    self.rows = rows
    self.counted = counted
    self.count = count
    self.anchorPlace = anchorPlace
    self.isAnchorGone = isAnchorGone
  }
}

/// What is known of one coin beyond its position: transactions, lots, and what sales would cost.
public struct CoinDetail: Equatable, Sendable {
  /// The version of the ledger that this is of.
  public var version: Int
  /// The newest transactions in ledger order, all of them where ``isWhole``.
  public var rows: [Transaction]
  /// What they amount to.
  public var counted = CountedRows()
  /// How many transactions there are.
  public var count: Int
  /// The first of the lots that are held, by account where each has a book, oldest first; none
  /// where all coins of a cost basis are in one pool.
  public private(set) var lots: [Lot] = []
  /// How many lots there are.
  public private(set) var lotCount = 0
  /// The cycles that closed last, newest first.
  public var closed: [ClosedPosition] = []
  /// How the cost of sales is chosen.
  public var costBasis: CostBasis
  /// The days of taxes, which the age of lots is counted in.
  var taxDays = LocalCalendarDays(calendar: .utc)
  /// What parts of the holding cost, for sales of them now.
  public var parts: [Part]

  /// A part of the holding.
  public struct Part: Equatable, Sendable {
    /// Percent of what is held.
    public var percent: Int
    /// Coins.
    public var amount: ExactDecimal
    /// What they cost by the cost basis.
    public var cost: ExactDecimal

    /// Makes a part.
    public init(percent: Int, amount: ExactDecimal, cost: ExactDecimal) {
      self.percent = percent
      self.amount = amount
      self.cost = cost
    }
  }

  /// The most transactions that a detail keeps.
  public static let rowLimit = 2000
  /// The most closed cycles that a detail keeps.
  public static let closedLimit = 100
  /// The most lots that a detail keeps.
  public static let lotLimit = 50

  /// Makes a detail.
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

  /// Takes in the lots that are held.
  ///
  /// - Parameter calendar: The zone of taxes.
  public mutating func show(_ lots: [Lot], _ calendar: LocalCalendar) {
    let areListed = costBasis.namesLots || lots.contains { $0.location != nil }
    self.lots = areListed ? Array(lots.prefix(Self.lotLimit)) : []
    lotCount = areListed ? lots.count : 0
    taxDays = LocalCalendarDays(calendar: calendar)
  }

  /// Whether every transaction is there.
  public var isWhole: Bool { rows.count == count }
}

extension CoinDetail {
  /// A coin's detail from its position.
  ///
  /// - Parameters:
  ///   - position: The position in the currency of the figures.
  ///   - rows: The newest transactions in ledger order.
  ///   - counted: The same counted in the currency of the figures, `nil` for US dollars.
  ///   - count: How many transactions there are.
  ///   - currency: That currency.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - version: The version of the ledger.
  public init(
    _ position: CoinPosition, rows: [Transaction], counted: [Transaction]? = nil, count: Int,
    in currency: String = usDollarCode, costBasis: CostBasis, version: Int
  ) {
    self.init(
      version: version, rows: rows, count: count, costBasis: costBasis,
      parts: Self.parts(of: position, after: rows.last, costBasis: costBasis))
    self.counted = CountedRows(counted ?? rows, in: currency)
  }

  /// Works a coin's detail out from its whole history; the parameters are those of
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
    closed =
      Positions(
        transactions: counted ?? history, currentPrices: [:], costBasis: costBasis
      ).closedPositions
    show(lots.finished(), .utc)
  }

  private static func parts(
    of position: CoinPosition, after last: Transaction?, costBasis: CostBasis
  ) -> [Part] {
    guard let held = position.open?.balance, held > 0, let last else { return [] }
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
