import Application
import Dashboard
import FoundationEssentials
import LedgerStore
import Portfolio

/// Reads the data of the dashboard's pages; of a list only the visible part.
struct LedgerReader {
  private let context: AppContext
  /// The currency and cost basis of figures.
  var choice = FigureChoice()
  /// The sequence numbers of the last sorted or filtered list.
  private var rowSequences: FoundSequences?
  /// The sequence numbers of the last listed moves.
  private var moveSequences: FoundSequences?

  private struct FoundSequences {
    let list: RowRequest
    let dataVersion: Int
    let sequences: [Int32]
  }

  init(_ context: AppContext) { self.context = context }

  /// The event that answers a reading.
  ///
  /// - Throws: If the ledger or its prices cannot be read.
  mutating func answer(_ reading: LedgerReading) throws -> DashboardEvent {
    switch reading {
    case .series(let subject):
      let reader = SeriesReader(
        context: context, currency: choice.currency(context),
        costBasis: choice.costBasis(context))
      return .seriesRead(subject, try reader.series(of: subject))
    case .rows(let request): return .rowsRead(request, try page(request))
    case .moves(let request): return .movesRead(request, try movePage(request))
    case .coin(let id, let version): return .coinRead(id, try detail(of: id, version: version))
    case .event(let id, _): return .eventRead(id, try context.ledger.event(of: id))
    case .gains(let version): return .gainsRead(try gains(version: version))
    case .inbox(let version): return .inboxRead(try context.inboxBook(version: version))
    case .effects(let request): return .effectsRead(request, try context.effects(request))
    }
  }

  /// A coin's position and its newest transactions.
  private func detail(of id: String, version: Int) throws -> CoinDetail {
    let currency = choice.currency(context)
    let newest = TransactionQuery(
      coinId: id, order: .newestFirst, limit: CoinDetail.rowLimit)
    let rows = Array(try context.ledger.transactions(newest).reversed())
    let count = try context.ledger.count(TransactionQuery(coinId: id))
    let costBasis = choice.costBasis(context)
    var detail: CoinDetail
    var cycles: [ClosedCycle] = []
    if context.service.lots == nil {
      let found = try position(of: id, in: currency, costBasis)
      cycles = found.closed
      detail = CoinDetail(
        found.position, rows: rows, counted: counted(rows, in: currency),
        count: count, in: currency, costBasis: costBasis, version: version)
    } else {
      // The cost of a sale depends on its account.
      detail = CoinDetail(version: version, rows: rows, count: count, costBasis: costBasis)
      detail.counted = CountedRows(counted(rows, in: currency), in: currency)
    }
    if CostBasis.stored.contains(costBasis), context.service.lots == nil {
      let coin = Coin(id: id, symbol: id, name: id)
      detail.closed = cycles.reversed().map {
        ClosedPosition(coin: coin, closed: $0, costBasis: costBasis)
      }
    } else {
      let portfolio = try context.service.portfolio(
        currency: currency, costBasis: costBasis, closed: Self.newestClosed(of: id),
        coins: { _ in [:] })
      detail.closed = Array(portfolio.positions.closedPositions)
    }
    // Reading the coin's history is not worthwhile for a pool.
    if costBasis.namesLots || context.service.lots != nil {
      let calendar = try context.service.taxCalendar()
      try context.service.forEachCoinWithLots(id, in: currency, costBasis) {
        detail.show($1, calendar)
      }
    }
    return detail
  }

  private static func newestClosed(of id: String) -> ClosedSelection {
    ClosedSelection(of: id, newest: CoinDetail.closedLimit)
  }

  /// A coin's position under a cost basis, and the newest closed cycles, oldest first; those in US
  /// dollars are stored.
  private func position(
    of id: String, in currency: String, _ costBasis: CostBasis
  ) throws -> (position: CoinPosition, closed: [ClosedCycle]) {
    if currency == usDollarCode, let kept = try keptPosition(of: id, costBasis) {
      let closed = try context.ledger.positions(closed: Self.newestClosed(of: id)).closed
      return (kept, Array(closed))
    }
    var counter = TransactionCounter(currency: currency, rates: context.service.presentRates)
    var position = CoinPosition(coinId: id, methods: [costBasis])
    var closed: [ClosedCycle] = []
    let carried = try context.service.carriedLots(of: id, in: currency, methods: [costBasis])
    try context.ledger.forEachTransactionCounted(TransactionQuery(coinId: id)) {
      if let cycle = position.applyUnchecked(counter.counted($0), carrying: carried) {
        closed.append(cycle)
      }
    }
    return (position, closed.suffix(CoinDetail.closedLimit))
  }

  /// A pool needs none of a coin's lots, of which there may be a million.
  private func keptPosition(of id: String, _ costBasis: CostBasis) throws -> CoinPosition? {
    costBasis.namesLots
      ? try context.ledger.position(of: id)
      : try context.ledger.summary(of: id).map { CoinPosition(withoutLots: $0) }
  }

  private func gains(version: Int) throws -> GainsBook {
    let found = try context.service.gains(
      in: choice.currency(context), costBasis: choice.costBasis(context))
    return GainsBook(found.gains, version: version)
  }

  /// Transactions in the display currency.
  private func counted(_ transactions: [Transaction], in currency: String) -> [Transaction] {
    currency == usDollarCode
      ? transactions : context.service.counted(transactions, in: currency).transactions
  }

