import Exact
import FoundationEssentials
import Portfolio
import Testing
import Import

/// The ledger rows and values of events.
struct BookingTests {
  /// A file of purchases that cover later sales.
  private static func report(_ add: (inout File) -> Void) -> File {
    var file = File(.report, "a1")
    add(&file)
    return file
  }

  @Test func `a booked row equals a typed one`() throws {
    let file = Self.report {
      $0.add(.trade, at: "12:00:00", "0.1 BTC", for: "-6000 EUR", fee: "3 EUR")
    }
    let booked = ledger([file]).booked.transactions
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount) = (
      .buy, "bitcoin", Quantity(ExactDecimal(1, exponent: -1))
    )
    (terms.total, terms.currency) = (6000, "EUR")
    terms.fee = TransactionFee(amount: 3, currency: "EUR")
    terms.account = "exchange"
    terms.date = Date(millisecondsSince1970: 1_718_409_600_000 + 12 * 3_600_000)
    let id = try #require(booked.first?.id)
    let typed = try terms.record(Booking.rules.evidence, ids: .init(main: id))
    #expect(booked == typed.transactions)
    #expect(booked.map(\.summary) == ["buy buy 0.1 bitcoin for 6000 EUR fee 3  at 66033"])
  }

  @Test func `evidence in its order`() {
    var file = File(.report, "a1")
    file.add(.trade, at: "10:00:00", "1 BTC", for: "-60000 USD")
    file.add(.trade, at: "11:00:00", "1 ETH", for: "-3000 EUR")
    file.add(.trade, at: "12:00:00", "-0.5 ETH", for: "10 SOL")
    file.add(.reward, at: "13:00:00", "0.2 SOL")
    #expect(
      ledger([file]).summary == [
        "buy buy 1 bitcoin for 60000 USD at 60000",
        "buy buy 1 ethereum for 3000 EUR at 3300",
        "swap buy 10 solana for 0.5 ethereum at 175",
        "swap sell 0.5 ethereum at 3500",
        "reward buy 0.2 solana at 150",
      ])
  }

  @Test func `a stated worth counts before a rate`() {
    var file = File(.report, "a1")
    file.add(
      .trade, at: "11:00:00", "1 ETH", for: "-3000 EUR",
      worth: StatedWorth(dollars: number("3270")))
    let row = ledger([file]).booked.transactions.first
    #expect(row?.valuation?.kind == .file)
    #expect(row?.total == 3270)
  }

  @Test func `dollars of one rate for a month are no evidence`() {
    var file = File(.report, "a1")
    for day in [0, 20, 40] as [Int64] {
      file.add(
        .trade, at: "11:00:00", "1 ETH", for: "-3000 EUR", dayOffset: day,
        worth: StatedWorth(dollars: number("3270")))
    }
    #expect(ledger([file]).booked.transactions.map(\.valuation?.kind) == [.rate, .rate, .rate])
  }

  @Test func `a declared stablecoin is cash`() {
    var file = File(.report, "a1")
    file.add(.trade, at: "10:00:00", "1 ETH", for: "-3000 USDT")
    file.add(.deposit, at: "11:00:00", "5000 USDT")
    file.add(.reward, at: "12:00:00", "2 USDT")
    let rules = Booking.rules(dollars: ["USDT"])
    #expect(
      ledger([file], rules: rules).summary == [
        "buy buy 1 ethereum for 3000 USDT at 3000",
        "reward buy 2 tether for 2 USDT at 1", "sell sell 2 tether for 2 USDT at 1",
      ])
    let off = Booking.rules(
      dollars: ["USDT"], prices: FixedPrices(prices: ["tether": ExactDecimal(9, exponent: -1)]))
    #expect(ledger([file], rules: off).booked.transactions.first?.pricePerCoin == 2700)
  }

  @Test func `coins that nothing values count and their worth is asked`() throws {
    var file = File(.report, "a1")
    file.add(.reward, at: "10:00:00", "100 DOGE")
    file.add(.trade, at: "11:00:00", "-40 DOGE", for: "10 XRP")
    let rules = Booking.rules(more: ["XRP": "ripple"])
    let open = ledger([file], rules: rules)
    #expect(
      open.summary == [
        "reward buy 100 dogecoin at 0", "swap buy 10 ripple at 0", "swap sell 40 dogecoin at 0",
      ])
    #expect(open.booked.transactions.allSatisfy { $0.isOfUnknownWorth && $0.knownTotal == nil })
    #expect(open.questions.map(\.kind) == [.noWorth, .noWorth])
    let question = try #require(open.questions.last { $0.key.text.contains("|100|") })
    #expect(question.waiting.allSatisfy { open.states[$0] == .waits(question.key) })
    let said = ledger([file], answers: [question.key: .price(number("0.1"))], rules: rules)
    #expect(said.summary[0] == "reward buy 100 dogecoin at 0.1")
    #expect(said.booked.transactions.map(\.id) == open.booked.transactions.map(\.id))
    #expect(said.questions.count == 1)
    let priced = Booking.rules(
      prices: FixedPrices(prices: ["ripple": 2]), more: ["XRP": "ripple"])
    let known = ledger([file], rules: priced)
    #expect(known.summary[2] == "swap sell 40 dogecoin for 10 ripple at 0.5")
  }

  @Test func `a sale for money without a rate keeps what was received`() {
    var file = File(.report, "a1")
    file.add(.trade, at: "10:00:00", "5 DOGE", for: "-1 USD")
    file.add(.trade, at: "11:00:00", "-5 DOGE", for: "90 THB")
    let booked = ledger([file], rules: Booking.rules(money: ["THB"]))
    #expect(
      booked.summary == [
        "buy buy 5 dogecoin for 1 USD at 0.2", "sell sell 5 dogecoin for 90 THB at 0",
      ])
    #expect(booked.questions.map(\.kind) == [.noWorth])
  }

  @Test func `a trade waits for the price of its fee in a third coin`() throws {
    var file = File(.report, "a1")
    file.add(.trade, at: "10:00:00", "9 DOGE", for: "-1 USD")
    file.add(.trade, at: "11:00:00", "1 ETH", for: "-3000 USD", fee: "2 DOGE")
    let open = ledger([file])
    #expect(open.summary.map { $0.prefix(17) } == ["buy buy 9 dogecoin".prefix(17)])
    let question = try #require(open.questions.first)
    #expect(open.questions.count == 1 && question.kind == .noWorth)
    #expect(question.waiting.allSatisfy { open.states[$0] == .waits(question.key) })
    let said = ledger([file], answers: [question.key: .price(number("0.5"))])
    #expect(
      said.summary.suffix(2) == [
        "buy buy 1 ethereum for 3000 USD fee 1  at 3001", "fee sell 2 dogecoin at 0.5",
      ])
  }

  @Test func `a worth that a person typed into the row settles the question`() throws {
    var file = File(.report, "a1")
    file.add(.reward, at: "10:00:00", "100 DOGE")
    let row = try #require(ledger([file]).booked.transactions.first)
    var typed = row
    (typed.pricePerCoin, typed.valuation) = (Price(ExactDecimal(2, exponent: -1)), nil)
    let override = RowOverride(row: row.id, change: .transaction(before: row, after: typed))
    let changed = ledger([file], overrides: [override])
    #expect(changed.summary == ["reward buy 100 dogecoin at 0.2"])
    #expect(changed.questions.isEmpty)
  }

  @Test func `cents that a sale lacks are gifts at the price of the sale`() {
    var file = File(.report, "a1")
    file.add(.trade, at: "10:00:00", "100 DOGE", for: "-10 USD")
    file.add(.trade, at: "11:00:00", "-100.5 DOGE", for: "12 USD")
    #expect(ledger([file]).summary.contains("gift gift 0.5 dogecoin at 0"))
  }

  @Test func `one answer names the coin of all rows`() throws {
    var file = File(.report, "a1")
    file.add(.trade, at: "10:00:00", "1 XYZ", for: "-30 USD")
    file.add(.trade, at: "11:00:00", "2 XYZ", for: "-60 USD")
    let open = ledger([file])
    let question = try #require(open.questions.first)
    #expect(open.questions.count == 1)
    #expect(question.waiting.count == 2)
    let said = ledger([file], answers: [question.key: .coin("xyz-coin")])
    #expect(said.booked.transactions.map(\.coinId) == ["xyz-coin", "xyz-coin"])
  }

  @Test func `a sale of coins that nothing brings waits alone`() throws {
    var file = File(.report, "a1")
    file.add(.trade, at: "10:00:00", "1 ETH", for: "-3000 USD")
    file.add(.trade, at: "11:00:00", "-3 BTC", for: "180000 USD")
    file.add(.trade, at: "12:00:00", "-1 ETH", for: "3100 USD")
    let open = ledger([file])
    #expect(open.booked.transactions.map(\.coinId) == ["ethereum", "ethereum"])
    let question = try #require(open.questions.first)
    #expect(question.kind == .uncovered)
    let gift = ledger([file], answers: [question.key: .gift])
    #expect(gift.summary.contains("gift gift 3 bitcoin at 0"))
    let bought = ledger([file], answers: [question.key: .price(number("100"))])
    #expect(bought.summary.contains("buy buy 3 bitcoin at 100"))
  }

  @Test func `what a held swap would bring is not sold`() {
    var file = File(.report, "a1")
    file.add(.trade, at: "10:00:00", "-1 BTC", for: "20 ETH")
    file.add(.trade, at: "11:00:00", "-20 ETH", for: "60000 USD")
    let open = ledger([file])
    #expect(open.summary == [])
    #expect(open.questions.map(\.kind) == [.uncovered, .uncovered])
    // A manually entered purchase covers the swap.
    let typed = Transaction(
      coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 100,
      date: Date(millisecondsSince1970: 1_600_000_000_000))
    #expect(ledger([file], typed: [typed]).booked.transactions.count == 3)
  }

  @Test func `a sale waits for no coins that a held swap would bring`() {
    var file = File(.report, "a1")
    file.add(.trade, at: "09:00:00", "0.5 BTC", for: "-30000 USD")
    file.add(.trade, at: "10:00:00", "-20 ETH", for: "1 BTC")
    file.add(.trade, at: "11:00:00", "-1.2 BTC", for: "72000 USD")
    file.add(.trade, at: "12:00:00", "-0.4 BTC", for: "24000 USD")
    let open = ledger([file])
    #expect(
      open.booked.transactions.map(\.amount) == [
        Quantity(ExactDecimal(5, exponent: -1)), Quantity(ExactDecimal(4, exponent: -1)),
      ])
    #expect(open.questions.map(\.kind) == [.uncovered, .uncovered])
  }

  @Test func `transfers name each other and lose their fee`() throws {
    var from = File(.report, "a1")
    from.add(.trade, at: "10:00:00", "1 BTC", for: "-60000 USD")
    from.add(.withdrawal, at: "11:00:00", "-0.5 BTC", fee: "0.0002 BTC", ids: [.hash: "aa"])
    var to = File(.report, "b1", account: "wallet")
    to.add(.deposit, at: "11:20:00", "0.4998 BTC", ids: [.hash: "aa"])
    let result = ledger([from, to])
    #expect(
      result.moves == [
        "transfer -0.4998 bitcoin exchange", "transfer 0.4998 bitcoin wallet",
      ])
    let (sent, received) = (result.booked.moves[0], result.booked.moves[1])
    #expect(sent.transfer == received.id)
    #expect(received.transfer == sent.id)
    #expect(result.summary.last == "fee sell 0.0002 bitcoin at 66000")
    #expect(result.booked.transactions.last?.link == sent.id)
  }

  @Test func `fees in two coins are sold each on its own`() {
    var file = File(.report, "a1")
    file.add(.trade, at: "09:00:00", "1 SOL", for: "-150 USD")
    file.add(.trade, at: "10:00:00", "1 BTC", for: "-60000 USD", fee: "10 USD")
    file.add(
      .trade, at: "11:00:00", "1 ETH", for: "-3000 USD", fee: "0.001 BTC",
      otherFees: ["0.01 SOL"])
    #expect(
      ledger([file]).summary.suffix(3) == [
        "buy buy 1 ethereum for 3000 USD fee 0.001 bitcoin at 3066",
        "fee sell 0.001 bitcoin at 66000", "fee sell 0.01 solana at 150",
      ])
  }

  @Test func `cents are settled by the best answer and not by leaving rows out`() {
    var file = File(.report, "a1")
    file.add(.trade, at: "10:00:00", "-0.0001 ETH", for: "0.35 USD")
    let settled = ledger([file])
    #expect(settled.questions.isEmpty)
    #expect(Array(settled.settled.values) == [.giftBelowDollar])
    #expect(settled.booked.transactions.map(\.kind) == [.gift, .sell])
    // The meaning of a name also affects larger rows, so it is asked.
    var unnamed = File(.report, "a2")
    unnamed.add(.trade, at: "10:00:00", "0.00001 BTC", for: "-0.6 USD", fee: "1 ZZTOP")
    let asked = ledger([unnamed])
    #expect(asked.settled.isEmpty)
    #expect(asked.questions.map(\.kind) == [.unknownCoin])
  }

  @Test func `cents that bring coins leave nothing to settle after them`() {
    var file = File(.report, "a1")
    file.add(.trade, at: "10:00:00", "-0.00001 BTC", for: "0.0001 ETH")
    file.add(.trade, at: "11:00:00", "-0.0001 ETH", for: "0.35 USD")
    let settled = ledger([file])
    #expect(settled.questions.isEmpty)
    #expect(settled.settled.count == 1)
    #expect(settled.booked.transactions.map(\.kind) == [.gift, .swap, .swap, .sell])
  }

  @Test func `cents that a large sale lacks do not hold it`() {
    var file = File(.report, "a1")
    file.add(.trade, at: "09:00:00", "2 ETH", for: "-7000 USD")
    file.add(.trade, at: "10:00:00", "-2.0001 ETH", for: "7000.35 USD")
    let settled = ledger([file])
    #expect(settled.questions.isEmpty)
    #expect(settled.booked.transactions.map(\.kind) == [.buy, .gift, .sell])
    #expect(
      settled.booked.transactions.map(\.amount) == [
        2, Quantity(ExactDecimal(1, exponent: -4)), Quantity(ExactDecimal(20001, exponent: -4)),
      ])
    // A difference of a dollar is not settled automatically.
    var more = File(.report, "a2")
    more.add(.trade, at: "09:00:00", "2 ETH", for: "-7000 USD")
    more.add(.trade, at: "10:00:00", "-2.0003 ETH", for: "7001.05 USD")
    let asked = ledger([more])
    #expect(asked.questions.map(\.kind) == [.uncovered])
    #expect(asked.booked.transactions.map(\.kind) == [.buy])
  }

  @Test func `leaving rows out is the last answer`() {
    let question = Question(
      key: Question.Key("uncovered|1"), kind: .uncovered, cause: "uncovered|ethereum",
      waiting: [], choices: [.skip, .gift])
    #expect(question.choices == [.gift, .skip])
  }
}
