import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Dashboard

/// A form checks what is typed, saves it once and never loses it.
///
/// - Errors are next to their field and have the sentences of the commands.
/// - A failed write keeps the form as it was typed.
/// - A changed form asks before it closes, and deleting shows the consequence.
/// - An edit keeps the transaction's id and time.
/// - Days are those of the user's clock.
@Suite struct Forms {
  @Test func `a hint stands below its field`() throws {
    var driven = Driven(80, 24, tab: .portfolio)
    driven.type("a")
    while driven.state.form?.focus != .fee { driven.press(.tab) }
    let rows = (0..<24).map(driven.row)
    let fee = try #require(rows.firstIndex { $0.contains("› Fee") })
    #expect(rows[fee + 1].contains("like 1.5, 1.5 EUR"), "\(driven.text)")
  }

  @Test func `a sale is typed, priced and saved`() {
    var driven = Driven.form(selling: true)
    driven.type("0.1+0.05")
    #expect(driven.text.contains("Sum     $11,530.65"))
    let saved = driven.press(.ctrl("s"))
    let sale = Driven.record(.sell, "bitcoin", "0.15") {
      ($0.price, $0.currency) = (exact("76871"), "USD")
    }
    #expect(saved == [.apply(sale)])
    #expect(driven.state.context == .form, "the form stays until the ledger has answered")
    driven.send(.applied(sale))
    #expect(driven.state.context == .portfolio)
    #expect(driven.row(23).contains("Added: Sell 0.15 BTC"))
  }

  @Test func `what was saved stays said when its price cannot be fetched, and is selected`() {
    let old = Sample.row(30, "bitcoin", .buy, "1", "90000", "2025-05-05")
    var driven = Driven(tab: .transactions)
    let rows = (Sample.transactions + [old]).sorted { $0.date < $1.date }
    driven.send(.portfolioChanged(Sample.data(rows)))
    #expect(driven.lines(with: "› 2025-05-05").isEmpty)
    driven.send(.applied(Driven.record(.buy, "bitcoin", "1", id: old.id)))
    #expect(driven.lines(with: "› 2025-05-05").count == 1)
    driven.send(.failed("Prices were not fetched"))
    #expect(driven.text.contains("Added: Buy 1 BTC. Prices were not fetched"))
    driven.press(.up)
    driven.send(.failed("Prices were not fetched"))
    #expect(!driven.text.contains("Added"), "a key ends it")
    #expect(driven.lines(with: "› 2025-05-05").isEmpty, "it is selected once")
  }

