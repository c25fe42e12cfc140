import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

@testable import Dashboard

/// Transfers, deposits and withdrawals, shown in place of the transactions.
@Suite struct MovesOnTheirPage {
  private func moves(_ keys: String = "", columns: Int = 100) -> Driven {
    var driven = Driven(columns, 24)
    driven.openMoves(keys)
    return driven
  }

  @Test func `t shows the moves, newest first, a transfer on one line`() {
    var driven = moves()
    #expect(driven.state.context == .moves && driven.state.tab == .transactions)
    let days = ["2026-03-02", "2025-09-09", "2025-05-01", "2024-05-05"]
    for (row, day) in days.enumerated() { #expect(driven.row(row + 2).contains(day)) }
    let words = driven.row(2).split(separator: " ").map(String.init)
    #expect(
      words.prefix(8) == ["›", "2026-03-02", "Transfer", "BTC", "0.1", "Coinbase", "→", "Ledger"])
    #expect(words.contains("0.0001"))
    #expect(driven.lines(with: "open").count == 2)
    #expect(driven.row(0).contains("Moves  t transactions"))
    #expect(driven.row(0).contains("1 of 4"))
    #expect(!driven.text.contains("\u{1B}"))
    driven.type("t")
    #expect(driven.state.context == .transactions)
    #expect(driven.row(0).contains("Transactions  t 4 moves, 2 open"))
  }

  @Test func `a click on their number shows them, and esc goes back`() {
    var driven = Driven(100, 24)
    driven.send(.portfolioChanged(Sample.moved))
    driven.type("3")
    driven.click("4 moves")
    #expect(driven.state.context == .moves)
    driven.type("/eth")
    driven.press(.enter, .escape)
    #expect(driven.state.context == .moves, "the filter goes first")
    driven.press(.escape)
    #expect(driven.state.context == .transactions)
    driven.type("t13")
    #expect(driven.state.context == .transactions, "a page opens as it is called")
  }

  @Test(arguments: [
    ("ledger", ["2026-03-02"]), ("kraken", ["2025-09-09", "2025-05-01"]),
    ("old wallet", ["2025-05-01"]), ("bitcoin", ["2026-03-02"]), ("open sol", ["2025-09-09"]),
    ("transfer", ["2026-03-02", "2024-05-05"]), ("2025", ["2025-09-09", "2025-05-01"]),
    ("冷", ["2024-05-05"]), ("nothing", []),
  ]) func `a filter finds coins, both accounts, notes, kinds and days`(
    typed: String, days: [String]
  ) {
    let driven = moves("/" + typed)
    let all = ["2026-03-02", "2025-09-09", "2025-05-01", "2024-05-05"]
    #expect(all.filter { driven.text.contains($0) } == days)
    #expect(driven.text.contains("No move matches") == days.isEmpty)
  }

  @Test func `a press selects a move, and a second one opens its coin`() {
    var driven = moves()
    driven.click("2025-05-01")
    #expect(driven.state.selectedMove == Sample.moves[2])
    #expect(driven.lines(with: "›").contains { $0.contains("2025-05-01") })
    driven.click("2025-05-01")
    #expect(driven.state.coin?.coinID == "ethereum")
  }

