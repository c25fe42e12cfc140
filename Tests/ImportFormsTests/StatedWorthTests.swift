import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Coin values stated by a column of the file, against the price of the day.
struct StatedWorthTests {
  private static let earnings = """
    UID,Account Type,Order ID,Time(UTC+00:00),Staked Coin,Product Type,Product Name,Earnings Coin,\
    Earnings Type,Remarks,Amount,Amount（USDT）,Fee
    1,mainAccount,e1,2023-05-01 08:00:00,ETH,Staking,Staking,ETH,Staking Rewards,,0.05,90,0
    """

  @Test func `a worth in a declared stablecoin comes before the day's price`() throws {
    let prices = ["ethereum 2023-05-01": "1900"]
    let declared = try imported(
      Self.earnings, ImportSetting(evidence: prices, dollars: ["USDT"])
    ).transactions
    #expect(declared.map(\.pricePerCoin) == [1800])
    #expect(declared.map(\.valuation?.kind) == [.stablecoin])
    let undeclared = try imported(
      Self.earnings, ImportSetting(evidence: prices)
    ).transactions
    #expect(undeclared.map(\.pricePerCoin) == [1900])
  }

  @Test func `dollars next to other money make an exact price`() throws {
    let text =
      "Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,"
      + "Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash\n"
      + "2024-01-09 11:43:48,Buy BTC,BTC,0.004,,,EUR,99.13,111,crypto_purchase,\n"
    let bought = try imported(
      text, ImportSetting(evidence: ["EUR 2024-01-09": "1.12"])
    ).transactions
    #expect(bought.map(\.total) == [111])
    #expect(bought.first?.payment == MoneyAmount(amount: decimal("99.13"), currency: "EUR"))
  }

  @Test func `what was paid in euros counts at its own dollars, not at those of the coins`() throws
  {
    let header =
      "\"txid\",\"refid\",\"time\",\"type\",\"subtype\",\"aclass\",\"asset\",\"amount\",\"fee\","
      + "\"balance\",\"amountusd\"\n"
    let euros = "L1,T1,2024-03-19 19:43:31,trade,,currency,ZEUR,-100,0,900,108.5\n"
    let coins = "L2,T1,2024-03-19 19:43:31,trade,,currency,XXBT,0.002,0,0.002,108.4\n"
    for files in [[header + euros + coins], [header + coins, header + euros + coins]] {
      #expect(try imported(files).transactions.map(\.total) == [decimal("108.5")])
    }
  }

  @Test func `what the file says a fee was worth comes before the day's price`() throws {
    let columns =
      "User_Id,Time,Category,Operation,Order_Id,Transaction_Id,Primary_Asset,"
      + "Realized_Amount_For_Primary_Asset,Realized_Amount_For_Primary_Asset_In_USD_Value,Base_Asset,"
      + "Realized_Amount_For_Base_Asset,Realized_Amount_For_Base_Asset_In_USD_Value,Quote_Asset,"
      + "Realized_Amount_For_Quote_Asset,Realized_Amount_For_Quote_Asset_In_USD_Value,Fee_Asset,"
      + "Realized_Amount_For_Fee_Asset,Realized_Amount_For_Fee_Asset_In_USD_Value\n"
    func fees(_ worth: String) throws -> [Transaction] {
      let row =
        "1,2024-01-05 10:00:00.000,Spot Trading,Buy,o1,t1,,,,BTC,0.01,440,USD,440,440,BNB,0.001,"
      return try imported(
        columns + row + worth + "\n",
        ImportSetting(
          evidence: ["binancecoin 2024-01-05": "317"],
          typed: [
            Transaction(
              coinId: "binancecoin", type: .buy, amount: 1, pricePerCoin: 5,
              date: instant("2023-01-01"))
          ])
      ).transactions
    }
    let stated = try fees("0.3")
    #expect(stated.map(\.coinId) == ["bitcoin", "binancecoin"])
    #expect(stated.map(\.total) == [decimal("440.3"), decimal("0.3")])
    #expect(stated[1].valuation?.kind == .file)
    // A value that was rounded to zero is ignored.
    let priced = try fees("0")
    #expect(priced.map(\.total) == [decimal("440.317"), decimal("0.317")])
    #expect(priced[1].valuation?.kind == .dailyPrice)
  }

  @Test func `a fee's worth in euros counts at the rate of its day`() throws {
    let text = """
      Koinly Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,\
      Net Worth Amount,Net Worth Currency,Fee Worth Amount,Fee Worth Currency
      2024-04-03 10:00:00 UTC,1000,USD,0.5,ETH,0.01,BNB,,,3,EUR
      """
    let fee = try imported(
      text,
      ImportSetting(
        evidence: ["EUR 2024-04-03": "1.1", "binancecoin 2024-04-03": "500"],
        typed: [
          Transaction(
            coinId: "binancecoin", type: .buy, amount: 1, pricePerCoin: 5,
            date: instant("2023-01-01")
          )
        ])
    ).transactions[1]
    #expect(fee.total == decimal("3.3"))
  }

  @Test func `CoinTracking's values in euros come before the day's price`() throws {
    let text = """
      Type,Buy,Cur.,Value in BTC,Value in EUR,Sell,Cur.,Value in BTC,Value in EUR,Spread,Exchange,Date
      Staking,0.5,ETH,0.02,800.00,-,,,,,Bitvavo,03.04.2024 09:00:00
      Trade,0.02,BTC,0.02,900.00,0.5,ETH,0.02,910.00,0.00,Bitvavo,04.04.2024 09:00:00
      """
    let additions = try imported(
      text,
      ImportSetting(evidence: [
        "EUR 2024-04-03": "1.1", "EUR 2024-04-04": "1.2", "ethereum 2024-04-03": "2000",
        "ethereum 2024-04-04": "2000", "bitcoin 2024-04-04": "40000",
      ])
    ).transactions
    #expect(
      additions.map { "\($0.coinId) \($0.pricePerCoin)" }.sorted()
        == ["bitcoin 54000", "ethereum 1760", "ethereum 2160"])
    #expect(additions.allSatisfy { $0.valuation?.kind == .rate })
  }

  @Test func `headings in Japanese or Korean ask about that money`() throws {
    func question(_ header: String, _ row: String) throws -> String {
      try #require(mapProposal(for: Array("\(header)\n\(row)\n".utf8))).currencyOfHeadings.fields
    }
    let row = "2024/01/15 10:30:00,買,BTC,0.01,5000000,50"
    #expect(
      try question("約定日時,取引区分,銘柄,約定数量,取引レート,手数料", row)
        == "currency==JPY,zone=Asia/Tokyo")
    #expect(
      try question("거래일시,종류,코인,수량,가격,수수료", row) == "currency==KRW,zone=Asia/Seoul")
    #expect(try question("date,side,coin,amount,price,fee", row) == "currency==USD")
  }

  @Test func `a column of coins that holds pairs is the pair`() throws {
    let text = """
      取引日時,通貨,取引種別,数量,単価,手数料
      2024/02/15 10:00:00,ETH/JPY,買い,0.2,350000,70
      2024/02/20 14:30:00,ETH/JPY,売り,0.1,360000,36
      """
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    #expect(
      try readImport(Array(text.utf8), map: map).results.map(\.line) == [
        "2024-02-15T01:00:00Z +0.2 ETH -70000 JPY, fee 70 JPY",
        "2024-02-20T05:30:00Z +36000 JPY -0.1 ETH, fee 36 JPY",
      ])
  }
}
