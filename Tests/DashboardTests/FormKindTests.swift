import BitpalTesting
import CellGrid
import Dashboard
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// The form supports every kind of event, and shows only that kind's fields.
@Suite struct FormKinds {
  private static let titles: [(kind: TransactionKind, titles: [String])] = [
    (.buy, ["Amount", "Price", "Date", "Notes", "Paid in", "Fee", "Account", "Sum"]),
    (.sell, ["Amount", "Price", "Date", "Notes", "Paid in", "Fee", "Account", "Lots", "Sum"]),
    (
      .swap,
      [
        "Give", "For", "Receive", "Date", "Notes", "Total", "Worth", "In", "Cash", "Fee", "Account",
        "Lots", "Worth",
      ]
    ),
    (.reward, ["Amount", "For", "Price", "Date", "Notes", "In", "Fee", "Account", "Worth"]),
    (.gift, ["Amount", "Date", "Notes", "Cost", "Worth", "In", "Bought", "Account"]),
    (.give, ["Amount", "Gain", "Date", "Notes", "Account", "Lots"]),
    (.spend, ["Amount", "Price", "Date", "Notes", "In", "Fee", "Account", "Lots", "Worth"]),
    (.lost, ["Amount", "Date", "Notes", "Account", "Lots"]),
    (.transfer, ["Amount", "From", "To", "Date", "Notes", "Fee"]),
    (.deposit, ["Amount", "Account", "Date", "Notes"]),
    (.withdrawal, ["Amount", "Account", "Date", "Notes", "Fee"]),
    (.migrate, ["Give", "New", "Receive", "Date", "Notes", "Account"]),
  ]

  @Test(arguments: titles.indices)
  func `each kind has its fields, and all are seen in 80 columns and 24 rows`(index: Int) {
    let (kind, titles) = Self.titles[index]
    let driven = Driven.form(kind)
    let text = driven.lines(with: "│").map { line in
      // The form is in the frame at the center of the screen.
      let inside = line.split(separator: "│", omittingEmptySubsequences: false)
      return inside.first { $0.count == 64 }.map(String.init) ?? ""
    }
    let shown = text.filter { $0.count == 64 && !$0.hasPrefix("          ") }.map {
      $0.dropFirst(2).prefix { $0 != "[" }.prefix(8).trimmingCharacters
    }.filter { !$0.isEmpty }
    let form = shown.drop { $0 != "Coin" }
    #expect(Array(form.prefix(titles.count + 2)) == ["Coin", "Kind"] + titles, "\(driven.text)")
    #expect(driven.text.contains("[\(kind.displayName)]"))
  }

  @Test func `the kinds are chosen by their initials, by arrows and by the mouse`() {
    var driven = Driven(tab: .portfolio)
    driven.type("a")
    #expect(driven.text.contains("[Buy] Sell  Swap  Reward  Gift  Give  Spend  Lost"))
    #expect(driven.text.contains(" Transfer  Deposit  Withdrawal  Migrate"))
    for kind in ["Sell", "Swap", "Spend", "Sell"] {
      driven.type("s")
      #expect(driven.text.contains("[\(kind)]"))
    }
    driven.press(.left, .left)
    #expect(driven.text.contains("[Migrate]"), "the last is before the first")
    driven.click(" Reward ")
    #expect(driven.text.contains("[Reward]"))
  }

  @Test func `a swap is typed with both coins`() {
    var driven = Driven.form(.swap)
    driven.type("0.1")
    driven.press(.tab)
    #expect(driven.type("eth").last == .searchCoins("eth"))
    driven.press(.enter)
    driven.type("1.6")
    #expect(driven.text.contains("Worth   the day's price"))
    let swap = Driven.record(.swap, "bitcoin", "0.1") {
      $0.other = EventTerms.OtherSide(coinId: "ethereum", amount: exact("1.6"))
    }
    #expect(driven.press(.ctrl("s")) == [.apply(swap)])
    driven.send(.applied(swap))
    #expect(driven.row(23).contains("Added: Swap 0.1 BTC for 1.6 ETH"))
  }