  @Test func `what was deleted is named`() {
    var driven = Driven(tab: .transactions)
    driven.type("d")
    #expect(driven.text.contains("Delete the purchase of 60 SOL on 2026-02-11?"))
    let effects = driven.type("y")
    guard case .apply(let change)? = effects.first else { return #expect(Bool(false)) }
    driven.send(.applied(change))
    #expect(driven.row(23).contains("Deleted: Buy 60 SOL; u brings it back"))
  }

  @Test func `max sells all`() {
    var driven = Driven.form(selling: true)
    driven.type("max")
    #expect(driven.text.contains("Sum     $23,061.30"))
  }

  @Test func `a refused write keeps what was typed`() throws {
    var driven = Driven.form()
    driven.type("1")
    let asked = driven.press(.ctrl("s"))
    guard case .apply(let change) = try #require(asked.first) else { return }
    driven.send(.failed("Prices did not come"))
    #expect(driven.press(.ctrl("s")) == [], "it is being written already")
    driven.send(.notApplied(change, "The disk is full"))
    #expect(driven.state.context == .form)
    #expect(driven.row(23).contains("The disk is full"))
    #expect(driven.press(.ctrl("s")).count == 1)
  }

  @Test func `a form that is being written is left without a question`() throws {
    var driven = Driven.form()
    driven.type("1")
    let asked = driven.press(.ctrl("s"))
    guard case .apply(let change) = try #require(asked.first) else { return }
    driven.press(.escape)
    #expect(driven.state.context == .portfolio)
    driven.type("a")
    driven.send(.applied(change))
    #expect(driven.state.context == .form, "the next form is another")
    #expect(driven.row(23).contains("Added: Buy 1 BTC"))
  }

  @Test(arguments: [
    ("5", "You only own 0.3 bitcoin. Cannot sell 5."),
    ("0", "Amount must be greater than zero"),
    ("1,5", "Write it without a comma, like 1234.5"),
    ("1x", "That is not a number; write it like 0.25"),
    ("5 5", "That is not a number; write it like 0.25"),
    ("-1", "Amount must be greater than zero"),
  ])
  func `errors are next to the field as typed`(amount: String, error: String) {
    var driven = Driven.form(selling: true)
    driven.type(amount)
    #expect(driven.text.contains(error))
    #expect(driven.press(.ctrl("s")).isEmpty)
  }

  @Test func `a price that was left empty is missing, not too small`() {
    var driven = Driven(tab: .transactions)
    driven.type("azz")
    driven.press(.tab)
    driven.type("1")
    driven.press(.tab)
    driven.press(.ctrl("s"))
    #expect(driven.text.contains("Price is missing"), "\(driven.text)")
    #expect(!driven.text.contains("greater than zero"))
  }

  @Test func `an error below a line of two fields names its own`() {
    var driven = Driven.form(selling: true)
    driven.type("0.1")
    driven.press(.tab)
    driven.type("1x")
    driven.press(.tab)
    #expect(driven.lines(with: "Price: That is not a number").count == 1)
    driven.type("0")
    driven.press(.tab)
    #expect(driven.lines(with: "Price: That is not a number").count == 1)
    #expect(driven.lines(with: "  Total must be greater than zero").count == 1)
  }

  @Test(arguments: [
    ("2027-01-01", "Transaction date cannot be in the future"),
    ("2026-04-29", "Transaction date cannot be in the future"),
    ("someday", "Write the day like 2026-04-28, or yesterday"),
    ("2024-01-01", "On 2024-01-01, you only owned 0"),
  ])
  func `dates are checked`(date: String, error: String) {
    var driven = Driven.form(selling: true)
    driven.type("0.1")
    driven.press(.tab, .tab, .tab)
    for _ in 0..<10 { driven.press(.backspace) }
    driven.type(date)
    driven.press(.tab)
    #expect(driven.text.contains(error))
  }

  @Test(arguments: [9.0, -8.0, 5.75])
  func `days are those of the user's clock`(hoursEast: Double) throws {
    let calendar = LocalCalendar(
      name: "here", zone: ZoneTable(secondsEast: Int(hoursEast * 3600)))
    var driven = Driven(calendar: calendar)
    driven.type("a")
    let today = calendar.today(at: driven.now).text
    driven.click("Bitcoin  bitcoin")
    #expect(driven.lines(with: "Date").contains { $0.contains(today) })
    driven.press(.tab)
    driven.type("1")
    driven.press(.tab)
    driven.type("5")
    driven.press(.tab, .tab)
    driven.type("2026-04-01")
    driven.press(.ctrl("s"))
    guard case .apply(.record(let terms, _)) = try #require(driven.effects.last) else {
      Issue.record("nothing was sent: \(driven.text)")
      return
    }
    let date = try #require(terms.date)
    #expect(calendar.dayText(date) == "2026-04-01" && date.utcDayText == "2026-04-01")
  }

  @Test func `a sale before a sale names the one it uncovers`() {
    var driven = Driven.form(selling: true)
    driven.type("0.4")
    driven.press(.tab, .tab, .tab)
    for _ in 0..<10 { driven.press(.backspace) }
    driven.type("2024-03-03")
    #expect(driven.text.contains("On 2024-12-20, you only owned 0.1"))
  }

