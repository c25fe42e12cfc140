import FoundationEssentials
import Portfolio

/// A small in-memory ledger that answers readings immediately, for screenshots and tests.
struct LedgerInMemory: Equatable, Sendable {
  let transactions: [Transaction]
  /// Newest first.
  private let moves: [RecordedEvent]
  private let inbox: InboxBook
  /// Effects of answers, keyed by the stored answer.
  private let effects: [String: MaskableText]
  /// The transactions in the display currency; `nil` for US dollars.
  private let counted: CountedLedger?
  private let index: TransactionIndex
  private let book: CoinBook
  private let ranks: TransactionRanks
  private let costBasis: CostBasis

  init(
    _ transactions: [Transaction], moves: [RecordedEvent] = [],
    inbox: InboxBook = InboxBook(version: 0), effects: [String: MaskableText] = [:],
    counted: CountedLedger? = nil, book: CoinBook, costBasis: CostBasis = .average
  ) {
    self.transactions = transactions
    self.moves = moves
    self.inbox = inbox
    self.effects = effects
    self.counted = counted
    self.book = book
    self.costBasis = costBasis
    index = TransactionIndex(transactions)
    ranks = TransactionRanks(transactions, index: index, book: book)
  }

  static func == (left: LedgerInMemory, right: LedgerInMemory) -> Bool {
    left.transactions == right.transactions && left.moves == right.moves
      && left.inbox == right.inbox
      && left.book == right.book
      && left.counted?.currency == right.counted?.currency
  }

  /// Coin ids in order of first appearance.
  var coinIDs: [String] { index.coins }

  /// The event that answers a reading; `nil` for prices.
  func answer(_ reading: LedgerReading) -> DashboardEvent? {
    switch reading {
    case .series: nil
    case .rows(let request): .rowsRead(request, page(request))
    case .moves(let request): .movesRead(request, movePage(request))
    case .coin(let id, let version):
      .coinRead(
        id,
        CoinDetail(
          of: history(of: id), counted: counted?.transactions.filter { $0.coinId == id },
          in: counted?.currency ?? usDollarCode, costBasis: costBasis, version: version))
    case .event(let id, _): .eventRead(id, event(of: id))
    case .gains(let version):
      .gainsRead(
        GainsBook(
          computeGains(counted?.transactions ?? transactions, costBasis: costBasis),
          version: version))
    case .inbox(let version): .inboxRead(inbox(version))
    case .effects(let request):
      .effectsRead(request, request.choices.map { effects[$0] ?? MaskableText("no change") })
    }
  }

  private func inbox(_ version: Int) -> InboxBook {
    var book = inbox
    book.version = version
    return book
  }

  /// All rows of a transaction's event.
  private func event(of id: UUID) -> [Transaction] {
    guard let row = transactions.first(where: { $0.id == id }) else { return [] }
    return row.link.map { link in transactions.filter { $0.link == link } } ?? [row]
  }

  /// One coin's transactions in ledger order.
  func history(of coin: String) -> [Transaction] {
    index.history(of: coin).map { transactions[Int($0)] }
  }

  private func movePage(_ request: RowRequest) -> RowPage<RecordedEvent> {
    // Moves have no amount of money.
    let found = moves.filter { move in
      request.bounds.isEmpty && request.words.allSatisfy { $0.finds(move) }
    }
    let end = min(found.count, request.offset + request.limit)
    return RowPage(
      rows: request.offset < end ? Array(found[request.offset..<end]) : [], count: found.count,
      anchorIndex: request.anchor.flatMap { id in found.firstIndex { $0.listID == id } })
  }

  private func page(_ request: RowRequest) -> RowPage<Transaction> {
    var indices = index.indices(
      matching: request.words, in: transactions, among: indices(in: request.order))
    if !request.bounds.isEmpty {
      indices = indices.filter { index in
        let total = (counted?.transactions ?? transactions)[Int(index)].shownTotal
        return request.bounds.allSatisfy { $0.allows(total) }
      }
    }
    let end = min(indices.count, request.offset + request.limit)
    let shown = request.offset < end ? indices[request.offset..<end] : []
    return RowPage(
      rows: shown.map { transactions[Int($0)] },
      counted: counted.map { counted in
        CountedRows(shown.map { counted.transactions[Int($0)] }, in: counted.currency)
      } ?? CountedRows(), count: indices.count,
      anchorIndex: request.anchor.flatMap { id in
        indices.firstIndex { transactions[Int($0)].id == id }
      },
      isAnchorGone: request.anchor.map { id in !transactions.contains { $0.id == id } } ?? false)
  }

  /// Indices of all transactions in an order.
  func indices(in order: TransactionOrder) -> [Int32] {
    let newestFirst = Array(stride(from: Int32(transactions.count) - 1, through: 0, by: -1))
    guard order.column != .day else {
      return order.isAscending ? newestFirst.reversed() : newestFirst
    }
    return ranks[order.column].sorted(newestFirst, isAscending: order.isAscending)
  }

  /// Indices of the transactions that match a filter, newest first.
  func indices(matching key: SearchWords) -> [Int32] {
    let words = key.terms.compactMap { RowWord($0, coinIDs: coinIDs, book: book) }
    return index.indices(matching: words, in: transactions, among: indices(in: TransactionOrder()))
  }
}
