import BitpalTesting
import Dashboard
import FoundationEssentials
import Portfolio
import Testing

@Suite struct Forms {
  /// A form for another buy or sale of bitcoin, standing in the amount.
  private func form(selling: Bool = false) -> Driven {
    var driven = Driven(tab: .portfolio)
    driven.type("a")
    if selling { driven.press(.right) }
    driven.press(.tab)
    return driven
  }

  @Test func `a sale is typed, priced and saved`() {
    var driven = form(selling: true)
    driven.type("0.1+0.05")
    #expect(driven.text.contains("Total   $11,530.65"))
    let saved = driven.press(.ctrl("s"))
    let sale = Transaction(
      id: Driven.newID, coinId: "bitcoin", type: .sell, amount: exact("0.15"),
      pricePerCoin: exact("76871"), date: Sample.now)
    #expect(saved == [.apply(.add([sale]))])
    #expect(driven.state.context == .form, "the form stays until the ledger has answered")
    driven.take(.applied(.add([sale])))
    #expect(driven.state.context == .portfolio)
    #expect(driven.row(23).contains("Added: Sell 0.15 BTC"))
  }

  @Test func `max sells all`() {
    var driven = form(selling: true)
    driven.type("max")
    #expect(driven.text.contains("Total   $23,061.30"))
  }

  @Test func `a refused write keeps what was typed`() throws {
    var driven = form()
    driven.type("1")
    let asked = driven.press(.ctrl("s"))
    guard case .apply(let change) = try #require(asked.first) else { return }
    driven.take(.failed("Prices did not come"))
    #expect(driven.press(.ctrl("s")) == [], "it is being written already")
    driven.take(.notApplied(change, "The disk is full"))
    #expect(driven.state.context == .form)
    #expect(driven.row(23).contains("The disk is full"))
    #expect(driven.press(.ctrl("s")).count == 1)
  }

  @Test func `a form that is being written is left without a question`() throws {
    var driven = form()
    driven.type("1")
    let asked = driven.press(.ctrl("s"))
    guard case .apply(let change) = try #require(asked.first) else { return }
    driven.press(.escape)
    #expect(driven.state.context == .portfolio)
    driven.type("a")
    driven.take(.applied(change))
    #expect(driven.state.context == .form, "the next form is another")
    #expect(driven.row(23).contains("Added: Buy 1 BTC"))
  }

  @Test(arguments: [
    ("5", "You only own 0.3 bitcoin. Cannot sell 5."),
    ("0", "Amount must be greater than zero"),
    ("1,5", "Write it without a comma, like 1234.5"),
    ("1x", "That is no number; write it like 0.25"),
    ("-1", "Amount must be greater than zero"),
  ])
  func `errors stand beside the field as typed`(amount: String, error: String) {
    var driven = form(selling: true)
    driven.type(amount)
    #expect(driven.text.contains(error))
    #expect(driven.press(.ctrl("s")).isEmpty)
  }

  @Test(arguments: [
    ("2027-01-01", "Transaction date cannot be in the future"),
    ("2026-04-29", "In UTC it is still 2026-04-28"),
    ("yesterday", "Write the day like 2026-04-28"),
    ("2024-01-01", "You only own 0 bitcoin. Cannot sell 0.1. The sale"),
  ])
  func `dates are checked`(date: String, error: String) {
    var driven = form(selling: true)
    driven.type("0.1")
    driven.press(.tab, .tab)
    for _ in 0..<10 { driven.press(.backspace) }
    driven.type(date)
    driven.press(.tab)
    #expect(driven.text.contains(error))
  }

  @Test func `a sale before a sale names the one it uncovers`() {
    var driven = form(selling: true)
    driven.type("0.4")
    driven.press(.tab, .tab)
    for _ in 0..<10 { driven.press(.backspace) }
    driven.type("2024-03-03")
    #expect(driven.text.contains("The sale"))
    #expect(driven.text.contains("2024-12-20 would not be covered."))
  }

