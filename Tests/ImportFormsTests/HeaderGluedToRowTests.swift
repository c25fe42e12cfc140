import FoundationEssentials
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Files without a line break between the header and the first row.
struct HeaderGluedToRowTests {
  private static let next = "2024-03-02 10:00:37,BTCUSD,SELL,61000,0.005,305,0.3,USD\n"

  @Test(arguments: [
    // The last name and the first cell are joined.
    "Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin2024-03-01 10:00:37,BTCUSD,BUY,60000,"
      + "0.01,600,0.6,USD\n\(next)",
    "Date(UTC),Market,Type,Price,Amount,Total,Fee,\"Fee Coin\"\"2024-03-01 10:00:37\",BTCUSD,BUY,"
      + "60000,0.01,600,0.6,USD\n",
    // A comma replaces the line break.
    "Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin,2024-03-01 10:00:37,BTCUSD,BUY,60000,"
      + "0.01,600,0.6,USD\n\(next)",
    // A format that is also detected by the preceding names.
    "\"Market\";\"Operation date\";\"Action\";\"Type\";\"Rate\";\"Amount\";\"Value\";\"ID\"\"BTC-PLN\";"
      + "\"31-03-2021 13:09:05 UTC\";\"Sell\";\"Taker\";\"200000\";\"0.1\";\"20000\";\"a-b\"\n"
      + "\"ETH-PLN\";\"29-03-2021 09:27:09 UTC\";\"Buy\";\"Taker\";\"6750.00\";\"0.1\";\"675\";\"a-c\"\n",
  ])
  func `a row on the line of the header is never lost`(text: String) throws {
    for map in [
      nil, try ColumnMap("date=Date(UTC),pair=Market,side=Type,amount=Amount,total=Total"),
    ] {
      let error = #expect(throws: ImportError.self) {
        try readImport(Array("\u{FEFF}\(text)".utf8), map: map)
      }
      guard case .headerGluedToRow(let line, let cell) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(line == 1 && (cell.contains("2021") || cell.contains("2024") || cell == "60000"))
      let sentence = error?.message.sentence ?? ""
      #expect(sentence.hasPrefix("Line 1 names the columns and goes on with a row (\"\(cell)\")"))
      #expect(
        sentence.hasSuffix(
          "the line break between them is missing. Add it, so that no row is lost."))
    }
  }

  @Test func `a header with the right line break is none`() throws {
    let header = "Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin\n"
    #expect(try readImport(Array((header + Self.next).utf8)).results.count == 1)
    // Rows without column names have no header.
    let error = #expect(throws: ImportError.self) {
      try readImport(Array((Self.next + Self.next).utf8))
    }
    #expect(error == .unknownFormat(firstLine: String(Self.next.dropLast())))
  }
}