  @Test func `a swap gives no more than there is, and no coin for itself`() {
    var driven = Driven.form(.swap)
    driven.type("4")
    driven.press(.tab)
    driven.type("btc")
    driven.press(.enter)
    driven.type("1")
    #expect(driven.press(.ctrl("s")).isEmpty)
    #expect(driven.text.contains("A swap needs two coins, and both are bitcoin."))
    driven.type("eth")
    driven.press(.enter)
    #expect(driven.press(.ctrl("s")).isEmpty)
    #expect(driven.text.contains("You only own 0.3 bitcoin. Cannot swap 4."))
  }

  @Test func `a reward takes the day's price, and has a label`() {
    var driven = Driven.form(.reward)
    driven.type("0.002")
    driven.press(.tab)
    #expect(driven.text.contains("[None] Staking"))
    driven.type("s")
    driven.press(.tab)
    #expect(driven.text.contains("Price   the day's price"))
    let reward = Driven.record(.reward, "bitcoin", "0.002") { $0.label = .staking }
    #expect(driven.press(.ctrl("s")) == [.apply(reward)])
  }

  @Test func `a gift may have what the giver paid, and when`() {
    var driven = Driven.form(.gift)
    driven.type("0.5")
    driven.press(.tab, .tab, .tab)
    driven.type("12000")
    driven.press(.tab, .tab, .tab)
    driven.type("2021-06-01")
    let gift = Driven.record(.gift, "bitcoin", "0.5") {
      ($0.total, $0.currency, $0.acquired) = (12000, "USD", utc("2021-06-01"))
    }
    #expect(driven.press(.ctrl("s")) == [.apply(gift)])
  }

  @Test func `a gift and a swap may have a worth of their own, a gift to others no gain`() {
    var driven = Driven.form(.gift)
    driven.type("0.5")
    driven.press(.tab, .tab, .tab)
    driven.type("12000")
    driven.press(.tab)
    driven.type("30000")
    let gift = Driven.record(.gift, "bitcoin", "0.5") {
      ($0.total, $0.worth, $0.currency) = (12000, 30000, "USD")
    }
    #expect(driven.press(.ctrl("s")) == [.apply(gift)])
    driven = Driven.form(.give)
    driven.type("0.1")
    driven.press(.tab, .right)
    let given = Driven.record(.give, "bitcoin", "0.1") { $0.hasNoGain = true }
    #expect(driven.press(.ctrl("s")) == [.apply(given)])
  }

  @Test func `a swap may have cash, which is written with its currency`() {
    var driven = Driven.form(.swap)
    driven.type("0.1")
    driven.press(.tab)
    driven.type("solana")
    driven.press(.enter)
    driven.type("2")
    driven.press(.tab, .tab, .tab)
    driven.type("3000")
    driven.press(.tab, .tab, .tab)
    driven.type("-150 eur")
    #expect(driven.text.contains("Cash    -150 eur"))
    driven.press(.ctrl("s"))
    #expect(driven.text.contains("Write the cash in USD"))
    driven.press(.ctrl("u"))
    driven.type("-150")
    let swap = Driven.record(.swap, "bitcoin", "0.1") {
      $0.other = .init(coinId: "solana", amount: 2)
      ($0.total, $0.currency) = (3000, "USD")
      $0.cash = SwapCash(amount: -150, currency: "USD")
    }
    #expect(driven.press(.ctrl("s")) == [.apply(swap)])
  }

  @Test func `a sale names the lots that leave first`() throws {
    let buy = try #require(Sample.transactions.first { $0.coinId == "bitcoin" })
    var driven = Driven.form(.sell)
    driven.type("0.1")
    driven.press(.backTab, .backTab, .backTab)
    driven.type("zzz")
    #expect(driven.press(.ctrl("s")).isEmpty)
    #expect(driven.text.contains("No purchase of it has an id that begins with zzz"))
    driven.press(.ctrl("u"))
    driven.type(String(buy.id.uuidString.prefix(8)).lowercased())
    let sale = driven.press(.ctrl("s"))
    guard case .apply(.record(let terms, _))? = sale.first else {
      Issue.record("nothing was sent: \(driven.text)")
      return
    }
    #expect(terms.lots == [buy.id])
  }