  @Test func `d asks about what it shows and deletes that alone`() {
    var driven = moves("d")
    #expect(
      driven.text.contains(
        "Delete the transfer of 0.1 BTC, Coinbase → Ledger, on 2026-03-02?"))
    #expect(driven.text.contains("Both halves are deleted, with the fee of 0.0001 BTC."))
    #expect(driven.type("n").isEmpty)
    driven.type("d")
    #expect(driven.type("y") == [.apply(.deleteMove(Sample.moves[0]))])
    driven.send(.applied(.deleteMove(Sample.moves[0])))
    #expect(driven.text.contains("Deleted: Transfer 0.1 BTC to Ledger; u brings it back"))
  }

  @Test func `e opens the form of the move, and only what was changed is written`() {
    var driven = moves("e")
    #expect(driven.text.contains("Edit the move"))
    for text in ["Coinbase", "Ledger", "0.0001 bitcoin", "[Transfer]"] {
      #expect(driven.text.contains(text), "\(text)")
    }
    #expect(driven.state.form?.kinds == [.transfer], "a transfer stays one")
    driven.press(.tab, .tab)
    driven.type("Trezor")
    var said = EventTerms()
    said.toAccount = "Trezor"
    let id = Sample.moves[0].moves[0].id
    let change = DashboardChange.edit(id, shown: Sample.moves[0], said)
    #expect(driven.press(.ctrl("s")) == [.apply(change)])
    driven.send(.applied(change))
    #expect(driven.text.contains("Changed: Transfer 0.1 BTC to Trezor"))
  }

  @Test func `an edit of nothing writes nothing`() {
    for keys in ["e", "je", "jje", "jjje"] {
      var driven = moves(keys)
      #expect(driven.state.form != nil)
      #expect(driven.press(.ctrl("s")).isEmpty)
      #expect(driven.state.form == nil)
    }
  }

  @Test func `a transfer is what one adds here`() {
    var driven = moves("a")
    #expect(driven.state.form?.entry.kind == .transfer)
    driven = Driven(100, 24, tab: .transactions)
    driven.type("a")
    #expect(driven.state.form?.entry.kind == .buy)
  }

  @Test func `masks hide amounts, fees and notes`() {
    let driven = moves("p")
    for text in ["0.1 ", "0.0001", "old wallet", "12 "] { #expect(!driven.text.contains(text)) }
    #expect(driven.row(2).contains("•••••"))
  }

  @Test func `undo of moves is announced with the name of the change`() {
    var driven = moves()
    driven.send(.labeledStep(.undo, LedgerStep(rows: []), label: "delete transfer"))
    #expect(driven.text.contains("Undone: delete transfer"))
    let one = LedgerPreview(
      mark: ChangeMark(number: 1, hash: ""), label: "", date: nil, added: 1, moves: 2)
    #expect(!one.mustAsk, "a transfer and its fee are one thing")
  }

  @Test func `a ledger of moves alone shows them`() {
    let data = Sample.data([], moves: Sample.moves.filter { $0.transactions.isEmpty })
    var driven = Driven(80, 24, tab: .transactions, data: data)
    #expect(driven.text.contains("Show transfers, deposits and withdrawals"))
    driven.type("t")
    #expect(driven.row(2).contains("2025-09-09"))
    driven.type("jd")
    #expect(driven.text.contains("Delete the deposit of 0.5 ETHEREUM, → Kraken, on 2025-05-01?"))
  }

  @Test func `a wide window shows all that is recorded of the selected move`() {
    var driven = Driven(120, 40)
    driven.openMoves("j")
    #expect(driven.text.contains("Withdrawal of 2025-09-09"))
    #expect(driven.text.contains("5x9F"))
    #expect(driven.text.contains("bitpal moves answer 00000000"))
  }
}

/// Moves that are read from a ledger on disk.
@Suite struct PagedMoves {
  private static let count = 100_000

  private static func row(_ index: Int) -> RecordedEvent {
    var event = Sample.moves[1]
    event.moves[0].amount = -Quantity(index + 1)
    return event
  }

  private static let data = DashboardData(
    positions: Sample.whole.positions,
    ledger: LedgerOutline(
      version: 1, rowCount: 1, coinIDs: ["bitcoin"], newest: [Sample.transactions[0]],
      moveCount: count, openMoveCount: count),
    entry: Sample.whole.entry)

  private func requests(_ driven: Driven) -> [RowRequest] {
    driven.state.wantedReadings.compactMap {
      if case .moves(let request) = $0 { request } else { nil }
    }
  }

  private func answer(_ request: RowRequest) -> DashboardEvent {
    let end = min(Self.count, request.offset + request.limit)
    return .movesRead(
      request, RowPage(rows: (request.offset..<end).map(Self.row), count: Self.count))
  }

  @Test func `a part is read at a time, and keys in it read nothing`() throws {
    var driven = Driven(80, 24, tab: .transactions, data: Self.data)
    #expect(requests(driven).isEmpty, "what is not shown is not read")
    driven.type("t")
    let first = try #require(requests(driven).first)
    #expect(first.offset == 0 && first.limit <= 400)
    driven.send(answer(first))
    #expect(driven.row(0).contains("1 of 100,000"))
    driven.type("jjjk")
    driven.press(.pageDown)
    #expect(requests(driven).isEmpty)
    driven.press(.end)
    let last = try #require(requests(driven).first)
    #expect(last.offset > 99_000)
    #expect(driven.row(22).contains("…"), "what is not read yet is no other row")
    driven.send(answer(last))
    #expect(driven.row(22).contains("100,000"))
  }

  @Test func `a transfer that was added is selected as soon as its place is known`() throws {
    var driven = Driven(80, 24, tab: .transactions, data: Self.data)
    driven.type("t")
    driven.send(answer(try #require(requests(driven).first)))
    let change = Driven.record(.deposit, "bitcoin", "1") { $0.account = "Kraken" }
    driven.send(.applied(change))
    let request = try #require(requests(driven).first)
    #expect(request.anchor == Driven.newID)
    driven.send(
      .movesRead(
        request,
        RowPage(rows: (0..<400).map(Self.row), count: Self.count, anchorIndex: 7)))
    #expect(driven.row(0).contains("8 of 100,000"))
  }
}

/// Moves on a very large terminal; smaller sizes are among the scenes.
@Suite struct MovesAtLarge {
  @Test(arguments: ["moves", "moves-open", "moves-empty"])
  func `they look as recorded`(scene: String) throws {
    var driven = Driven(200, 60)
    try #require(Driven.scenes.first { $0.name == scene }).open(&driven)
    try Goldens.check(driven, name: "\(scene)-200x60")
  }
}
