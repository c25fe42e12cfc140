import BitpalTesting
import Exact
import FoundationEssentials
import Testing
import Portfolio

/// The exact rows recorded from a user's description of an event.
struct EventTermsTests {
  private let date = Date(millisecondsSince1970: 1_738_540_800_000)  // 2025-02-03

  private func transaction(
    _ kind: TransactionKind = .buy, _ set: (inout EventTerms) -> Void
  ) throws -> Transaction {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.date) = (kind, "bitcoin", date)
    set(&terms)
    return try #require(try terms.record(.invented).transactions.first)
  }

  private func apply(
    to transaction: inout Transaction, _ set: (inout EventTerms) -> Void
  ) throws {
    var terms = EventTerms()
    set(&terms)
    transaction = try #require(try terms.applied(to: [transaction], .invented).first)
  }

  @Test func `plain dollars stay a price`() throws {
    let made = try transaction {
      $0.amount = 2
      $0.price = 100
    }
    #expect(made.payment == nil && made.fee == nil && made.valuation == nil)
    #expect(made.total == 200)
  }

  @Test func `a total is kept to the cent whatever the price rounds to`() throws {
    let made = try transaction {
      $0.amount = 3
      $0.total = 100
    }
    #expect(made.total == 100)
    #expect(made.payment == MoneyAmount(amount: 100, currency: "USD"))
  }

  @Test func `nothing is paid or moved for zero or less whatever the fee`() throws {
    for set: (inout EventTerms) -> Void in [
      { $0.price = 0 }, { $0.total = 0 }, { ($0.amount, $0.price) = (0, 1) }, { $0.price = -1 },
    ] {
      #expect(throws: EventError.self) {
        _ = try transaction {
          $0.amount = 1
          $0.fee = TransactionFee(amount: 5)
          set(&$0)
        }
      }
    }
  }

  @Test func `a fee in the coin traded changes the amount only`() throws {
    let fee = TransactionFee(amount: try ExactDecimal(exact: "0.01"), currency: "bitcoin")
    var bought = try transaction {
      $0.amount = 2
      $0.price = 100
      $0.fee = fee
    }
    #expect(bought.amount == Quantity("1.99"))
    #expect(bought.total == 200)
    let sold = try transaction(.sell) {
      $0.amount = 1
      $0.price = 100
      $0.fee = fee
    }
    #expect(sold.amount == Quantity("1.01"))
    #expect(sold.total == 100)
    // An edit replaces the previous fee, and the same fee changes nothing.
    try apply(to: &bought) { $0.fee = fee }
    #expect(bought.amount == Quantity("1.99"))
    try apply(to: &bought) { $0.fee = TransactionFee(amount: 0) }
    #expect(bought.amount == 2 && bought.total == 200)
  }

  @Test func `other money and its fee count at the rate of the day`() throws {
    let made = try transaction {
      $0.amount = 2
      $0.price = 100
      $0.currency = "EUR"
      $0.fee = TransactionFee(amount: 5, currency: "EUR")
    }
    #expect(made.total == 410)
    #expect(made.pricePerCoin == 205)
    #expect(made.valuation?.kind == .rate && made.valuation?.rate == 2)
    let sold = try transaction(.sell) {
      $0.amount = 2
      $0.price = 100
      $0.currency = "EUR"
      $0.rate = 3
      $0.fee = TransactionFee(amount: 5)
    }
    #expect(sold.total == 585)
    #expect(sold.valuation == Valuation(kind: .stated, rate: 3))
  }

  @Test func `a price of zero is refused whatever the fee makes of it`() throws {
    var paid = try transaction {
      $0.amount = 2
      $0.price = 100
      $0.fee = TransactionFee(amount: 5)
    }
    let before = paid
    #expect(throws: EventError.notPositive("Price")) { try apply(to: &paid) { $0.price = 0 } }
    #expect(throws: EventError.notPositive("Total")) { try apply(to: &paid) { $0.total = -1 } }
    #expect(throws: EventError.notPositive("Amount")) {
      try apply(to: &paid) { $0.amount = 0 }
    }
    #expect(paid == before)
  }

  @Test func `price and total must agree as far as they were written`() throws {
    let made = try transaction {
      $0.amount = Quantity(123) / 1000
      $0.price = ExactDecimal(45678) / 100
      $0.total = ExactDecimal(5618) / 100
    }
    #expect(made.total == ExactDecimal(5618) / 100)
    #expect(throws: EventError.priceAndTotalDiffer(total: 200)) {
      try transaction {
        $0.amount = 2
        $0.price = 100
        $0.total = 201
      }
    }
  }

  @Test func `an edit of notes leaves every figure alone`() throws {
    var made = try transaction {
      $0.amount = 3
      $0.total = 100
      $0.currency = "EUR"
    }
    let before = made
    try apply(to: &made) { $0.notes = "moved" }
    #expect(made.notes == "moved")
    #expect(made.pricePerCoin == before.pricePerCoin && made.valuation == before.valuation)
    try apply(to: &made) { $0.fee = TransactionFee(amount: 1) }
    #expect(made.total == 202)
    try apply(to: &made) { $0.fee = TransactionFee(amount: 0) }
    #expect(made.fee == nil && made.total == 200)
  }

  @Test func `what an edit takes away is gone`() throws {
    var sale = try transaction(.sell) {
      ($0.amount, $0.total, $0.currency) = (2, 100, "EUR")
      $0.rate = 2
    }
    try apply(to: &sale) { ($0.kind, $0.removed) = (.lost, [.money]) }
    let lost = try transaction(.lost) { $0.amount = 2 }
    #expect(sale.payment == nil && sale.valuation == nil && sale.pricePerCoin == 0)
    #expect(sale.kind == lost.kind && sale.type == lost.type && sale.label == nil)

    var reward = try transaction(.reward) { ($0.amount, $0.price, $0.label) = (1, 5, .staking) }
    try apply(to: &reward) { $0.removed = [.label] }
    #expect(reward.label == nil && reward.pricePerCoin == 5)
  }

  @Test func `the fee of a transfer stays its fee`() throws {
    let link = UUID()
    var fee = Transaction(
      coinId: "bitcoin", type: .sell, amount: 1, pricePerCoin: 0, date: date, kind: .fee,
      label: .transfer, link: link, valuation: Valuation(kind: .unknown))
    try apply(to: &fee) { $0.amount = 2 }
    #expect(fee.amount == 2 && fee.link == link && fee.label == .transfer)
  }

  @Test func `a gift has no terms and a rate needs its money`() {
    #expect(throws: EventError.hasNo("fee", .gift)) {
      try transaction(.gift) {
        $0.amount = 1
        $0.fee = .init(amount: 1)
      }
    }
    #expect(throws: EventError.rateWithoutCurrency) {
      try transaction {
        $0.amount = 1
        $0.price = 1
        $0.rate = 2
      }
    }
    #expect(throws: EventError.noRate("AED", UTCDay(date))) {
      try transaction {
        $0.amount = 1
        $0.price = 1
        $0.fee = TransactionFee(amount: 1, currency: "ethereum")
        $0.currency = "AED"
      }
    }
  }
}
