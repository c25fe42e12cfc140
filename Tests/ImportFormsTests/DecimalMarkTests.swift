import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// `5.000` next to `1.500,00` is five thousand.
struct DecimalMarkTests {
  @Test(arguments: [
    ("1.500,00", DecimalMark.comma), ("0,5", .comma), ("12,34 €", .comma), ("0,14 ETH", .comma),
    ("9,61538E-05 ETH", .comma), ("1.234.567", .comma), ("-€12,5", .comma), ("1 234,56", .comma),
    ("1234,567", .comma), ("R$ 1.500,00", .comma),
    ("1,500.00", .point), ("0.5", .point), ("$12.34", .point), ("1,234,567", .point),
    ("0.123", .point), ("1.234E-05", .point), ("1234.567", .point), (".5", .point),
  ])
  func `some numbers can be read in one way only`(cell: String, mark: DecimalMark) {
    #expect(DecimalMark(shownBy: cell) == mark)
  }

  @Test(arguments: [
    "1.234", "1,234", "-12,345 BTC", "€999.000", "1234", "50.", "", "BTC", "01.03.2024",
    "01.03.2024 10:00:00", "2024-03-01T10:00:00.123Z", "10:00:00.5", "1.2.3", "sold at 0.5",
  ])
  func `others show nothing`(cell: String) { #expect(DecimalMark(shownBy: cell) == nil) }

  private static let map = "date=Date,side=Type,coin=Coin,amount=Amount,total=Total,currency==EUR"
  private func lines(_ rows: [String]) throws -> [String] {
    let text = (["Date;Type;Coin;Amount;Total"] + rows).joined(separator: "\n")
    return try readImport(Array(text.utf8), map: try ColumnMap(Self.map)).results.map(\.line)
  }

  @Test func `a point before three digits groups where the row has decimal commas`() throws {
    #expect(
      try lines(["01.03.2024 10:00:00;Buy;DOGE;5.000;1.500,00"]) == [
        "2024-03-01T10:00:00Z +5000 DOGE -1500 EUR"
      ])
    #expect(
      try lines(["01.03.2024 10:00:00;Buy;DOGE;5.000 DOGE;0,5 EUR"]) == [
        "2024-03-01T10:00:00Z +5000 DOGE -0.5 EUR"
      ])
  }

  @Test func `other rows of the file show it`() throws {
    #expect(
      try lines(["2024-03-01;Buy;BTC;1.000;40.000", "2024-03-02;Buy;BTC;0,5;20.000"]) == [
        "2024-03-01T00:00:00Z +1000 BTC -40000 EUR", "2024-03-02T00:00:00Z +0.5 BTC -20000 EUR",
      ])
    #expect(
      try lines(["2024-03-01;Buy;BTC;1,000;40,000", "2024-03-02;Buy;BTC;0,5;20,000"]) == [
        "2024-03-01T00:00:00Z +1 BTC -40 EUR", "2024-03-02T00:00:00Z +0.5 BTC -20 EUR",
      ])
  }

  @Test func `with decimal points it is a fraction`() throws {
    #expect(
      try lines(["2024-03-01;Buy;BTC;1.234;40000.50", "2024-03-02;Buy;BTC;1.000;40000"]) == [
        "2024-03-01T00:00:00Z +1.234 BTC -40000.5 EUR", "2024-03-02T00:00:00Z +1 BTC -40000 EUR",
      ])
  }

  @Test func `where the row has both it is refused`() throws {
    let text = "Date;Type;Coin;Amount;Total;Price\n2024-03-01;Buy;BTC;1.234;40,5;0.5"
    let results = try readImport(Array(text.utf8), map: try ColumnMap(Self.map)).results
    #expect(results.map(\.line) == ["2: refused, ambiguousNumber(column: \"amount\", \"1.234\")"])
  }

  @Test func `another column says nothing where the column itself shows it`() throws {
    let text = """
      Date;Type;Coin;Amount;Total;NOK
      2024-03-01;Buy;ADA;100;662.635;kr 840,16
      2024-03-02;Buy;ADA;415.68;94.76;kr 840,16
      2024-03-03;Buy;ADA;3.863;1.25;kr 1.234,16
      """
    let results = try readImport(Array(text.utf8), map: try ColumnMap(Self.map)).results
    #expect(
      results.map(\.line) == [
        "2024-03-01T00:00:00Z +100 ADA -662.635 EUR",
        "2024-03-02T00:00:00Z +415.68 ADA -94.76 EUR",
        "2024-03-03T00:00:00Z +3.863 ADA -1.25 EUR",
      ])
  }

  @Test func `known formats are read by the same rule`() throws {
    let text = """
      "Typ","Kauf","Cur.","Verkauf","Cur.","Gebühr","Cur.","Börse","Gruppe","Kommentar","Datum"
      "Trade","5.000","DOGE","1.500,00","EUR","0,00","","Kraken","","","01.03.2024 10:00"
      """
    #expect(
      try readImport(Array(text.utf8)).results.map(\.line).joined().contains(
        "+5000 DOGE -1500 EUR"))
  }

  @Test func `a long file whose beginning shows no mark shows it later`() throws {
    let whole = (1...30).map { "2024-03-01T10:00:\($0 + 10)Z;Buy;BTC;1.000;40.000" }
    let rows = ["Date;Type;Coin;Amount;Total"] + whole + ["2024-03-02;Buy;BTC;0,5;20.000"]
    let bytes = Array(rows.joined(separator: "\n").utf8)
    let map = try ColumnMap(Self.map)
    #expect(try readImport(bytes, map: map).results.first?.line.contains("+1000 BTC") == true)
  }

  @Test(arguments: [
    // A decimal point or two commas in the column.
    (["DOGE;10;\"1,234\"", "DOGE;10;99.50"], "-1234 EUR"),
    (["DOGE;10;\"1,234\"", "DOGE;10;1,234,567"], "-1234 EUR"),
    (["DOGE;10;\"1,234\"", "DOGE;10;1,234.50"], "-1234 EUR"),
    // A decimal point elsewhere in the row.
    (["DOGE;0.5;\"-1,234\""], "-1234 EUR"),
    (["DOGE;1,234,567;\"1,234\""], "-1234 EUR"),
    // Price times amount equals the total.
    (["DOGE;2;\"1,234\";617"], "-1234 EUR"), (["DOGE;1,000;\"1,234\";1.234"], "-1234 EUR"),
  ])
  func `a comma groups where the column, the row or its product shows it`(
    rows: [String], total: String
  ) throws {
    let text = (["Date;Type;Coin;Amount;Total;Price"] + rows.map { "2024-03-01;Buy;\($0)" })
      .joined(separator: "\n")
    let results = try readImport(Array(text.utf8), map: try ColumnMap(Self.map)).results
    #expect(results[0].line.hasSuffix(total), "\(results[0].line)")
  }

  @Test(arguments: [
    // No evidence; products fit both readings; another column has decimal commas.
    ["DOGE;10;\"1,234\";123"], ["DOGE;2;\"2,468\";\"1,234\""],
    ["DOGE;0.5;\"1,234\";9", "DOGE;10;10;0,5"],
  ])
  func `elsewhere its meaning is unknown`(rows: [String]) throws {
    let text = (["Date;Type;Coin;Amount;Total;Price"] + rows.map { "2024-03-01;Buy;\($0)" })
      .joined(separator: "\n")
    let results = try readImport(Array(text.utf8), map: try ColumnMap(Self.map)).results
    #expect(results[0].line.contains("ambiguousNumber"), "\(results[0].line)")
  }

  private func koinly(_ rows: String...) throws -> [String] {
    let header =
      "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,"
      + "Net Worth Amount,Net Worth Currency,Note"
    return try readImport(Array(([header] + rows).joined(separator: "\n").utf8)).results
      .map(\.line)
  }

  @Test func `columns that contradict each other say nothing of one that shows nothing`() throws {
    let refused = "3: refused, ambiguousNumber(column: \"received amount\", \"662.635\")"
    let first = "2024-03-01,62.6351,USD,100,ADA,,,\"99,39\",USD,"
    #expect(try koinly(first, "2024-03-02,1.5,USD,662.635,ADA,,,,,").contains(refused))
    // If all other columns agree, this one follows them.
    let points = "2024-03-01,62.6351,USD,100,ADA,,,99.39,USD,"
    #expect(
      try koinly(points, "2024-03-02,1.5,USD,662.635,ADA,,,,,").last
        == "2024-03-02T00:00:00Z +662.635 ADA -1.5 USD")
    let commas = "2024-03-01,\"62,6351\",USD,100,ADA,,,\"99,39\",USD,"
    #expect(
      try koinly(commas, "2024-03-02,\"1,5\",USD,662.635,ADA,,,,,").last
        == "2024-03-02T00:00:00Z +662635 ADA -1.5 USD")
    // The number format of a local currency's column says nothing about other columns.
    let money = "2024-03-01,62,USD,100,ADA,,,,,\"kr 840,16\""
    #expect(try koinly(money, "2024-03-02,1,USD,662.635,ADA,,,,,").contains(refused))
  }

}
