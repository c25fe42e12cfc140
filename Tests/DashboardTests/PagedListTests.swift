import BitpalTesting
import CellGrid
import Exact
import Portfolio
import Testing
import WidgetTimeline

@testable import Dashboard

/// Lists read from a ledger on disk: which pages are requested, and what is shown meanwhile.
@Suite struct PagedLists {
  private static let count = 100_000

  private static func row(_ index: Int) -> Transaction {
    var transaction = Sample.row(1, "bitcoin", .buy, "1", "2", "2025-01-01")
    transaction.amount = Quantity(index + 1)
    return transaction
  }

  private static func data(version: Int = 1) -> DashboardData {
    DashboardData(
      positions: Sample.whole.positions,
      ledger: LedgerOutline(
        version: version, rowCount: count, coinIDs: ["bitcoin"],
        newest: (0..<LedgerOutline.newestCount).map(row)),
      entry: Sample.whole.entry)
  }

  private func requests(_ driven: Driven) -> [RowRequest] {
    driven.state.wantedReadings.compactMap {
      if case .rows(let request) = $0 { request } else { nil }
    }
  }

  private func answer(_ request: RowRequest, count: Int = count) -> DashboardEvent {
    let end = min(count, request.offset + request.limit)
    return .rowsRead(
      request, RowPage(rows: (request.offset..<end).map(Self.row), count: count))
  }

  @Test func `the newest are shown before anything is read`() {
    let driven = Driven(80, 24, tab: .transactions, data: Self.data())
    #expect(driven.row(2).contains("› 2025-01-01"))
    #expect(driven.row(0).contains("1 of 100,000"))
    #expect(requests(driven).isEmpty)
  }

  @Test func `going to the end asks for the end alone`() throws {
    var driven = Driven(80, 24, tab: .transactions, data: Self.data())
    driven.press(.end)
    let request = try #require(requests(driven).first)
    #expect(request.offset > 99_000 && request.limit <= 400)
    #expect(driven.row(22).contains("…"), "what is not read yet is no other row")
    driven.send(.requested(.rows(request)))
    #expect(requests(driven).isEmpty, "it is asked for once")
    driven.send(answer(request))
    #expect(driven.row(22).contains("100,000"))
    #expect(driven.row(0).contains("100,000 of 100,000"))
    #expect(requests(driven).isEmpty)
  }

  @Test func `a filter keeps the old rows until its own are read`() throws {
    var driven = Driven(80, 24, tab: .transactions, data: Self.data())
    driven.type("/bit 2025")
    let request = try #require(requests(driven).last)
    #expect(request.filter == "bit 2025")
    #expect(request.words.map(\.text) == ["bit", "2025"])
    #expect(request.words[0].coinIDs == ["bitcoin"])
    #expect(request.words[1].dayDigits == "2025")
    #expect(driven.row(2).contains("2025-01-01"))
    driven.send(answer(request, count: 7))
    #expect(driven.row(0).contains("1 of 7, 100,000 in all  /bit 2025"))
    var outdated = request
    outdated.filter = "bit"
    driven.send(answer(outdated, count: 9))
    #expect(driven.row(0).contains("1 of 7"), "rows of another filter are left")
  }

  @Test func `a sort asks where the selected row went`() throws {
    var driven = Driven(80, 24, tab: .transactions, data: Self.data())
    driven.press(.down)
    let selected = try #require(driven.state.transactions.selected)
    driven.type("ss")
    driven.press(.escape)
    driven.click("Amount")
    let request = try #require(requests(driven).last)
    #expect(request.order == TransactionOrder(.amount))
    #expect(request.anchor == selected.id)
    driven.send(
      .rowsRead(
        request,
        RowPage(rows: (0..<400).map(Self.row), count: Self.count, anchorIndex: 70_000)))
    #expect(driven.row(0).contains("70,001 of 100,000"))
    #expect(requests(driven).last.map { $0.offset > 69_000 } == true)
  }

  @Test func `rows read from an older ledger are requested again`() throws {
    var driven = Driven(80, 24, tab: .transactions, data: Self.data())
    driven.send(.portfolioChanged(Self.data(version: 2)))
    let request = try #require(requests(driven).last)
    #expect(request.version == 2)
  }
}

/// Rows can be numbered, and a list that is longer than the window has a scroll bar.
@Suite struct Numbering {
  @Test func `N numbers the rows and takes the numbers away`() {
    var driven = Driven(80, 24, tab: .transactions)
    driven.type("N")
    #expect(driven.row(2).contains(" 1 › "))
    #expect(driven.row(12).contains("11   "))
    driven.type("N")
    #expect(!driven.row(2).contains("1 ›"))
  }

  @Test func `a list that is longer than its room has a bar`() {
    var driven = Driven(80, 10, tab: .transactions)
    #expect(driven.text.contains("┃"))
    driven.send(.resize(columns: 80, rows: 24))
    #expect(!driven.text.contains("┃"))
  }
}
