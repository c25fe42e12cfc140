import Exact
import FoundationEssentials
import Portfolio
import Testing
import ImportForms
import ImportText

/// Gains, losses and costs of contracts that are settled in coins.
struct ContractResultsTests {
  private static let setting = ImportSetting(
    evidence: ["EUR 2024-03-01": "1.08"], othersAreWorth: "60000",
    typed: [
      Transaction(
        coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 5, date: instant("2019-01-01"))
    ])

  private static let statement = """
    User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
    7,2024-03-01 08:00:00,Spot,Buy,BTC,0.01,
    7,2024-03-01 08:00:00,Spot,Buy,EUR,-550,
    7,2024-03-02 08:00:00,Spot,transfer_out,BTC,-0.01,
    7,2024-03-02 08:00:00,Coin-M Futures,transfer_in,BTC,0.01,
    7,2024-03-03 09:00:00,Coin-M Futures,Realize profit and loss,BTC,-0.002,
    7,2024-03-03 09:00:00,Coin-M Futures,Fee,BTC,-0.00001,
    7,2024-03-04 08:00:00,Coin-M Futures,Funding Fee,BTC,0.00002,
    """

  private static let history = """
    Date(UTC),type,Amount,Asset,Symbol,Transaction ID
    2024-03-02 08:00:00,TRANSFER,0.01,BTC,,100
    2024-03-03 09:00:00,REALIZED_PNL,-0.002,BTC,BTCUSD_PERP,101
    2024-03-03 09:00:00,COMMISSION,-0.00001,BTC,BTCUSD_PERP,102
    2024-03-04 08:00:00,FUNDING_FEE,0.00002,BTC,BTCUSD_PERP,103
    """

  private static let purchase = "buy 0.01"
  private static let results = ["reward 0.00002", "spend 0.00001", "spend 0.002"]

  private func kinds(_ files: [String]) throws -> [String] {
    let imported = try imported(files, Self.setting)
    #expect(imported.questions.isEmpty)
    return imported.transactions.map { "\($0.kind.rawValue) \($0.amount.description)" }.sorted()
  }

  @Test func `what Binance's contracts took or gave changes the coins`() throws {
    #expect(try kinds([Self.statement]) == [Self.purchase] + Self.results)
    #expect(try kinds([Self.history]) == Self.results)
  }

  @Test func `the history of futures and the statement say it once`() throws {
    for files in [[Self.statement, Self.history], [Self.history, Self.statement]] {
      #expect(try kinds(files) == [Self.purchase] + Self.results)
    }
  }

  @Test func `BitMEX' results change what its wallet holds`() throws {
    let wallet = """
      "transactTime","transactType","amount","fee","address","transactStatus","walletBalance"
      "12/6/2019, 7:00:00 AM","RealisedPNL","-20000","0","XBTUSD","Completed","3030000"
      "12/4/2019, 7:00:00 AM","RealisedPNL","50000","0","XBTUSD","Completed","3050000"
      "12/2/2019, 3:30:00 AM","Deposit","3000000","null","","Completed","3000000"
      """
    let imported = try imported(wallet, Self.setting)
    #expect(imported.moves.map(\.amount.description) == ["0.03"])
    #expect(
      imported.transactions.map { "\($0.kind.rawValue) \($0.amount.description)" }
        == ["reward 0.0005", "spend 0.0002"])
  }
}
