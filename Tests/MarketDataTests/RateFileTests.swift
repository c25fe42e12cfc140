import Exact
import FoundationEssentials
import MarketData
import Portfolio
import Testing

/// The ECB's XML and CSV files are read, and a malformed or cut file is refused.
///
/// - A fault names its line.
/// - Rows that bitpal writes read back unchanged.
struct RateFileTests {
  private static let document = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" \
    xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
      <gesmes:subject>Reference rates</gesmes:subject>
      <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
      <Cube>
        <Cube time='2026-11-03'>
          <Cube currency='USD' rate='1.1201'/>
          <Cube currency='JPY' rate='176.05'/>
        </Cube>
        <Cube time="2026-11-02"><Cube currency="USD" rate="1.1190"/></Cube>
      </Cube>
    </gesmes:Envelope>
    """

  private func rows(_ text: String) throws -> [EuroRateRow] {
    guard case .euro(let rows) = try RateFile(Array(text.utf8)) else {
      Issue.record("read as another form")
      return []
    }
    return rows
  }

  @Test func `the document of the ECB is read`() throws {
    let rows = try rows(Self.document)
    #expect(rows.map(\.day.text) == ["2026-11-03", "2026-11-02"])
    #expect(
      try rows[0].unitsPerEuro == [
        "USD": ExactDecimal(exact: "1.1201"), "JPY": ExactDecimal(exact: "176.05"),
      ])
    #expect(try rows[1].unitsPerEuro == ["USD": ExactDecimal(exact: "1.119")])
    let newest = ECBRates.builtIn.merging(rows).newestRate(from: "EUR", to: "USD")
    #expect(newest?.day.text == "2026-11-03")
  }

  @Test func `a document cut anywhere is refused`() {
    let whole = Array(Self.document.utf8)
    for count in stride(from: 0, to: whole.count, by: 7) {
      #expect(throws: RateFileError.self) { try RateFile(whole.prefix(count)) }
    }
  }

  @Test(
    arguments: [
      ("rate='1.1201'", "rate='1,1201'"), ("rate='1.1201'", "rate='0'"),
      ("rate='1.1201'", "rate='-1'"), ("currency='USD'", "currency='usd'"),
      ("time='2026-11-03'", "time='2026-02-30'"), ("currency='JPY'", "currency='USD'"),
      ("<gesmes:subject>", "<!DOCTYPE x><gesmes:subject>"), ("Reference", "&lol;"),
      ("gesmes:Envelope", "html"), ("<Cube time='2026-11-03'>", "<Cube>"),
      ("</gesmes:Envelope>", "</gesmes:Envelope><a/>"),
    ])
  func `a malformed document is refused`(_ part: String, _ replacement: String) throws {
    let parts = Self.document.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let text = parts.joined(separator: replacement)
    #expect(throws: RateFileError.self) { try RateFile(Array(text.utf8)) }
  }

  @Test func `the EC bs tables are read`() throws {
    let history = try rows("Date,USD,HRK,\n2026-11-03,1.1201,N/A,\n2022-12-30,1.0666,7.5365,\n")
    #expect(history.map(\.day.text) == ["2026-11-03", "2022-12-30"])
    #expect(history[0].unitsPerEuro.keys.sorted() == ["USD"])
    let daily = try rows("Date, USD, JPY, \n30 October 2026, 1.1172, 175.68, \n")
    #expect(daily[0].day.text == "2026-10-30")
    #expect(try daily[0].unitsPerEuro["JPY"] == ExactDecimal(exact: "175.68"))
  }

  @Test func `rows are written as they are read`() throws {
    let read = try rows(Self.document)
    #expect(try rows(EuroRateRow.csv(read)) == read)
    #expect(EuroRateRow.csv([]) == "")
  }

  @Test func `a fault names its line`() {
    #expect(throws: RateFileError.line(3, .wrongFieldCount(expected: 3, found: 4))) {
      try RateFile(Array("date,currency,usd\n2025-01-01,EUR,1.1\n2025-01-02,EUR,1,0\n".utf8))
    }
    #expect(throws: RateFileError.line(2, .notADate("01.02.2025"))) {
      try RateFile(Array("date,currency,usd\n01.02.2025,EUR,1.1\n".utf8))
    }
  }

  @Test(arguments: ["", "\u{FEFF}\n", "a,b\n1,2\n", "hello"])
  func `a file of another kind is refused`(_ text: String) {
    #expect(throws: RateFileError.self) { try RateFile(Array(text.utf8)) }
  }
}
