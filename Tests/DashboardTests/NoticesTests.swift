import Exact
import CellGrid
@testable import Dashboard
import FoundationEssentials
import Portfolio
import Testing

/// Messages are shown whole and kept in order, and questions apply to the rows that they name.
///
/// - Undoing many rows asks with their number.
/// - A missing ledger is reported and only recreated on request.
/// - A row that another process deleted is reported, and its keys do not act on the next one.
/// - A filter takes several words and the beginning of a date.
@Suite struct Notices {
  private static let many = LedgerPreview(
    mark: ChangeMark(number: 7, hash: "5f"), label: "import trades.csv", date: nil, added: 500)

  @Test func `undoing many rows asks with the count, and yes is about those rows`() {
    var driven = Driven(tab: .transactions)
    #expect(driven.type("u") == [.step(.undo)])
    #expect(driven.state.showsPendingAt != nil)
    driven.send(.previewed(.undo, Self.many))
    #expect(driven.state.showsPendingAt == nil, "a question is an answer")
    #expect(driven.text.contains("Undo \"import trades.csv\"?"))
    #expect(driven.text.contains("It changes 500 rows: 500 deleted"))
    #expect(driven.press(.character("n")).isEmpty)
    var moves = Self.many
    (moves.added, moves.moves) = (24, 6)
    driven.send(.previewed(.undo, moves))
    #expect(driven.text.contains("It changes 30 rows: 24 deleted, 6 moves"))
    #expect(driven.press(.character("n")).isEmpty)
    (moves.added, moves.moves) = (2, 1)
    driven.send(.previewed(.undo, moves))
    #expect(driven.text.contains("It changes 3 rows: 2 deleted, 1 move "))
    #expect(driven.press(.character("n")).isEmpty)
    driven.send(.previewed(.redo, Self.many))
    #expect(driven.press(.character("y")) == [.step(.redo, confirmed: Self.many.mark)])
  }

  @Test func `nothing to undo is said`() {
    var driven = Driven()
    #expect(driven.send(.stepped(.undo, nil)).isEmpty)
    #expect(driven.text.contains("Nothing to undo"))
  }

  @Test func `a missing ledger is reported, still shown, and not recreated without asking`() {
    var driven = Driven(tab: .transactions)
    driven.send(.ledgerGone("/home/me/bitpal.sqlite"))
    #expect(driven.text.contains("The ledger is missing: /home/me/bitpal.sqlite"))
    #expect(driven.text.contains("2026-02-11"), "what was read last stays")
    driven.press(.down)
    #expect(driven.press(.character("e"), .character("d")).isEmpty)
    driven.press(.character("a"))
    #expect(driven.text.contains("Begin a new ledger?"))
    #expect(driven.press(.character("n")).isEmpty)
    #expect(driven.press(.character("a"), .character("y")) == [.beginLedger])
    driven.send(.ledgerFound)
    driven.press(.character("a"))
    #expect(driven.state.context == .form)
  }

  @Test func `without messages the log says so`() {
    var driven = Driven()
    driven.type("!")
    #expect(driven.text.contains("No messages yet"))
    driven.press(.escape)
    #expect(!driven.text.contains("No messages yet"))
  }

  @Test func `a path that is longer than the line is broken, not cut`() {
    var driven = Driven(60, 12)
    let path = "/home/someone/with/a/very/long/folder/name/and/another/one/BitpalShared.sqlite"
    driven.send(.failed("The ledger is missing: \(path)"))
    #expect(!driven.text.contains("…"))
    let letters = driven.text.filter { !$0.isWhitespace && !"│╭╮╰╯─".contains($0) }
    #expect(letters.contains(path))
  }

  @Test func `a filtered list says how many rows there are in all`() {
    var driven = Driven(80, 24, tab: .transactions)
    driven.type("/sol buy")
    #expect(driven.row(0).contains("1 of 2, 12 in all  /sol buy"))
  }

  @Test func `messages are kept, whole and in order`() {
    var driven = Driven()
    let long = "The disk is full: " + String(repeating: "much too long a path ", count: 8)
    driven.send(.failed(long))
    #expect(driven.text.contains("The disk is full"))
    driven.send(.failed("The second"))
    driven.press(.down, .character("!"))
    let first = driven.text.firstRange(of: "The disk is full")
    let second = driven.text.firstRange(of: "The second")
    #expect(first != nil && second != nil)
    driven.press(.escape)
    #expect(driven.state.context == .home)
  }

  @Test func `a write that takes long shows itself after a fifth of a second`() {
    var driven = Driven(tab: .transactions)
    driven.press(.character("d"), .character("y"))
    #expect(!driven.text.contains("Saving"))
    #expect(driven.state.showsPendingAt == driven.now.addingTimeInterval(0.2))
    driven.now += 0.25
    #expect(driven.text.contains("Saving"))
    driven.send(.applied(.delete(Sample.transactions[0])))
    #expect(!driven.text.contains("Saving"))
    #expect(driven.state.showsPendingAt == nil)
  }

