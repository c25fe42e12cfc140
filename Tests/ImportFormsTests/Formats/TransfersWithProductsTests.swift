import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Coins moved between an account and a product of its exchange.
struct TransfersWithProductsTests {
  private func futures(_ rows: String...) throws -> [String] {
    let header = "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n"
    return try factLines(header + rows.joined(separator: "\n"))
  }

  @Test func `what comes back from Kraken's futures beyond what was brought is a deposit`() throws {
    let out = "L1,A,2024-03-16 10:00:00,transfer,spottofutures,currency,XETH,-0.5,0,0.5"
    let back = "L2,B,2024-03-17 10:00:00,transfer,spotfromfutures,currency,XETH,0.8,0,1.3"
    let later = "L3,C,2024-03-18 10:00:00,transfer,spotfromfutures,currency,XETH,0.1,0,1.4"
    let expected = [
      "2: transfer", "2024-03-17T10:00:00Z move 0.3 ETH, [kraken B]",
      "2024-03-18T10:00:00Z move 0.1 ETH, left 1.4, [kraken C]",
    ]
    #expect(try futures(out, back, later) == expected)
    #expect(
      try futures(later, back, out) == [expected[2], expected[1], "4: transfer"])
    #expect(try futures(out, later) == ["2: transfer", "3: transfer"])
    // Coins cannot return before they were moved there.
    let before = back.replacing("03-17", with: "03-15")
    #expect(
      try futures(before, out) == [
        "2024-03-15T10:00:00Z move 0.8 ETH, left 1.3, [kraken B]", "3: transfer",
      ])
  }

  @Test func `a year of two digits stands first where there were no coins otherwise`() throws {
    let text = """
      #,DATE,CURRENCY,STATUS,AMOUNT,FEES,DESCRIPTION,TRANSACTION ID,NOTE
      1,24-03-05 10:00:00,BTC,COMPLETED,0.1,0,bc1,aa,
      2,24-03-12 10:00:00,BTC,COMPLETED,-0.05,-0.0004,bc1,bb,
      """
    #expect(
      try readImport(Array(text.utf8)).results.map(\.line) == [
        "2024-03-05T10:00:00Z move 0.1 BTC, [bitfinex 1], #aa",
        "2024-03-12T10:00:00Z move -0.05 BTC, fee 0.0004, [bitfinex 2], #bb",
      ])
  }

  @Test func `a rebate in the money that was paid is taken off exactly`() throws {
    let text = """
      日時,精算区分,日本円受渡金額,注文ID,約定ID,建玉ID,銘柄名,注文タイプ,取引区分,売買区分,約定数量,約定レート,約定金額,注文手数料
      2024/06/04 10:00:00,取引所現物取引,-32494,o2,e2,,BTC,指値,現物,買,0.005,6500000,32500,-6.5
      """
    let rate = ["JPY 2024-06-04": "0.0067010654694096361321450110567580245259"]
    let file = try imported(text, ImportSetting(evidence: rate))
    #expect(file.transactions.map { $0.payment?.amount } == [decimal("32493.5")])
  }
}