  private mutating func page(_ request: RowRequest) throws -> RowPage<Transaction> {
    var page =
      !request.isNarrowed && request.order.column == .day
      ? try wholePage(request) : try arrangedPage(request)
    if let anchor = request.anchor, page.anchorIndex == nil {
      page.isAnchorGone = try context.ledger.transaction(anchor) == nil
    }
    page.counted = CountedRows(
      counted(page.rows, in: request.currency), in: request.currency)
    return page
  }

  /// A part of the whole ledger by date, which needs no list of sequence numbers.
  private func wholePage(_ request: RowRequest) throws -> RowPage<Transaction> {
    let query = TransactionQuery(
      order: request.order.isAscending ? .oldestFirst : .newestFirst, limit: request.limit,
      offset: request.offset)
    let before = try request.anchor.flatMap { try context.ledger.rowsBefore($0, in: query) }
    return RowPage(
      rows: try context.ledger.transactions(query), count: try context.ledger.count(),
      anchorIndex: before)
  }

  private mutating func arrangedPage(_ request: RowRequest) throws -> RowPage<Transaction> {
    let reader = self
    let found = try Self.found(by: request, context, &rowSequences) {
      try reader.narrowed(context.ledger.sequences(TransactionQuery(request)), by: request)
    }
    let shown = request.part(of: found)
    let anchor = try request.anchor.flatMap { try context.ledger.sequence(of: $0) }
    return RowPage(
      rows: try context.ledger.transactions(at: shown), count: found.count,
      anchorIndex: anchor.flatMap { found.firstIndex(of: $0) })
  }

  /// The sequence numbers of rows whose totals match a filter, in the display currency.
  private func narrowed(_ sequences: [Int32], by request: RowRequest) throws -> [Int32] {
    guard !request.bounds.isEmpty else { return sequences }
    var found: [Int32] = []
    for start in stride(from: 0, to: sequences.count, by: Self.rowsAtOnce) {
      let part = sequences[start..<min(start + Self.rowsAtOnce, sequences.count)]
      let rows = try context.ledger.transactions(at: part)
      // If rows were deleted meanwhile, numbers can't be matched to rows; the next read will fix
      // it.
      guard rows.count == part.count else { continue }
      let totals = counted(rows, in: request.currency).map(\.shownTotal)
      found += zip(part, totals).compactMap { sequence, total in
        request.bounds.allSatisfy { $0.allows(total) } ? sequence : nil
      }
    }
    return found
  }

  /// The number of rows in memory at once while filtering by totals.
  private static let rowsAtOnce = 1000

  private mutating func movePage(_ request: RowRequest) throws -> RowPage<RecordedEvent> {
    let found = try Self.found(by: request, context, &moveSequences) {
      // Moves have no amount of money to filter by.
      try request.bounds.isEmpty
        ? context.ledger.moves.sequences(TransactionQuery(request).words) : []
    }
    let anchor = try request.anchor.flatMap { try context.ledger.moves.sequence(of: $0) }
    var page = RowPage(
      rows: try context.ledger.moves.events(at: request.part(of: found)), count: found.count,
      anchorIndex: anchor.flatMap { found.firstIndex(of: $0) })
    let ids = Set(page.rows.flatMap(\.moves).map(\.coinId))
    page.coins = Array(context.service.coins(ids, at: context.service.knownPrices).values)
    return page
  }

  /// The sequence numbers of a list, searched only if it is not the last one.
  private static func found(
    by request: RowRequest, _ context: AppContext, _ last: inout FoundSequences?,
    _ search: () throws -> [Int32]
  ) throws -> [Int32] {
    let version = try context.ledger.dataVersion()
    if let last, last.dataVersion == version, last.list.names(theListOf: request) {
      return last.sequences
    }
    let sequences = try search()
    last = FoundSequences(list: request, dataVersion: version, sequences: sequences)
    return sequences
  }
}

extension RowRequest {
  /// The requested part of a list.
  fileprivate func part(of sequences: [Int32]) -> ArraySlice<Int32> {
    sequences.dropFirst(offset).prefix(limit)
  }

  fileprivate func names(theListOf other: RowRequest) -> Bool {
    words == other.words && bounds == other.bounds && currency == other.currency
      && order == other.order && coinOrder == other.coinOrder
  }
}

extension TransactionQuery {
  /// The whole list behind a page's request.
  fileprivate init(_ request: RowRequest) {
    let isAscending = request.order.isAscending
    let order: Order =
      switch request.order.column {
      case .day: isAscending ? .oldestFirst : .newestFirst
      case .kind: .by(.kind, ascending: isAscending)
      case .symbol, .name: .by(.coin(request.coinOrder), ascending: isAscending)
      case .amount: .by(.amount, ascending: isAscending)
      case .price: .by(.price, ascending: isAscending)
      case .total: .by(.total, ascending: isAscending)
      case .notes: .by(.notes, ascending: isAscending)
      case .account: .by(.account, ascending: isAscending)
      }
    self.init(
      words: request.words.map {
        Word(
          $0.text, account: $0.account, coinIds: $0.coinIDs, kinds: $0.kinds,
          dayDigits: $0.dayDigits, days: $0.days.map { ($0.from, $0.through) })
      }, order: order)
  }
}
