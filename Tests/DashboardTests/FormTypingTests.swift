import BitpalTesting
import CellGrid
import Dashboard
import FoundationEssentials
import Portfolio
import Testing

/// Typing, pasting and choosing in a form.
@Suite struct FormTyping {
  @Test func `coins are searched as typed, owned ones first`() {
    var driven = Driven()
    driven.type("a")
    #expect(driven.text.contains("›BTC     Bitcoin  bitcoin"))
    #expect(driven.type("s") == [.searchCoins("s")])
    #expect(driven.lines(with: "owned").map { $0.contains("SOL") } == [true, false])
    let sui = Coin(id: "sui", symbol: "sui", name: "Sui", currentPrice: exact("0.93"))
    let nameless = Coin(id: "ethereum", symbol: "eth", name: "Ethereum")
    driven.send(.coinsFound(query: "s", [sui, nameless]))
    let owned = driven.lines(with: "owned")
    #expect(owned.count == 3 && owned[0].contains("ETH"), "found ones that are owned come first")
    #expect(!driven.lines(with: "SUI")[0].contains("owned"))
    driven.send(.coinsFound(query: "older", []))
    #expect(driven.text.contains("SUI"), "an answer to an older question is dropped")
    driven.press(.up, .enter)
    #expect(driven.text.contains("SUI  sui"))
    #expect(driven.text.contains("Price   0.93"))
    #expect(driven.text.contains("› Kind"))
  }

  @Test func `an unknown coin is reported while it is typed`() {
    var driven = Driven()
    driven.type("axyzzy")
    #expect(!driven.text.contains("not found"), "nobody has answered yet")
    driven.send(.coinsFound(query: "xyzzy", []))
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
    var driven = Driven.form()
    driven.press(.tab, .ctrl("u"))
    driven.type("70000")
    driven.press(.backTab, .backTab, .backTab)
    driven.type("so")
    driven.press(.enter)
    #expect(driven.text.contains("SOL  solana"))
    #expect(driven.text.contains("Price   70000"))
  }

  @Test func `text is changed in its middle`() {
    var driven = Driven.form()
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
    #expect(driven.text.contains("Sum     $538,097.00"))
  }

  @Test(arguments: ["e\u{301}", "🇺🇸", "👨‍👩‍👧", "日本", "\u{301}"])
  func `marks that join the character before them are typed and erased`(text: String) {
    var driven = Driven.form()
    driven.press(.tab, .tab, .tab, .tab)
    for scalar in text.unicodeScalars { driven.send(.key(.character(Character(scalar)))) }
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

  @Test func `someone who owns nothing yet chooses among the top coins`() {
    var driven = Driven(data: Sample.empty)
    #expect(driven.type("a") == [.searchCoins("")])
    driven.send(
      .coinsFound(query: "", [Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin")]))
    driven.click("Bitcoin  bitcoin")
    #expect(driven.text.contains("Coin    BTC  bitcoin"))
    driven.press(.backTab, .ctrl("u"))
    driven.send(.coinsFound(query: "", []))
    #expect(!driven.text.contains("not found"), "nothing is typed that could be unknown")
  }

  @Test func `what is pasted is one line of text, and looked up once`() {
    var driven = Driven.form()
    #expect(driven.send(.pasted(" 0.25\n")) == [])
    #expect(driven.text.contains("Sum     $19,217.75"))
    driven.press(.tab, .tab, .tab, .tab)
    driven.send(.pasted("one\ttwo\r\nthree\n"))
    #expect(driven.text.contains("Notes   one two three"))
    #expect(driven.state.context == .form)
    driven.press(.backTab, .backTab, .backTab, .backTab, .backTab, .backTab, .ctrl("u"))
    #expect(driven.send(.pasted("Bitcoin")) == [.searchCoins("Bitcoin")])
  }

  @Test(arguments: ["1", "2", "3"])
  func `a paste on a page is no command`(tab: String) {
    var driven = Driven()
    driven.type(tab)
    let before = driven.state
    #expect(driven.send(.pasted("dyq")) == [])
    #expect(driven.state == before)
  }

  @Test func `filter and command line take a paste`() {
    var driven = Driven(tab: .transactions)
    driven.type("/")
    driven.send(.pasted("Bit\n"))
    #expect(driven.row(23).contains("/Bit"))
    driven.press(.escape)
    driven.type(":")
    driven.send(.pasted("privacy"))
    #expect(driven.row(23).contains(":privacy"))
  }
}
