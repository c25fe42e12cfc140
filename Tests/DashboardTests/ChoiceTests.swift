import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import Dashboard

/// Themes, currencies, methods, columns and coins are chosen from lists that respond to typing.
///
/// - A theme is previewed, and Escape restores the previous one.
/// - A session continues where the last one ended, except for what was set by options.
/// - A watched coin that was removed returns to its place.
/// - Text that matches no coin suggests similar ones, but only Enter selects one.
@Suite struct Choices {
  @Test func `colors are seen before they are chosen, and Escape brings the old ones back`() {
    var driven = Driven()
    driven.type("T")
    driven.press(.down)
    #expect(driven.state.shownTheme == ColorScheme.all[0].name)
    driven.press(.escape)
    #expect(driven.state.shownTheme == nil)
    driven.type(":theme dusk")
    driven.press(.enter)
    #expect(driven.state.theme == "dusk")
  }

  @Test func `a theme that the user made is seen and chosen like the others`() {
    var driven = Driven(ownThemes: ["mine"])
    driven.type(":theme mine")
    #expect(driven.state.shownTheme == "mine" && driven.state.theme == nil)
    driven.press(.enter)
    #expect(driven.state.theme == "mine")
  }

  @Test func `a new currency or method recounts everything`() {
    var driven = Driven(tab: .portfolio)
    driven.type("Ceur")
    #expect(driven.press(.enter) == [.count(currency: "EUR", costBasis: nil)])
    driven.type(":fifo")
    #expect(driven.press(.enter) == [.count(currency: "EUR", costBasis: .fifo)])
  }

  @Test func `columns are sorted by their first letters`() {
    var driven = Driven(120, 40, tab: .portfolio)
    driven.type("squ")
    driven.press(.enter)
    #expect(driven.text.contains("Quantity ↓"))
  }

  @Test func `a session goes on where the last one ended`() {
    var driven = Driven(120, 40)
    driven.type("2p>N")
    driven.click("Price")
    driven.type(":theme paper")
    driven.press(.enter)
    let json = driven.state.memory.json
    var next = DashboardState(columns: 120, rows: 40, data: Sample.whole)
    next.restore(SessionMemory(json: json))
    #expect(next.memory == driven.state.memory)
    #expect(next.tab == .portfolio && next.isPrivate && next.theme == "paper")
    #expect(SessionMemory(json: .array([])) == SessionMemory())
  }

  @Test func `what one session was given is not left to the next, unless a key changed it`() {
    var (own, given) = (SessionMemory(), SessionMemory())
    (own.currency, own.theme) = ("CHF", "paper")
    (given.isPrivate, given.currency, given.costBasis) = (true, "EUR", .fifo)
    var driven = Driven(tab: .portfolio)
    driven.restore(given)
    driven.type("3")
    var left = driven.state.memory.leavingOut(given, over: own)
    #expect(!left.isPrivate && left.currency == "CHF" && left.costBasis == nil)
    #expect(left.theme == "paper")
    #expect(left.tab == .transactions)
    driven.type("pCgbp")
    driven.press(.enter)
    left = driven.state.memory.leavingOut(given, over: own)
    #expect(!left.isPrivate && left.currency == "GBP")
    given.isPrivate = false
    left = driven.state.memory.leavingOut(given, over: own)
    #expect(!left.isPrivate)
    driven.type("p")
    #expect(driven.state.memory.leavingOut(given, over: own).isPrivate)
  }

  @Test func `a choice of the dashboard holds until its setting changes`() {
    var driven = Driven(tab: .portfolio)
    driven.type("Cgbp")
    driven.press(.enter)
    var memory = driven.state.memory
    memory.costBasis = .fifo
    memory.settings = SessionMemory.Settings(currency: "USD", costBasis: .average)
    let stored = SessionMemory(json: memory.json)
    #expect(stored == memory)
    #expect(stored.following(.init(currency: "USD", costBasis: .average)) == memory)
    let changed = stored.following(.init(currency: "EUR", costBasis: .average))
    #expect(changed.currency == nil && changed.costBasis == .fifo)
    #expect(stored.following(.init(currency: "USD", costBasis: .lifo)).costBasis == nil)
  }

  @Test func `a coin is put on the watchlist by its name`() {
    var driven = Driven(tab: .watchlist)
    #expect(driven.type("a") == [.searchCoins("")])
    #expect(driven.type("lin").last == .searchCoins("lin"))
    let link = Coin(id: "chainlink", symbol: "link", name: "Chainlink")
    driven.send(.coinsFound(query: "lin", [link], ranks: ["chainlink": 15]))
    #expect(driven.text.contains("Watch Chainlink"))
    #expect(driven.text.contains("LINK  #15"))
    #expect(driven.press(.enter) == [.follow("chainlink", true)])
  }

  @Test func `a coin that was taken off the watchlist comes back to its place`() {
    let coins = ["bitcoin", "ethereum", "solana"].compactMap { Sample.coins[$0] }
    func data(_ coins: [Coin]) -> DashboardData {
      DashboardData(
        positions: Sample.whole.positions, transactions: Sample.transactions,
        entry: Sample.whole.entry, watchlist: coins.map { WatchedCoin($0, week: []) })
    }
    var driven = Driven(tab: .watchlist, data: data(coins))
    driven.press(.down)
    #expect(driven.type("d") == [.follow("ethereum", false)])
    driven.send(.portfolioChanged(data([coins[0], coins[2]])))
    driven.send(.followed("ethereum", false))
    #expect(driven.text.contains("Ethereum is off the watchlist; u puts it back"))
    #expect(driven.type("u") == [.follow("ethereum", true, index: 1)])
  }