  @Test func `a row deleted elsewhere is said to be gone, and its keys do not act on the next one`()
  {
    var driven = Driven(tab: .transactions)
    driven.press(.down)
    driven.send(
      .portfolioChanged(Sample.data(Sample.transactions.filter { $0.coinId != "ethereum" })))
    driven.press(.down)
    driven.send(.portfolioChanged(Sample.data(Array(Sample.transactions.prefix(3)))))
    #expect(driven.press(.character("y")).isEmpty)
    #expect(driven.text.contains("was deleted elsewhere"))
  }

  @Test func `commands rank whole words, coins open, and scattered letters find nothing`() {
    var driven = Driven()
    driven.type(":btc")
    driven.press(.enter)
    #expect(driven.state.context == .coin)
    #expect(driven.text.contains("Bitcoin"))
    driven.press(.escape)
    driven.type(":theme")
    #expect(!driven.text.contains("Mouse off"))
  }

  @Test(arguments: [
    ("bitcoin 2024", 2), ("2024-12", 1), ("sell 2025", 2), ("eth buy 2024-02", 1), ("btc 1999", 0),
  ])
  func `a filter takes several words and the beginning of dates`(text: String, count: Int) {
    var driven = Driven(120, 40, tab: .transactions)
    driven.type("/" + text)
    let rows = driven.lines(with: "  20") + driven.lines(with: "› 20")
    #expect(Set(rows).count == count)
  }
}

/// Chart pages read their data once and say what it does not contain.
///
/// - A range with too few prices is replaced, and the page says so.
/// - A series ends with the total, and the page says how many coins it has.
/// - With privacy on, a chart has no amounts.
/// - The cursor shows a date and a value.
@Suite struct ChartPages {
  private static let series = Sample.series(
    (0..<400).map { day in
      PriceSeries.Point(
        Sample.now.addingTimeInterval(Double(day - 400) * 86_400), ExactDecimal(30_000 + day))
    })

  @Test func `pages ask for what they draw, once`() {
    var driven = Driven(120, 40)
    #expect(driven.state.wantedReadings == [.series(.portfolio)])
    driven.send(.requested(.series(.portfolio)))
    #expect(driven.state.wantedReadings.isEmpty)
    #expect(driven.text.contains("Reading the history"))
    driven.send(.seriesRead(.portfolio, Self.series))
    #expect(driven.text.contains("in 30 days"))
    driven.press(.character(">"))
    #expect(driven.text.contains("in a year"))
  }

  @Test func `an old figure does not begin a range, and another range is said to be shown`() {
    let old = Sample.series(
      Self.series.days.map { point in
        let age = Sample.now.timeIntervalSince(point.date)
        return PriceSeries.Point(point.date, age < 40 * 86_400 ? nil : point.value)
      })
    var driven = Driven(120, 40, tab: .charts)
    driven.send(.seriesRead(.portfolio, old))
    #expect(driven.text.contains("in a year; too few figures in 30 days"))
    driven.press(.character("A"))
    #expect(!driven.text.contains("too few figures"))
  }

  @Test func `a series ends with the total, and says which coins lack in it`() {
    for (columns, rows) in [(40, 12), (80, 24), (120, 40)] {
      var driven = Driven(columns, rows, tab: .charts)
      driven.send(.seriesRead(.portfolio, Sample.series(Self.series.days, leavingOut: [])))
      #expect(driven.state.present(.portfolio) == nil, "the total has a coin less")
      driven.send(.seriesRead(.portfolio, Self.series))
      #expect(driven.state.present(.portfolio) == driven.state.data?.positions.summary.totalValue)
      #expect(driven.text.contains("5 of 6") || driven.text.contains("5/6"), "\(driven.text)")
    }
  }

  @Test func `earlier values without a current one have no change, and the reason is named`() {
    var driven = Driven(120, 40, tab: .charts)
    let unpriced = Sample.transactions.filter { $0.coinId == "wide" }
    driven.send(.portfolioChanged(Sample.data(unpriced)))
    var series = Self.series
    series.bases = [:]
    driven.send(.seriesRead(.portfolio, series))
    #expect(driven.text.contains("No current value"), "\(driven.text)")
    series = Sample.series([Self.series.days[399]])
    series.bases = [:]
    driven.send(.seriesRead(.portfolio, series))
    #expect(driven.text.contains("No earlier figure yet"), "\(driven.text)")
  }

  @Test func `masked, a chart tells no amount`() {
    var driven = Driven(120, 40, tab: .charts)
    driven.send(.seriesRead(.portfolio, Self.series))
    #expect(driven.text.contains("$30"))
    driven.press(.character("p"))
    #expect(!driven.text.contains("$3"))
  }

  @Test func `the cursor names a date and a figure`() {
    var driven = Driven(120, 40, tab: .charts)
    driven.send(.seriesRead(.portfolio, Self.series))
    driven.press(.left, .left)
    #expect(driven.text.contains("2026-04-2"))
    driven.press(.escape)
    #expect(driven.text.contains("High"))
  }
}
