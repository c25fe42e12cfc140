import AppGroup
import Application
import BitpalTesting
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Testing

/// A portfolio in its own folder whose ledger changes at random.
struct ChangingPortfolio {
  let service: PortfolioService
  let today = UTCDay(Self.now)
  private let folder: String

  private static let now = Date(millisecondsSince1970: 1_777_377_600_000)

  /// Makes an empty portfolio.
  ///
  /// - Parameter lots: How lots are kept with a book for each account.
  init(lots: LotsPerAccount? = nil) throws {
    folder = FileManager.default.temporaryDirectory.path + "/bitpal-changing-" + UUID().uuidString
    let container = try AppGroupContainer(
      environment: ["BITPAL_HOME": folder], currentFolder: "/")
    service = PortfolioService(
      container: container, costBasis: .average, lots: lots, clock: { Self.now })
    try container.create()
  }

  func removeFolder() {
    do { try FileManager.default.removeItem(atPath: folder) } catch {
      Issue.record("\(error)")
    }
  }

  /// Makes a random change; one that the ledger refuses has no effect.
  func change(_ dice: inout SeededGenerator) throws {
    let rows = try service.ledger.transactions()
    let row = rows.randomElement(using: &dice)
    do {
      switch Int.random(in: 0..<14, using: &dice) {
      case 0: if let row { try service.ledger.apply(.delete(row.id), now: service.now) }
      case 1, 2:
        guard var row else { return }
        row.amount += 1
        try service.ledger.apply(.edit(row), now: service.now)
      case 3: _ = try service.ledger.undo(now: service.now)
      case 4: _ = try service.ledger.redo(now: service.now)
      case 5:
        guard let row else { return }
        try service.ledger.apply(.add(migration(of: row, &dice)), now: service.now)
      case 6: try transfer(&dice)
      case 7:
        guard let held = try held(&dice) else { return }
        try service.ledger.apply(.add([held]), now: service.now)
      default: try service.ledger.apply(.add([trade(&dice)]), now: service.now)
      }
    } catch is PortfolioError {}
  }

  private func date(_ dice: inout SeededGenerator) -> Date {
    today.advanced(by: -Int.random(in: 1...45, using: &dice)).start.addingTimeInterval(
      TimeInterval(Int.random(in: 0..<86_400, using: &dice)))
  }

  private func account(_ dice: inout SeededGenerator) -> String? {
    [nil, "Kraken", "Ledger"].randomElement(using: &dice) ?? nil
  }

  private func coin(_ dice: inout SeededGenerator) -> String {
    ["a", "b", "c"].randomElement(using: &dice) ?? "a"
  }

  private func trade(_ dice: inout SeededGenerator) -> Transaction {
    var row = Transaction(
      coinId: coin(&dice), type: Int.random(in: 0..<3, using: &dice) == 0 ? .sell : .buy,
      amount: Quantity(Int.random(in: 1...9, using: &dice)),
      pricePerCoin: Price(Int.random(in: 1...997, using: &dice)) / 7, date: date(&dice),
      valuation: Int.random(in: 0..<4, using: &dice) == 0 ? Valuation(kind: .dailyPrice) : nil)
    row.account = account(&dice)
    return row
  }

  /// The sale of the whole balance of a coin, which closes its cycle.
  private func held(_ dice: inout SeededGenerator) throws -> Transaction? {
    let id = coin(&dice)
    guard
      let open = try service.ledger.positions().summaries.first(where: { $0.coinId == id })?.open
    else { return nil }
    return Transaction(
      coinId: id, type: .sell, amount: open.exact.balance, pricePerCoin: 11,
      date: today.start.addingTimeInterval(TimeInterval(Int.random(in: 0..<3600, using: &dice))))
  }

  private func transfer(_ dice: inout SeededGenerator) throws {
    let (first, second, date, coin) = (UUID(), UUID(), date(&dice), coin(&dice))
    let amount = Quantity(Int.random(in: 1...5, using: &dice))
    let moves = [
      Move(
        id: first, account: "Kraken", coinId: coin, amount: -amount, date: date, transfer: second),
      Move(
        id: second, account: "Ledger", coinId: coin, amount: amount, date: date, transfer: first),
    ]
    try service.ledger.add([], moves: moves, label: "transfer", clock: { service.now })
  }

  private func migration(
    of row: Transaction, _ dice: inout SeededGenerator
  ) -> [Transaction] {
    let (link, date) = (UUID(), date(&dice))
    return [("sell", row.coinId), ("buy", "d")].map { type, coin in
      Transaction(
        coinId: coin, type: TransactionType(rawValue: type) ?? .buy, amount: 1, pricePerCoin: 0,
        date: date, kind: .migrate, link: link)
    }
  }
}