  @Test func `price and total share a line, and one sees where one types`() {
    let driven = Driven.form()
    let line = driven.lines(with: "Price")
    #expect(line.first?.contains("Total   ▁") == true, "\(driven.text)")
    #expect(driven.lines(with: "Notes   ▁▁▁▁▁").count == 1)
  }

  @Test func `a transfer needs two accounts, and its fee is coins`() {
    var driven = Driven.form(.transfer)
    driven.type("0.05")
    driven.press(.tab)
    driven.type("Coinbase")
    #expect(driven.press(.ctrl("s")).isEmpty)
    #expect(driven.text.contains("A transfer needs two accounts."))
    driven.type("coinbase")
    driven.press(.tab, .tab, .tab)
    driven.type("0.0001")
    #expect(driven.press(.ctrl("s")).isEmpty)
    #expect(driven.text.contains("A transfer needs two accounts, and both are Coinbase."))
    driven.press(.ctrl("u"))
    driven.type("Ledger")
    let transfer = Driven.record(.transfer, "bitcoin", "0.05") {
      ($0.account, $0.toAccount) = ("Coinbase", "Ledger")
      $0.fee = TransactionFee(amount: exact("0.0001"))
    }
    #expect(driven.press(.ctrl("s")) == [.apply(transfer)])
    driven.send(.applied(transfer))
    #expect(driven.row(23).contains("Added: Transfer 0.05 BTC to Ledger"))
  }

  @Test func `lost coins have no money, and max is all`() {
    var driven = Driven.form(.lost)
    #expect(driven.text.contains("of 0.3 BTC; max is all"))
    driven.type("max")
    #expect(driven.press(.ctrl("s")) == [.apply(Driven.record(.lost, "bitcoin", "0.3"))])
  }

  @Test func `what depends on a price comes back next to its field, and can be tried again`() throws
  {
    var driven = Driven.form(.reward)
    driven.type("1")
    let asked = driven.press(.ctrl("s"))
    guard case .apply(let change) = try #require(asked.first) else { return }
    let reason = EventError.noPrice("bitcoin", UTCDay(Sample.now), .reward)
    driven.send(.notApplied(change, reason.sentence, reason))
    #expect(driven.text.contains("› Price"))
    #expect(driven.text.contains("No price of bitcoin is known for 2026-04-28: type"))
    #expect(driven.press(.ctrl("s")) == asked, "the price may be known by now")
    driven.send(.notApplied(change, reason.sentence, reason))
    driven.type("5")
    #expect(!driven.text.contains("No price of bitcoin"))
  }
}

/// An edit shows the whole event of a row.
@Suite struct FormEvents {
  private static let link = UUID(uuid: (8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8))

  /// Bitcoin for ether on 2026-04-01, with a fee in solana.
  private static let swap: [Transaction] = {
    var sale = Sample.row(40, "bitcoin", .sell, "0.1", "70000", "2026-04-01")
    var purchase = Sample.row(41, "ethereum", .buy, "3", "2333", "2026-04-01")
    var fee = Sample.row(42, "solana", .sell, "0.5", "80", "2026-04-01")
    (sale.kind, purchase.kind, fee.kind) = (.swap, .swap, .fee)
    (sale.link, purchase.link, fee.link) = (link, link, link)
    let price = Valuation(
      kind: .dailyPrice, rate: 70000, source: "built in", day: UTCDay(sale.date))
    (sale.valuation, purchase.valuation) = (price, price)
    purchase.payment = MoneyAmount(amount: exact("0.1"), currency: "bitcoin")
    purchase.fee = TransactionFee(amount: exact("0.5"), currency: "solana", rate: 80)
    return [sale, purchase, fee]
  }()