  @Test func `the mouse chooses coin, kind and field`() {
    var driven = Driven()
    driven.type("a")
    driven.click("Ethereum  ethereum")
    driven.click(" Sell ")
    #expect(driven.text.contains("[Sell]"))
    driven.click("Notes")
    driven.type("by hand")
    #expect(driven.text.contains("Notes   by hand"))
    driven.click("Amount")
    driven.type("max")
    #expect(driven.text.contains("of 3 ETH; max sells all"))
    #expect(driven.click("Ctrl-S save").count == 1)
  }

  @Test func `an untouched form closes, a changed one asks`() {
    var driven = Driven.form()
    driven.press(.escape)
    #expect(driven.state.context == .portfolio)
    driven = Driven.form()
    driven.type("1")
    driven.press(.escape)
    #expect(driven.text.contains("Leave without saving?"))
    driven.type("n")
    #expect(driven.state.context == .form)
    driven.press(.escape)
    driven.type("y")
    #expect(driven.state.context == .portfolio)
    #expect(driven.effects.isEmpty)
  }

  @Test func `an edit keeps identity and instant`() {
    var driven = Driven(tab: .transactions)
    driven.type("e")
    driven.press(.end, .backspace)
    driven.type("5")
    let before = Sample.transactions.last
    var said = EventTerms()
    said.amount = 65
    #expect(
      driven.press(.ctrl("s"))
        == before.map { [.apply(.edit($0.id, shown: RecordedEvent(transactions: [$0]), said))] })
  }

  @Test func `the first character replaces a filled-in text, a moved caret edits it`() {
    var driven = Driven.form()
    driven.type("1")
    driven.press(.tab)
    #expect(driven.text.contains("Price   76871"))
    driven.type("5")
    #expect(driven.text.contains("Price   5▁"))
    driven.type("0")
    #expect(driven.text.contains("Price   50▁"))
    driven = Driven.form()
    driven.press(.tab)
    driven.press(.backspace)
    #expect(driven.text.contains("Price   ▁"), "what is selected is erased as a whole")
    driven = Driven.form()
    driven.press(.tab, .left)
    driven.type("9")
    #expect(driven.text.contains("Price   768791"))
  }

  @Test func `a gift has no price`() {
    var driven = Driven.form()
    driven.press(.up)
    driven.type("g")
    #expect(!driven.text.contains("Price   "))
    driven.press(.tab)
    driven.type("1")
    #expect(driven.press(.ctrl("s")) == [.apply(Driven.record(.gift, "bitcoin", "1"))])
  }

  @Test func `deleting asks with its consequence`() {
    var driven = Driven(tab: .transactions)
    driven.press(.end)
    driven.press(.up)
    driven.type("d")
    #expect(driven.text.contains("Cannot sell"), "the later sale keeps its buy")
    driven.press(.home)
    driven.type("d")
    #expect(driven.text.contains("Delete the purchase of 60 SOL on 2026-02-11?"))
    #expect(driven.text.contains("You will own no SOL."))
    driven.type("n")
    #expect(driven.effects.isEmpty)
    driven.type("d")
    let shown = Sample.transactions.last
    #expect(driven.type("y") == shown.map { [.apply(.delete($0))] })
  }

  @Test func `money is what the commands take as money`() {
    var driven = Driven.form()
    driven.type("1")
    driven.press(.tab, .tab, .tab, .tab, .tab)
    driven.type("XYZ")
    driven.press(.tab)
    #expect(driven.text.contains("bitpal does not know that currency"))
    driven.type("1 XYZ")
    driven.press(.tab)
    #expect(driven.text.contains("Write a fee like 1.5"))
    driven.press(.backTab)
    driven.press(.ctrl("u"))
    driven.type("1 eur")
    driven.press(.backTab, .ctrl("u"))
    driven.type("eur")
    driven.press(.tab)
    #expect(!driven.text.contains("Write a fee") && !driven.text.contains("does not know"))
  }
}
