import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Files that resemble others, or have the same content in other columns.
struct StrangeFileTests {
  @Test(arguments: [
    "Date,Time,Type,Currency,Amount,Price,Status,Address\n2026-01-15,10:30,buy,BTC,1,9,Completed,\n",
    "Date,Type,Description,Currency,Amount,Fee,Balance\n2026-01-15,buy,x,BTC,1,0,1\n",
  ])
  func `a form without kinds takes no file that names them`(text: String) {
    #expect(throws: ImportError.self) { try readImport(Array(text.utf8)) }
  }

  @Test func `zeros that fill up a ticker to the end of its cell are no part of it`() throws {
    let header = try Fixture.named("bithomp").text.prefix { $0 != "\n" }
    let row = """
      "1","1735725600","","rOwn","Payment","1,640  OAR\0\0\0\0","1640","4F","rIssuer","1","received",\
      "","","","","0","","0","XRP","0","","H1"
      """
    let file = try readImport(Array("\(header)\n\(row)\n".utf8))
    #expect(
      file.results.map(\.line) == ["2025-01-01T10:00:00Z move 1640 OAR, at rOwn, #H1"])
    let texts = file.results.map { "\($0)" }.joined()
    #expect(!texts.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  @Test(arguments: ["a,b\n1\u{0}2,3\n", "a,b\n1,2\u{0}", "\u{0}a,b\n1,2\n"])
  func `other zeros are no text`(text: String) {
    #expect(throws: ImportError.self) { try readImport(Array(text.utf8)) }
    #expect(throws: FileTextError.self) { try utf8Text(of: Array(text.utf8)) }
  }

  @Test func `a reward is worth what the mapped total or price says`() throws {
    let map = try ColumnMap(
      "date=day,side=what,coin=coin,amount=many,net=usd,price=price,currency==USD")
    let rows = """
      day,what,coin,many,usd,price
      2024-03-01,Reward,ETH,0.5,25,
      2024-03-02,Interest Payment,ETH,0.001,0.00,3000
      2024-03-03,Inbound Transfer,ETH,1,3000,
      """
    #expect(
      try readImport(Array(rows.utf8), map: map).results.map(\.line) == [
        "2024-03-01T00:00:00Z reward +0.5 ETH, worth 25 USD",
        "2024-03-02T00:00:00Z reward +0.001 ETH, worth 3 USD",
        "2024-03-03T00:00:00Z move 1 ETH",
      ])
  }

  @Test func `a subtotal shows that the total has the fee in it`() throws {
    let text = """
      When,Action,Asset,Quantity,Currency,Subtotal,Total,Fees
      2024-03-01,Buy,BTC,0.5,USD,19999.5,20000,0.5
      """
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    #expect(
      try readImport(Array(text.utf8), map: map).results.map(\.line) == [
        "2024-03-01T00:00:00Z +0.5 BTC -19999.5 USD, fee 0.5 USD"
      ])
  }

  @Test func `a heading that lost its capitals still names its money`() {
    #expect(HeadingWords("valueusd").unit == "USD")
    #expect(HeadingWords("valueusd").text == "value")
    #expect(HeadingWords("busd").unit == nil)
  }

  @Test func `French headings of both sides are known`() throws {
    let text = """
      Date;Type;Actif cédé;Quantité cédée;Actif reçu;Quantité reçue;Actif des frais;Frais
      2024-03-01 10:00:00;Échange;EUR;100;BTC;0,002;EUR;0,5
      """
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    #expect(
      try readImport(Array(text.utf8), map: map).results.map(\.line) == [
        "2024-03-01T10:00:00Z +0.002 BTC -100 EUR, fee 0.5 EUR"
      ])
  }

  @Test(arguments: [
    ("1,234", "1234"), ("-1,234,567.5 CAD", "-1234567.5 CAD"), ("0,123", "0,123"),
    ("0,12823291", "0,12823291"), ("71000,00", "71000,00"), ("$1,5", "$1,5"), ("7", "7"),
  ])
  func `only commas before three digits group thousands`(text: String, plain: String) {
    #expect(withoutThousands(text) == plain)
  }

  @Test func `a sale against a stablecoin is read back as a sale`() throws {
    let map = try ColumnMap("date=day,side=what,pair=pair,amount=many,total=sum")
    let text = "day,what,pair,many,sum\n2024-03-01,sell,ETH/USDT,0.5,1250\n"
    #expect(
      try readImport(Array(text.utf8), map: map).firstRows(1) == [
        "2024-03-01T00:00:00Z: sold 0.5 ETH for 1250 USDT"
      ])
  }

  @Test func `headings with footnotes are known`() {
    #expect(HeadingWords("Executed²").text == "executed")
    #expect(HeadingWords("Trading total³").text == "tradingtotal")
  }

  @Test(arguments: ["No data matches the criteria.", "条件に一致するデータがありません。"])
  func `an export that says it has no rows is empty, whatever its headings`(words: String) throws {
    #expect(throws: ImportError.unreadable(.empty)) {
      try readImport(Array("Time,Coin,Voucher No,Amount\n\(words)\n".utf8))
    }
    let known = try readImport(Array("Time,Coin,Amount,Type\n\(words)\n".utf8))
    #expect(known.results.map(\.line) == ["2: otherKind(\"heading\")"])
  }
}