  private func driven(_ rows: [Transaction] = swap, at row: Int) -> Driven {
    let all = (Sample.transactions + rows).sorted { $0.date < $1.date }
    var driven = Driven(tab: .transactions, data: Sample.data(all))
    for _ in 0..<(rows.count - 1 - row) { driven.press(.down) }
    return driven
  }

  @Test(arguments: [0, 1])
  func `either side of a swap opens both, and the change is one of the event`(row: Int) {
    var driven = driven(at: row)
    driven.type("e")
    for text in ["[Swap]", "BTC  bitcoin", "ETH  ethereum", "Receive 3", "Fee     0.5 solana"] {
      #expect(driven.text.contains(text), "\(text)")
    }
    driven.press(.tab, .tab)
    driven.type("2.9")
    var said = EventTerms()
    said.other = EventTerms.OtherSide(coinId: "ethereum", amount: exact("2.9"))
    let change = DashboardChange.edit(
      Self.swap[row].id, shown: RecordedEvent(transactions: Self.swap), said)
    #expect(driven.press(.ctrl("s")) == [.apply(change)])
    driven.send(.applied(change))
    #expect(driven.row(23).contains("Changed: Swap 0.1 BTC for 2.9 ETH"))
  }

  @Test func `a form that was not touched changes nothing`() {
    var driven = driven(at: 0)
    driven.type("e")
    #expect(driven.press(.ctrl("s")).isEmpty)
    #expect(driven.state.context == .transactions)
  }

  @Test func `the fee of a trade says where it is changed`() {
    for (key, verb) in [("e", "Edit"), ("d", "Delete")] {
      var driven = driven(at: 2)
      driven.type(key)
      #expect(driven.state.context == .transactions)
      #expect(
        driven.row(23).contains("the fee of Swap 0.1 BTC for 3 ETH on 2026-04-01. \(verb) it"))
    }
  }

  @Test func `the question before a swap is deleted names both coins`() {
    var driven = driven(at: 1)
    driven.type("d")
    #expect(driven.text.contains("Delete the swap of 0.1 BTC for 3 ETH on 2026-04-01?"))
    #expect(driven.text.contains("You will own 0.3 BTC and 3 ETH and 60 SOL."))
    #expect(driven.type("y") == [.apply(.delete(Self.swap[1]))])
  }

  @Test func `a rate that was stated goes with its currency`() {
    var sale = Sample.row(40, "bitcoin", .sell, "0.1", "80000", "2026-04-01")
    sale.payment = MoneyAmount(amount: 4000, currency: "EUR")
    sale.valuation = Valuation(kind: .stated, rate: 2)
    var driven = driven([sale], at: 0)
    driven.type("e")
    driven.press(.tab, .tab, .tab, .tab, .tab)
    driven.type("usd")
    var said = EventTerms()
    said.currency = "USD"
    #expect(
      driven.press(.ctrl("s")) == [
        .apply(.edit(sale.id, shown: RecordedEvent(transactions: [sale]), said))
      ])
  }

  @Test func `a purchase that sales need does not move to another coin`() {
    var driven = Driven(tab: .transactions)
    driven.press(.end)
    driven.type("e")
    driven.press(.backTab, .backTab)
    driven.type("sol")
    driven.press(.enter)
    #expect(driven.press(.ctrl("s")).isEmpty)
    #expect(driven.text.contains("› Coin"))
    #expect(driven.text.contains("On 2024-12-20, you only owned 0"))
  }

  @Test func `a sale becomes a loss, and its price goes`() {
    let sale = Sample.row(40, "bitcoin", .sell, "0.1", "70000", "2026-04-01")
    var driven = driven([sale], at: 0)
    driven.type("e")
    driven.press(.backTab)
    #expect(!driven.text.contains("Swap"), "one coin stays one coin")
    driven.type("l")
    var said = EventTerms()
    (said.kind, said.removed) = (.lost, [.money])
    #expect(
      driven.press(.ctrl("s")) == [
        .apply(.edit(sale.id, shown: RecordedEvent(transactions: [sale]), said))
      ])
  }
}

extension Substring {
  fileprivate var trimmingCharacters: String {
    split(separator: " ").joined(separator: " ")
  }
}
