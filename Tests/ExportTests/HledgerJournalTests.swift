import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import Export

/// An exported hledger journal gives the same figures in hledger as in bitpal.
///
/// - Purchases, gifts, sales and closed positions become balanced entries.
/// - Unrealized and realized results and the total value agree to the cent.
/// - Any coin id is read, in strict mode too, and notes cannot add tags or control characters.
struct HledgerJournalTests {
  private static let priced = utc("2026-04-28T12:00:00Z")

  private static func coin(_ id: String, _ price: String) -> Coin {
    Coin(id: id, symbol: id, name: id, currentPrice: exact(price), lastUpdated: priced)
  }

  private static let accounts = """
    account gains
        ; type: R
    account income
        ; type: R
    account equity:cash
    account equity:deposits
    account equity:withdrawals
    account equity:gifts:given
    account equity:gifts:received
    account equity:migrations
    account expenses:fees
    account expenses:lost
    account expenses:spent
    account income:staking
    account income:interest
    account income:airdrop
    account income:mining
    account income:fork
    account income:cashback
    account income:referral
    account income:other
    """

  @Test func `a purchase, a gift, a sale and a closed cycle, whose residue stays in the account`() {
    func transaction(
      _ type: TransactionType, _ amount: String, _ price: Price, _ day: String,
      _ notes: String? = nil
    ) -> Transaction {
      Transaction(
        coinId: "bitcoin", type: type, amount: exact(amount), pricePerCoin: price,
        date: utc(day), notes: notes, account: "Kraken")
    }
    let journal = hledgerJournal(
      [
        transaction(.buy, "2", 40000, "2024-01-01", "first\nsecond; line"),
        transaction(.sell, "1", 50000, "2024-02-01T10:00:00Z"),
        transaction(.sell, "0.999999999", 30000, "2024-03-01"),
        transaction(.gift, "1", 0, "2024-04-01"),
      ],
      coins: [Self.coin("bitcoin", "55000.5")])
    #expect(
      journal == """
        decimal-mark .
        commodity 1000.00 USD
        P 2026-04-28 "bitcoin" 55000.5 USD
        \(Self.accounts)
        commodity "bitcoin"
        account gains:bitcoin
        account assets:Kraken:bitcoin

        2024-01-01 * buy
            ; 2024-01-01T00:00:00Z
            ; first
            ; second; line
            assets:Kraken:bitcoin  2 "bitcoin" @@ 80000 USD
            equity:cash  -80000 USD

        2024-02-01 * sell
            ; 2024-02-01T10:00:00Z
            assets:Kraken:bitcoin  -1 "bitcoin" @@ 40000 USD
            gains:bitcoin  -10000 USD
            equity:cash  50000 USD

        2024-03-01 * sell
            ; 2024-03-01T00:00:00Z
            assets:Kraken:bitcoin  -0.999999999 "bitcoin" @@ 40000 USD
            gains:bitcoin  10000.00003 USD
            equity:cash  29999.99997 USD

        2024-04-01 * gift
            ; 2024-04-01T00:00:00Z
            assets:Kraken:bitcoin  1 "bitcoin" @@ 0 USD
            equity:gifts:received  0 USD

        """)
  }

  @Test(.enabled(if: Hledger.isInstalled), arguments: Array(1...12) as [UInt64])
  func `hledger's gain and gains are bitpal's unrealized and realized results to the cent`(
    seed: UInt64
  ) throws {
    let ledger = randomLedger(seed: seed, count: 80, withDust: false)
    let coins = [
      Self.coin("bitcoin", "61234.56"), Self.coin("ethereum", "2987.125"),
      Self.coin("dust-coin", "0.00000823"), Self.coin("0x", "0.3456"),
    ]
    let journal = hledgerJournal(ledger, coins: coins)
    let known = Dictionary(uniqueKeysWithValues: coins.map { ($0.id, $0) })
    let summary = Positions(transactions: ledger, currentPrices: known).summary
    let unrealized = try #require(summary.unrealizedPnL)
    let gain = try Hledger.total(["--gain", "assets", "not:tag:unpriced"], on: journal)
    let gains = try Hledger.total(["gains"], on: journal)
    #expect(gain == unrealized.rounded(places: 2), "seed \(seed)")
    #expect(-gains == summary.realizedPnL.rounded(places: 2), "seed \(seed)")
  }

  @Test(.enabled(if: Hledger.isInstalled))
  func `with every coin priced the gain of all accounts is the unrealized result`() throws {
    let ledger = randomLedger(seed: 99, count: 60, withDust: false).filter {
      $0.coinId == "bitcoin"
    }
    let coins = [Self.coin("bitcoin", "61234.56")]
    let summary = Positions(transactions: ledger, currentPrices: ["bitcoin": coins[0]]).summary
    let gain = try Hledger.total(["--gain"], on: hledgerJournal(ledger, coins: coins))
    #expect(gain == summary.unrealizedPnL?.rounded(places: 2))
  }

  @Test(
    .enabled(if: Hledger.isInstalled),
    arguments: [
      "0x", "two words", "a:b", "semi;colon", "quo\"te", "line\nbreak", "percent%20", "漢字", "@",
      "-1",
    ])
  func `any coin id is read and kept apart, in hledger's strict mode too`(id: String) throws {
    let ledger = [
      Transaction(
        coinId: id, type: .buy, amount: exact("1.000000000000000001"), pricePerCoin: 2,
        date: utc("2024-01-01"), notes: "date:2024 [2024-99-99] \u{1B}[31m\u{7}; x"),
      Transaction(
        coinId: "\(id)2", type: .buy, amount: 1, pricePerCoin: 3, date: utc("2024-01-02")),
    ]
    let journal = hledgerJournal(ledger, coins: [Self.coin(id, "5"), Self.coin("\(id)2", "5")])
    #expect(!journal.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
    let accounts = try Hledger.report(["accounts", "assets", "--strict"], on: journal)
    #expect(accounts.split(separator: "\n").count == 2)
    #expect(try Hledger.total(["--gain"], on: journal) == 5)
  }

  @Test(.enabled(if: Hledger.isInstalled), arguments: Array(1...8) as [UInt64])
  func `hledger's value of all coins in dollars is bitpal's total value`(seed: UInt64) throws {
    let ledger = randomLedger(seed: seed, count: 80, withDust: false)
    let coins = [
      Self.coin("bitcoin", "61234.56"), Self.coin("ethereum", "2987.125"),
      Self.coin("dust-coin", "0.00000823"), Self.coin("0x", "0.3456"),
    ]
    let known = Dictionary(uniqueKeysWithValues: coins.map { ($0.id, $0) })
    let summary = Positions(transactions: ledger, currentPrices: known).summary
    let value = try Hledger.total(
      ["assets", "not:tag:unpriced", "-X", "USD"],
      on: hledgerJournal(ledger, coins: coins))
    #expect(value == summary.totalValue?.rounded(places: 2), "seed \(seed)")
  }
}
