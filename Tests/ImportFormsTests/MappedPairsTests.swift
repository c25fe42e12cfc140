import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Pair columns in which some rows contain only a coin.
struct MappedPairsTests {
  private let map = "date=When,side=Side,pair=Market,amount=Qty,total=Total"

  private func file(_ rows: [String], _ map: String) throws -> Imported {
    let text = "When,Side,Market,Qty,Total,Money\n" + rows.joined(separator: "\n") + "\n"
    return try imported(text, ImportSetting(map: try ColumnMap(map)))
  }

  private let rows = [
    "2024-01-01,buy,BTC/USD,0.1,4200,USD", "2024-01-03,buy,SOL,10,900,USD",
    "2024-01-04,sell,SOL/USD,5,500,USD",
  ]

  @Test(arguments: [",currency==USD", ",currency=Money"])
  func `a coin alone is what was traded for the row's money`(money: String) throws {
    let file = try file(rows, map + money)
    #expect(file.unread.isEmpty)
    #expect(
      file.added == [
        "2024-01-01T00:00:00Z buy 0.1 bitcoin 42000", "2024-01-03T00:00:00Z buy 10 solana 90",
        "2024-01-04T00:00:00Z sell 5 solana 100",
      ])
  }

  @Test func `a coin alone without any money waits, and says what helps`() throws {
    let sentence = try #require(try file(rows, map).unread.first)
    #expect(sentence.hasPrefix("3: market: SOL is not a pair"))
    #expect(sentence.contains("write SOL/USD there, or add currency==USD to the map"))
    // Rewards need no money column.
    let deposit = try file(["2024-01-01,deposit,SOL,1,,"], map)
    #expect(deposit.moves.map(\.coinId) == ["solana"], "\(deposit.unread) \(deposit.questions)")
  }

  @Test(arguments: ["SOLUSDTM", "XBTU24", "BTCPERP", "BTC-27DEC24-X"])
  func `futures are not coins alone`(cell: String) throws {
    let file = try file(["2024-01-03,buy,\(cell),10,900,USD"], map + ",currency==USD")
    #expect(file.transactions.isEmpty)
  }

  @Test func `a wrapped coin is not a pair with what it wraps`() throws {
    let file = try file(
      ["2024-01-03,buy,WBTC,1,900,USD", "2024-01-03,buy,PAXGBTC,1,900,USD"],
      map + ",currency==USD")
    #expect(file.transactions.map(\.coinId).sorted() == ["paxg", "wbtc"])
  }

  @Test func `next to a column of coins a coin alone in the pair stays unclear`() throws {
    let file = try file(
      ["2024-01-03,buy,BTC,10,900,LTC"], map + ",coin=Money,currency==USD")
    #expect(file.unread == ["2: No coin is known as BTC."])
  }

  @Test func `the map's money is that of coins alone, not of pairs that name another`() throws {
    let text = """
      Tag,Was,Markt,Menge,Summe
      2024-01-05,Kauf,BTC/EUR,0.1,4000
      2024-01-06,Kauf,SOL,2,180
      2024-01-07,Kauf,ETH/BTC,0.5,0.025
      """
    let map = try ColumnMap(
      "date=tag,side=was,pair=markt,amount=menge,total=summe,currency==EUR")
    #expect(
      try readImport(Array(text.utf8), map: map).results.map(\.line).sorted() == [
        "2024-01-05T00:00:00Z +0.1 BTC -4000 EUR", "2024-01-06T00:00:00Z +2 SOL -180 EUR",
        "2024-01-07T00:00:00Z +0.5 ETH -0.025 BTC",
      ])
    let heading = text.replacing("Summe", with: "Summe (EUR)")
    let ofAll = try ColumnMap(map.text.replacing("summe", with: "summe (eur)"))
    #expect(
      try readImport(Array(heading.utf8), map: ofAll).results.map(\.line).contains(
        "2024-01-07T00:00:00Z +0.5 ETH -0.025 EUR"))
  }
}