  @Test func `suggestions cut no id that the name says, and give an old price its age`() {
    var coins = Sample.coins
    coins["ethereum"]?.lastUpdated = Sample.now.addingTimeInterval(-4 * 3600)
    var driven = Driven(52, 24, data: Sample.data(coins: coins))
    driven.type("a")
    #expect(driven.lines(with: "Ethereum").contains { $0.contains("$2,287.27 4h") })
    #expect(driven.lines(with: "Bitcoin").allSatisfy { !$0.contains("bit") })
    #expect(driven.lines(with: "Bitcoin").contains { $0.contains("$76,871.00 │") })
  }

  @Test func `what no coin is called becomes one only when it is chosen`() {
    let near = [
      Coin(id: "hold-sloth", symbol: "zzz", name: "Hold Sloth"),
      Coin(id: "zzzip", symbol: "zip", name: "Zzzip"),
    ]
    var driven = Driven()
    driven.type("azzzq")
    driven.send(.coinsFound(query: "zzzq", near, ranks: [:]))
    for key in [Key.tab, .enter, .backTab] {
      driven.press(key)
      #expect(driven.text.contains("No coin is called zzzq. Did you mean one of these?"))
      #expect(driven.lines(with: "› Coin")[0].contains("zzzq"))
    }
    driven.press(.down, .down, .tab)
    #expect(driven.lines(with: "Coin")[0].contains("zzzip"))
    #expect(driven.lines(with: "› Kind").count == 1)
    driven = Driven()
    driven.type("azzzq")
    driven.send(.coinsFound(query: "zzzq", [near[0]], ranks: [:]))
    #expect(driven.text.contains("No coin is called zzzq. Did you mean this?"))
  }

  @Test func `a part of a coin's name takes it`() {
    var driven = Driven()
    driven.type("asloth")
    driven.send(
      .coinsFound(
        query: "sloth", [Coin(id: "hold-sloth", symbol: "zzz", name: "Hold Sloth")], ranks: [:]))
    driven.press(.tab)
    #expect(driven.lines(with: "Coin")[0].contains("hold-sloth"))
  }

  @Test func `two thousand characters in the help's filter cost no time`() {
    var driven = Driven()
    driven.type("?/" + String(repeating: "a", count: 2000))
    #expect(driven.text.contains("No key does that"))
  }
}

/// The gains page lists years, their sales and the lots of each, by coin and by filter.
@Suite struct GainsOfYears {
  @Test func `years, their sales and the lots of one are shown`() {
    var driven = Driven(120, 40, tab: .gains)
    #expect(driven.lines(with: "• All").count == 1)
    #expect(driven.text.contains("1 of 4"))
    #expect(driven.lines(with: "› ETH")[0].contains("2025-08-02"))
    #expect(driven.text.contains("Lots of ETH sold 2025-08-02"))
    driven.press(.right, .right)
    #expect(driven.text.contains("Sales of 2024"))
    #expect(!driven.text.contains("2025-08-02"))
  }

  @Test func `sales are summed by coin, filtered and masked`() {
    var driven = Driven(80, 24, tab: .gains)
    driven.type("b")
    #expect(driven.text.contains("Coins"))
    #expect(driven.lines(with: "SOL")[0].contains("1 sale"))
    driven.type("/sol")
    #expect(!driven.text.contains("DOT"))
    driven.press(.enter)
    driven.type("p")
    #expect(!driven.lines(with: "SOL")[0].contains("$2"))
  }

  @Test func `without a sale the page says what it will show`() {
    let driven = Driven(tab: .gains, data: Sample.data(Array(Sample.transactions.prefix(2))))
    #expect(driven.text.contains("Nothing was sold yet"))
  }
}

/// A form records a total in another currency with a fee, and an edit keeps all other fields.
@Suite struct RicherForms {
  @Test func `a total in another currency with a fee is what is recorded`() throws {
    var driven = Driven(tab: .portfolio)
    driven.type("a")
    driven.press(.tab)
    driven.type("2")
    driven.press(.tab, .ctrl("u"), .tab)
    driven.type("1000")
    driven.press(.tab, .tab, .tab)
    driven.type("eur")
    driven.press(.tab)
    driven.type("1.5")
    driven.press(.tab)
    driven.type("Kraken")
    #expect(driven.text.contains("€1,000.00"))
    guard case .apply(.record(let terms, _)) = driven.press(.ctrl("s")).first else {
      Issue.record("nothing is added:\n\(driven.text)")
      return
    }
    #expect(terms.total == 1000 && terms.currency == "EUR" && terms.price == nil)
    #expect(terms.fee == TransactionFee(amount: ExactDecimal(15, exponent: -1)))
    #expect(terms.account == "Kraken")
  }

  @Test func `an edit of the notes leaves account, payment, fee and reference as they are`() throws
  {
    var kept = Sample.row(1, "bitcoin", .buy, "0.5", "42150.25", "2024-02-03")
    kept.account = "Kraken"
    kept.payment = MoneyAmount(amount: 20_000, currency: "EUR")
    kept.fee = TransactionFee(amount: 3, currency: "EUR")
    kept.reference = Reference(source: "kraken", id: "T-1")
    var driven = Driven(tab: .transactions, data: Sample.data([kept]))
    driven.type("e")
    driven.press(.tab, .tab, .tab, .tab)
    driven.type("for later")
    guard case .apply(.edit(_, let shown, let said)) = driven.press(.ctrl("s")).first else {
      Issue.record("nothing is changed:\n\(driven.text)")
      return
    }
    var expected = EventTerms()
    expected.notes = "for later"
    #expect(said == expected && shown.transactions == [kept])
  }
}