  @Test func `coins are searched as typed, owned ones first`() {
    var driven = Driven()
    driven.type("a")
    #expect(driven.text.contains("›BTC     Bitcoin  bitcoin"))
    #expect(driven.type("s") == [.searchCoins("s")])
    #expect(driven.lines(with: "owned").map { $0.contains("SOL") } == [true, false])
    let sui = Coin(id: "sui", symbol: "sui", name: "Sui", currentPrice: exact("0.93"))
    let nameless = Coin(id: "ethereum", symbol: "eth", name: "Ethereum")
    driven.take(.coinsFound(query: "s", [sui, nameless]))
    let owned = driven.lines(with: "owned")
    #expect(owned.count == 3 && owned[0].contains("ETH"), "found ones that are owned come first")
    #expect(!driven.lines(with: "SUI")[0].contains("owned"))
    driven.take(.coinsFound(query: "older", []))
    #expect(driven.text.contains("SUI"), "an answer to an older question is dropped")
    driven.press(.up, .enter)
    #expect(driven.text.contains("SUI  sui"))
    #expect(driven.text.contains("Price   0.93"))
    #expect(driven.text.contains("› Kind"))
  }

  @Test func `a coin nobody knows is told as it is typed`() {
    var driven = Driven()
    driven.type("axyzzy")
    #expect(!driven.text.contains("not found"), "nobody has answered yet")
    driven.take(.coinsFound(query: "xyzzy", []))
    #expect(driven.text.contains("Cryptocurrency 'xyzzy' not found"))
    driven.press(.ctrl("u"))
    #expect(!driven.text.contains("not found"))
    driven.press(.tab, .ctrl("s"))
    #expect(driven.state.context == .form)
    driven.press(.tab)
    #expect(driven.text.contains("Choose a coin from the list"))
  }

