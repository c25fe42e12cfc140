import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Letters of a state's money that a coin has, too.
struct MoneyOrCoinTests {
  private static let zonda =
    #""Market";"Operation date";"Action";"Type";"Rate";"Amount";"Value";"ID""# + "\n"
    + #""BOB-PLN";"31-03-2021 13:09:05 UTC";"Buy";"Taker";"0.08";"2500";"200";"z1""# + "\n"
    + #""BOB-PLN";"05-04-2021 09:27:09 UTC";"Sell";"Maker";"0.10";"500";"50";"z2""# + "\n"

  private static let rates = [
    "PLN 2021-03-31": "0.25", "PLN 2021-04-05": "0.26", "USD 2021-03-31": "1",
  ]

  private func plan(
    _ text: String, _ policy: ImportPolicy, coins: [String: String] = [:],
    tickers: Set<String> = ["BOB", "GEL"]
  ) throws -> ImportPlan {
    let directory = CoinDirectory(
      resolve: { asset in
        if let id = coins[asset.name.lowercased()] { return .listed(id) }
        // Coins of which none is the best known share them.
        return tickers.contains(asset.name) ? .unknown : testCatalogue(asset)
      }, given: Set(coins.keys))
    return planImport(
      [try read(text)], into: ImportLedger(transactions: []), policy: policy, coins: directory,
      now: testNow)
  }

  @Test func `letters of money that a coin has are refused against money`() throws {
    let plan = try plan(Self.zonda, policy(Self.rates))
    #expect(plan.additions.isEmpty)
    #expect(plan.leftOut.isEmpty)
    #expect(
      plan.refused.map(\.reason.sentence)
        == Array(
          repeating: "BOB is a national currency and a coin; add --coin BOB=ID if the coin was "
            + "traded, or --rate BOB=DOLLARS if it was the money.", count: 2))
    #expect(
      plan.refusalGroups.map(\.cure)
        == ["add --coin BOB=ID, its id at CoinGecko, or --rate BOB=DOLLARS"])
  }

  @Test func `the coin that the user says is the coin`() throws {
    let plan = try plan(Self.zonda, policy(Self.rates), coins: ["bob": "bobs-repair"])
    #expect(
      plan.added == [
        "2021-03-31T13:09:05Z buy 2500 bobs-repair 0.02",
        "2021-04-05T09:27:09Z sell 500 bobs-repair 0.026",
      ])
  }

  @Test func `deposits of such letters are left out with a line of their own`() throws {
    let moves =
      "Date,Side,Coin,Amount\n2021-03-31,Deposit,BOB,5\n2021-04-01,Withdrawal,BOB,2\n"
      + "2021-04-02,Deposit,PLN,7\n"
    let map = try ColumnMap("date=date,side=side,coin=coin,amount=amount")
    func plan(_ coins: [String: String]) throws -> ImportPlan {
      let directory = CoinDirectory(
        resolve: { coins[$0.name.lowercased()].map { .listed($0) } ?? .unknown },
        given: Set(coins.keys))
      return planImport(
        [try readImport(Array(moves.utf8), map: map)], into: ImportLedger(transactions: []),
        policy: policy(), coins: directory, now: testNow)
    }
    #expect(
      try plan([:]).notices.map(\.sentence) == [
        "2 deposits and withdrawals of BOB left out as a national currency; if it was the coin, "
          + "add --coin BOB=ID."
      ])
    let coin = try plan(["bob": "bobs-repair"])
    #expect(coin.moves.map(\.amount) == [5, -2])
    #expect(coin.notices.isEmpty)
  }

  @Test func `money whose rate is given is left out`() throws {
    let own = ["BOB 2021-03-31": "0.14", "BOB 2021-04-05": "0.14"]
    let plan = try plan(Self.zonda, policy(Self.rates.merging(own) { $1 }))
    #expect(plan.refused.isEmpty)
    #expect(plan.leftOut.map(\.reason) == [.fiatOnly("PLN"), .fiatOnly("BOB")])
  }

  @Test func `money that no coin is called like is left out`() throws {
    let plan = try plan(Self.zonda, policy(Self.rates), tickers: [])
    #expect(plan.leftOut.map(\.reason) == [.fiatOnly("PLN"), .fiatOnly("BOB")])
  }

  @Test func `so are letters against a stablecoin that counts as dollars`() throws {
    let text =
      #""Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Date""# + "\n"
      + #""Trade","500","GEL","120","USDT","","","X","2024-03-01 10:00:00""# + "\n"
      + #""Trade","500","ARS","120","USDT","","","X","2024-03-02 10:00:00""# + "\n"
    let plan = try plan(text, policy(stable: ["USDT"]))
    #expect(
      plan.refusalGroups.map(\.cure)
        == ["add --coin GEL=ID, its id at CoinGecko, or --rate GEL=DOLLARS"])
    #expect(plan.leftOut.map(\.reason) == [.fiatOnly("USDT")])
  }

  @Test func `a deposit of the coin that the user says is one`() throws {
    let text =
      #""Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Date""# + "\n"
      + #""Deposit","500","GEL","","","","","X","2024-03-01 10:00:00""# + "\n"
    #expect(try plan(text, policy()).leftOut.map(\.reason) == [.fiatOnly("GEL")])
    let plan = try plan(text, policy(), coins: ["gel": "gelato"])
    #expect(plan.moves.map(\.coinId) == ["gelato"])
  }
}
