import Testing

@testable import ImportForms
@testable import ImportText

/// Files with the header of a known format, except for the missing time column.
struct MissingTimesTests {
  private let rows =
    "Spot Pairs,Order Type,Direction,Filled Value,Filled Price,Filled Quantity,Fees,"
    + "Transaction ID,Order No.,Zeit\n"
    + "BTCUSDT,LIMIT,BUY,4200,42000,0.1,0,1,2,2024-01-01 10:00:00\n"

  @Test func `a header without the column of times is an unknown one`() throws {
    #expect(throws: ImportError.self) { try read(rows) }
    let known = rows.replacing("Zeit", with: "Timestamp (UTC)")
    #expect(try read(known).format == .bybitTrades)
    let proposal = try #require(mapProposal(for: Array(rows.utf8)))
    let near = try #require(proposal.nearest.first { $0.format == .bybitTrades })
    #expect(near.missing == ["timestamp (utc)"])
    #expect(!near.mayBeAsked)
    #expect(proposal.map?.text.contains("date=zeit") == true)
  }

  @Test func `rows that are refused for more than their times change nothing`() throws {
    let more = rows + "X,LIMIT,BUY,4200,42000,0.1,0,1,2,2024-01-01 10:00:00\n"
    #expect(throws: ImportError.self) { try read(more) }
  }

  @Test func `asked for, the form says which column it lacks`() throws {
    #expect(throws: ImportError.lacksTimes(column: "timestamp (utc)", .bybitTrades)) {
      try read(rows, as: [.bybitTrades])
    }
  }

  @Test func `a row without its time in a column that is there is refused alone`() throws {
    let empty = rows.replacing("Zeit", with: "Timestamp (UTC)")
      .replacing("2024-01-01 10:00:00", with: "")
    #expect(
      try read(empty).results.map(\.line) == ["2: refused, missingCell(\"timestamp (utc)\")"])
  }
}