  @Test func `a coin is chosen by its arrow keys, and another typed over it`() {
    var driven = Driven()
    driven.type("a")
    driven.press(.down, .down, .enter)
    #expect(driven.text.contains("Coin    SOL  solana"))
    #expect(driven.text.contains("Price   84"))
    driven.press(.backTab)
    driven.type("b")
    #expect(driven.text.contains("›BTC"))
    driven.press(.tab)
    #expect(driven.text.contains("Coin    BTC  bitcoin"))
    #expect(
      driven.text.contains("Price   76871"), "the price of the coin that was left is not kept")
  }

  @Test func `a typed price stays whatever coin is taken`() {
    var driven = form()
    driven.press(.tab, .ctrl("u"))
    driven.type("70000")
    driven.press(.backTab, .backTab, .backTab)
    driven.type("so")
    driven.press(.enter)
    #expect(driven.text.contains("SOL  solana"))
    #expect(driven.text.contains("Price   70000"))
  }

  @Test func `text is changed in its middle`() {
    var driven = form()
    driven.type("1024")
    driven.press(.left, .left, .backspace)
    #expect(driven.text.contains("Amount  124"))
    driven.type(".")
    driven.press(.delete, .end)
    driven.type("5")
    #expect(driven.text.contains("Amount  1.45"))
    driven.press(.home)
    driven.type("3")
    #expect(driven.text.contains("Amount  31.45"))
    driven.press(.ctrl("u"))
    driven.type("7")
    #expect(driven.text.contains("Total   $538,097.00"))
  }

  @Test(arguments: ["e\u{301}", "🇺🇸", "👨‍👩‍👧", "日本", "\u{301}"])
  func `marks that join the character before them are typed and erased`(text: String) {
    var driven = form()
    driven.press(.tab, .tab, .tab)
    for scalar in text.unicodeScalars { driven.take(.key(.character(Character(scalar)))) }
    driven.type("x")
    driven.press(.left, .left)
    driven.type("y")
    driven.press(.end)
    driven.type("z")
    #expect(driven.lines(with: "› Notes")[0].contains("xz"))
    for _ in 0..<20 { driven.press(.home, .delete, .end, .backspace) }
    driven.type("w")
    #expect(driven.lines(with: "› Notes")[0].contains("Notes   w"))
  }

  @Test func `the focused field is marked without room for a frame too`() {
    var driven = Driven(30, 8, tab: .transactions)
    driven.type("e")
    #expect(driven.text.contains("› Amount  60"))
  }

  @Test func `a number typed where the kind is chosen is the amount`() {
    var driven = Driven(tab: .portfolio)
    driven.type("a0.5")
    #expect(driven.text.contains("› Amount  0.5"))
    #expect(driven.text.contains("[Buy]"))
  }

  @Test func `whoever owns nothing yet chooses among the best coins`() {
    var driven = Driven(data: Sample.empty)
    #expect(driven.type("a") == [.searchCoins("")])
    driven.take(
      .coinsFound(query: "", [Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin")]))
    driven.click("Bitcoin  bitcoin")
    #expect(driven.text.contains("Coin    BTC  bitcoin"))
    driven.press(.backTab, .ctrl("u"))
    driven.take(.coinsFound(query: "", []))
    #expect(!driven.text.contains("not found"), "nothing is typed that could be unknown")
  }

  @Test func `what is pasted is one line of text, and looked up once`() {
    var driven = form()
    #expect(driven.take(.pasted(" 0.25\n")) == [])
    #expect(driven.text.contains("Total   $19,217.75"))
    driven.press(.tab, .tab, .tab)
    driven.take(.pasted("one\ttwo\r\nthree\n"))
    #expect(driven.text.contains("Notes   one two three"))
    #expect(driven.state.context == .form)
    driven.press(.home, .tab, .ctrl("u"))
    #expect(driven.take(.pasted("Bitcoin")) == [.searchCoins("Bitcoin")])
  }

  @Test(arguments: ["1", "2", "3"])
  func `a paste on a page is no command`(tab: String) {
    var driven = Driven()
    driven.type(tab)
    let before = driven.state
    #expect(driven.take(.pasted("dyq")) == [])
    #expect(driven.state == before)
  }

  @Test func `filter and command line take a paste`() {
    var driven = Driven(tab: .transactions)
    driven.type("/")
    driven.take(.pasted("Bit\n"))
    #expect(driven.row(23).contains("/Bit"))
    driven.press(.escape)
    driven.type(":")
    driven.take(.pasted("privacy"))
    #expect(driven.row(23).contains(":privacy"))
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
    var driven = form()
    driven.press(.escape)
    #expect(driven.state.context == .portfolio)
    driven = form()
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
    driven.press(.backspace)
    driven.type("5")
    let before = Sample.transactions.last
    var after = before
    after?.amount = 65
    #expect(driven.press(.ctrl("s")) == after.map { [.apply(.edit($0))] })
  }

  @Test func `a gift has no price`() {
    var driven = form()
    driven.press(.up)
    driven.type("g")
    #expect(!driven.text.contains("Price   "))
    driven.press(.tab)
    driven.type("1")
    let gift = Transaction(
      id: Driven.newID, coinId: "bitcoin", type: .gift, amount: 1, pricePerCoin: 0,
      date: Sample.now)
    #expect(driven.press(.ctrl("s")) == [.apply(.add([gift]))])
  }

  @Test func `deleting asks with its consequence`() {
    var driven = Driven(tab: .transactions)
    driven.press(.end)
    driven.press(.up)
    driven.type("d")
    #expect(driven.text.contains("Cannot sell"), "the later sale keeps its buy")
    driven.press(.home)
    driven.type("d")
    #expect(driven.text.contains("Delete Buy 60 SOL of 2026-02-11?"))
    #expect(driven.text.contains("You will own no SOL."))
    driven.type("n")
    #expect(driven.effects.isEmpty)
    driven.type("d")
    let id = Sample.transactions.last?.id
    #expect(driven.type("y") == id.map { [.apply(.delete($0))] })
  }
}
