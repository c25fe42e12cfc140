import Exact
import FoundationEssentials
import Import
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// What rows mean under a map beyond their cells.
struct MappedRowsTests {
  @Test func `letters of several zones behind a time are what the map says`() throws {
    let text = "Date,Type,Coin,Amount,Total\n2024-07-01 10:00:00 IST,Buy,BTC,1,5\n"
    let fields = "date=Date,side=Type,coin=Coin,amount=Amount,total=Total,currency==EUR"
    func lines(_ map: String) throws -> [String] {
      try readImport(Array(text.utf8), map: try ColumnMap(map)).results.map(\.line)
    }
    #expect(
      try lines("\(fields),zone=Asia/Kolkata") == ["2024-07-01T04:30:00Z +1 BTC -5 EUR"])
    #expect(
      try lines(fields) == ["2: refused, notADate(column: \"date\", \"2024-07-01 10:00:00 IST\")"])
  }

  @Test(arguments: [
    ("BTCUSD", "bitcoin"), ("BTC-USD", "bitcoin"), ("eth/usd", "ethereum"), ("BTC", "bitcoin"),
    ("XYZUSD", "xyzusd"), ("CRVUSD", "crvusd"), ("TUSD", "tusd"), ("XYZ-USD", "xyz"),
    ("BTCEUR", "btceur"),
  ])
  func `a pair in the column of coins is the coin against the row's money`(
    symbol: String, coinId: String
  ) throws {
    let text = "Date,Code,Currency,Price,Quantity,Action\n2021-12-12,\(symbol),USD,44558.42,1,buy\n"
    let map = try ColumnMap(
      "date=date,coin=code,currency=currency,price=price,amount=quantity,side=action")
    let file = try records(
      of: Array(text.utf8), options: ReadingOptions(digest: "", map: map))
    let known = ["CRV": "curve-dao-token", "CRVUSD": "crvusd", "BTCUSD": "bitcoin-usd-btcfi"]
    let ranks = ["bitcoin": 1, "ethereum": 2, "curve-dao-token": 90, "crvusd": 149]
    let found = file.coins(
      id: { known[$0.name.uppercased()] ?? testCatalogue($0) }, rank: { ranks[$0] })
    let name = try #require(file.records.first?.facts.first?.amount.asset)
    #expect(found[name] ?? testCatalogue(Asset(factName: name)) == coinId)
  }

  @Test func `pairs that name first what was paid are read as the map says`() throws {
    let header = "Date,Market,Side,Price,Volume\n"
    let rows = "2024-03-01,USDT-BTC,BUY,62000,0.5\n2024-03-02,BTC-ETH,BUY,0.055,2\n"
    let map = "date=date,side=side,pair=market,amount=volume,price=price"
    func lines(_ text: String, _ map: String) throws -> [String] {
      try readImport(Array(text.utf8), map: try ColumnMap(map)).results.map(\.line)
    }
    let told = [
      "2024-03-01T00:00:00Z +0.5 BTC -31000 USDT", "2024-03-02T00:00:00Z +2 ETH -0.11 BTC",
    ]
    #expect(try lines(header + rows, map + ",pairs=quote/base") == told)
    let proposal = try #require(mapProposal(for: Array((header + rows).utf8))?.map)
    #expect(proposal.text.contains("pairs==quote/base"))
    #expect(try lines(header + rows, proposal.text) == told)
    // Without `pairs`, USDT-BTC is unclear, since money is not bought with coins.
    #expect(try lines(header + rows, map).first?.contains("unclearPair(\"USDT-BTC\")") == true)
    #expect(
      try lines(header + rows, map + ",pairs=base/quote").first?.contains("+0.5 USDT") == true)
    let usual = (header + rows).replacing("USDT-BTC", with: "BTC-USDT")
    #expect(mapProposal(for: Array(usual.utf8))?.map?.text.contains("pairs") == false)
    #expect(throws: ColumnMapError.notAnOrderOfPairs("btc")) { try ColumnMap(map + ",pairs=btc") }
  }

  @Test(arguments: [("in", "deposit=in", "move=in"), ("buy", "buy=buy", "trade=buy")])
  func `a word for what came in is not taken against the sign of its amount`(
    word: String, words: String, cure: String
  ) throws {
    let text = "When,What,Coin,Many,Sum\n2024-06-05,\(word),RVN,-12.115,3\n"
    let map = "date=When,side=What,coin=Coin,amount=Many,total=Sum,currency==USD,"
    let file = try readImport(Array(text.utf8), map: try ColumnMap(map + words))
    #expect(file.results.map(\.line).first?.contains("againstSign") == true)
    #expect(file.results.map(\.line).first?.contains(cure) == true)
    let bySign = try readImport(Array(text.utf8), map: try ColumnMap(map + cure))
    #expect(bySign.results.map(\.line).first?.contains("-12.115 RVN") == true)
  }

  private let ofSales = "date=When,side=What,coin=Coin,amount=Many,total=Sum,currency==GBP"

  private func lines(_ rows: [String], _ map: String) throws -> [String] {
    let text = "When,What,Coin,Many,Sum\n" + rows.map { "2024-06-05,\($0)\n" }.joined()
    return try readImport(Array(text.utf8), map: try ColumnMap(map)).results.map(\.line).sorted()
  }

  @Test func `a sale above zero among sales below zero is refused`() throws {
    let rows = ["Bought,LINK,100,500", "Sold,LINK,-20,-100", "Sale,LINK,344.78,-350"]
    let read = try lines(rows, ofSales)
    #expect(
      read == [
        "2024-06-05T00:00:00Z +100 GBP -20 LINK", "2024-06-05T00:00:00Z +100 LINK -500 GBP",
        "4: refused, againstSign(word: \"Sale\", bySign: \"trade=Sale\", isOut: true)",
      ])
    #expect(
      try lines(rows, ofSales + ",trade=Sale").contains(
        "2024-06-05T00:00:00Z +344.78 LINK -350 GBP"))
    // Without signs the word decides; a single negative amount does not establish a convention.
    #expect(try lines(["Sold,LINK,20,100", "Sold,LINK,10,50"], ofSales).count == 2)
    #expect(
      try lines(["Sent,LINK,-20,", "Sent,LINK,10,"], ofSales + ",withdrawal=sent").last
        == "3: refused, againstSign(word: \"Sent\", bySign: \"move=Sent\", isOut: true)")
  }

  @Test func `a row in which only the money moved is left out whatever its sign`() throws {
    #expect(
      try lines(["Bought,BTC,0.1,38", "Bought,GBP,-38,-38", "Sold,GBP,551.15,-559"], ofSales) == [
        "2024-06-05T00:00:00Z +0.1 BTC -38 GBP", "3: fiatOnly(\"GBP\")", "4: fiatOnly(\"GBP\")",
      ])
  }
}
