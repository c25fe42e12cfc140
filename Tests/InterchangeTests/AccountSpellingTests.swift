import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Accounts whose names differ only in case are one.
struct AccountSpellingTests {
  private func accounts(_ plan: ImportPlan) -> Set<String> {
    Set(plan.additions.compactMap(\.account) + plan.moves.map(\.account))
  }

  @Test func `an import without an account takes the spelling that the ledger has`() throws {
    let binance = """
      Date(UTC),Pair,Side,Price,Executed,Amount,Fee
      2024-01-15 10:30:00,BTCUSDT,BUY,40000,0.05BTC,2000USDT,0.01BTC

      """
    var policy = policy(stable: ["USDT"])
    #expect(accounts(try plan([binance], policy)) == ["binance"])
    policy.accounts = AccountNames(["Binance"])
    #expect(accounts(try plan([binance], policy)) == ["Binance"])
  }

  @Test func `accounts that rows name take the spelling of the ledger, or of the first row`() {
    func facts(_ names: [String], other: String) -> [Reading] {
      names.enumerated().map { line, name in
        trade(
          line + 1, "2024-01-0\(line + 1)", get: quantity("1", "BTC"), give: quantity("9", "USD")
        ) { $0.account = name }
      } + [
        move(9, "2024-02-01T10:00:00Z", "-1", account: names[0]) { $0.otherAccount = other }
      ]
    }
    let rows = facts(["kraken", "Kraken", "KRAKEN"], other: "Ledger")
    #expect(accounts(plan(facts: rows)) == ["kraken", "Ledger"])
    var policy = ImportPolicy()
    policy.accounts = AccountNames(["Kraken", "LEDGER"])
    #expect(accounts(plan(facts: rows, policy)) == ["Kraken", "LEDGER"])
  }

  @Test func `bitpal's own files take the spelling of the ledger, and keep their own two`() throws {
    let own = """
      coin_id,type,amount,price,date,notes,account
      bitcoin,buy,1,5,2024-01-01,,binance
      bitcoin,buy,1,5,2024-01-02,,Binance
      bitcoin,buy,1,5,2024-01-03,,kraken

      """
    var policy = ImportPolicy()
    #expect(accounts(try plan([own], policy)) == ["binance", "Binance", "kraken"])
    policy.accounts = AccountNames(["KRAKEN", "BINANCE"])
    #expect(accounts(try plan([own], policy)) == ["BINANCE", "KRAKEN"])
    var streamed: Set<String?> = []
    let stream = try RowStream(RowBytes(Array(own.utf8)))
    _ = try stream.plan(
      into: ImportLedger(transactions: []), policy: policy,
      coins: CoinDirectory(resolve: testCatalogue), now: testNow
    ) { streamed.insert($0.account) }
    #expect(streamed == ["BINANCE", "KRAKEN"])
  }

  @Test("a long file gives the same", arguments: [["Anna"], ["Anna", "anna"]])
  func long(names: [String]) throws {
    var text = "When,What,Coin,Many,Sum,Where\n"
    // Newest first, so that the first row is not the oldest.
    for (place, name) in names.enumerated() {
      text += "2024-01-0\(9 - place),buy,BTC,1,100,\(name)\n"
    }
    let map = try ColumnMap(
      "date=When,side=What,coin=Coin,amount=Many,total=Sum,account=Where,currency==USD")
    for known in [[], ["ANNA"]] {
      var policy = ImportPolicy()
      policy.accounts = AccountNames(known)
      let compared = try BothWays([text], map)
        .compare(into: ImportLedger(transactions: []), policy)
      #expect(compared.isStreamed == (names.count == 1 || !known.isEmpty))
      #expect(accounts(compared.whole).count == 1)
    }
  }
}
