import Exact
import Testing

/// Cells that a spreadsheet reads unchanged.
struct CSVTextTests {
  @Test(arguments: [
    "=1+1", "+49 30 1234", "-", "-x", "-1.5+cmd|' /C calc'!A0", "-1.", "-.5", "-1e5", "-1.2.3",
    "--1",
    "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\0=1", "＝1", "＋1", "－1", "＠a", "'=1", "'",
  ])
  func `an apostrophe goes before what could be a formula`(cell: String) {
    let written = csvCell(cell, .spreadsheet)
    #expect(written == csvCell("'" + cell))
    #expect(withoutSafetyApostrophe("'" + cell) == cell)
    #expect(csvCell(cell) == csvCell(cell, .exact))
  }

  @Test(arguments: [
    "", "-1.5", "-1", "-0.00000001", "0", "12.5", "bitcoin", "a=1", "2025-01-02", " =1",
  ])
  func `numbers and other texts stay as they are`(cell: String) {
    #expect(csvCell(cell, .spreadsheet) == cell)
    #expect(withoutSafetyApostrophe(cell) == cell)
  }

  @Test func `cells are quoted only where they must be`() {
    #expect(
      csvLine(["a", "b,c", "say \"hi\"", "two\nlines", "=1,2"], .spreadsheet)
        == "a,\"b,c\",\"say \"\"hi\"\"\",\"two\nlines\",\"'=1,2\"\n")
    #expect(csvCell("a;b") == "a;b")
    // A comma with a combining accent still separates.
    #expect(csvCell("a,\u{301}b") == "\"a,\u{301}b\"")
  }
}
