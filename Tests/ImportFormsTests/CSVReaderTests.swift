import Exact
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// CSV is read as RFC 4180 says, whatever its Unicode encoding, delimiter and line ends.
///
/// - UTF-8 and both orders of UTF-16 are read, with or without a byte order mark.
/// - A broken quote or byte is reported with its line; the rows around a bad record are read.
/// - The header decides the delimiter and may be below other lines.
/// - Columns with the same name are numbered.
/// - What bitpal writes reads back unchanged.
struct CSVReaderTests {
  @Test(arguments: [
    ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
    ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
    ("a,b\r1,2", [["a", "b"], ["1", "2"]]),
    ("\"a,b\",c", [["a,b", "c"]]),
    ("\"say \"\"hi\"\"\"", [["say \"hi\""]]),
    ("\"two\nlines\",x", [["two\nlines", "x"]]),
    ("\"two\r\nlines\",x", [["two\r\nlines", "x"]]),
    ("\"\",", [["", ""]]),
    ("5\" disk,x", [["5\" disk", "x"]]),
    ("é,漢字,🤓", [["é", "漢字", "🤓"]]),
    ("", []),
  ])
  func `cells are split as RFC 4180 says`(text: String, expected: [[String]]) throws {
    var reader = CSVReader(Array(text.utf8), delimiter: UInt8(ascii: ","))
    var rows: [[String]] = []
    while let row = try reader.next() { rows.append(row.cells) }
    #expect(rows == expected)
  }

  @Test func `a row knows its line and its text, also below a cell of several lines`() throws {
    let text = "a,b\n\"x\ny\r\nz\rw\",2\n\n3,4"
    var reader = CSVReader(Array(text.utf8), delimiter: UInt8(ascii: ","))
    var rows: [CSVRow] = []
    while let row = try reader.next() { rows.append(row) }
    #expect(rows.map(\.line) == [1, 2, 6, 7])
    #expect(rows.map(\.text) == ["a,b", "\"x\ny\r\nz\rw\",2", "", "3,4"])
  }

  @Test(arguments: [
    ("a,b\n\"open,2\n3,4\n", FileTextError.unbalancedQuote(line: 2)),
    ("a\n\"x\"y\"z\n", FileTextError.textAfterQuote(line: 2)),
    ("a\n\"x\ny\"z\"\n", FileTextError.textAfterQuote(line: 3)),
  ])
  func `broken quotes name their line`(text: String, expected: FileTextError) {
    #expect(throws: expected) {
      var reader = CSVReader(Array(text.utf8), delimiter: UInt8(ascii: ","))
      while try reader.next() != nil {}
    }
  }

  @Test(arguments: [
    ("\"x\"y,1\n3,4\n", 1, "\"x\"y,1"), ("\"x\ny\"z,1\n3,4\n", 2, "\"x\ny\"z,1"),
    ("\"say \"hi\" there\",1\r\n3,4\r\n", 1, "\"say \"hi\" there\",1"),
    ("\"x\"y,\"1\n2\"\n3,4", 1, "\"x\"y,\"1\n2\""),
  ])
  func `a record with text after a quote is known by its line, and the next is read`(
    text: String, line: Int, record: String
  ) throws {
    var reader = CSVReader(Array(text.utf8), delimiter: UInt8(ascii: ","))
    let broken = try #require(try reader.next())
    #expect(broken.brokenLine == line && broken.text == record && broken.cells.isEmpty)
    let next = try #require(try reader.next())
    #expect(next.cells == ["3", "4"] && next.brokenLine == nil)
    #expect(try reader.next() == nil)
  }

  @Test func `a row with text after a quote is refused and the others are read`() throws {
    let text = """
      coin_id,type,amount,price,date,notes
      bitcoin,buy,1,5,2024-01-01,first
      bitcoin,buy,2,5,2024-01-02,"the "second" one"
      bitcoin,buy,3,5,2024-01-03,third
      """
    let results = try readImport(Array(text.utf8)).results
    #expect(results.compactMap(\.date).count == 2)
    let refused = results.compactMap { result in
      if case .refused(let row) = result { row } else { nil }
    }
    #expect(refused.map(\.source.line) == [3])
    #expect(refused[0].source.text == #"bitcoin,buy,2,5,2024-01-02,"the "second" one""#)
    #expect(
      refused[0].reason.sentence
        == "Line 3 has text after a closing quote; write quotes inside a cell twice.")
  }

  @Test func `a byte order mark is no part of the first column`() throws {
    #expect(try utf8Text(of: [0xEF, 0xBB, 0xBF] + Array("a,b".utf8)) == Array("a,b".utf8))
  }

  @Test func `UTF-16 without its mark is known by the zero next to every letter`() throws {
    let text = "OrderUuid,Exchange\nä,b\n"
    let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] as [UInt8] }
    #expect(try utf8Text(of: little) == Array(text.utf8))
    #expect(try utf8Text(of: big) == Array(text.utf8))
    // A few scattered zero bytes are not valid text.
    #expect(throws: FileTextError.self) { try utf8Text(of: Array("OrderUuid\0,Exchange".utf8)) }
  }

  @Test func `UTF-16 of either order becomes UTF-8`() throws {
    let text = "coin,名,🤓\n"
    let little: [UInt8] =
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
    let big: [UInt8] =
      [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] as [UInt8] }
    #expect(try utf8Text(of: little) == Array(text.utf8))
    #expect(try utf8Text(of: big) == Array(text.utf8))
  }

  @Test(arguments: [
    (Array("a\nb".utf8) + [0xFF], 2),
    (Array("a\n\nb".utf8) + [0], 3),
    ([0xFF, 0xFE, 0x61], 1),
    ([0xFF, 0xFE, 0x00, 0xD8], 1),
  ])
  func `bytes that are no text are refused with their line`(bytes: [UInt8], line: Int) {
    #expect(throws: FileTextError.notText(line: line)) { try utf8Text(of: bytes) }
  }

  @Test(arguments: [",", ";", "\t"])
  func `the header line decides the delimiter and may stand below a preamble`(
    delimiter: String
  ) throws {
    let lines = [
      "You: \"broken", "", "Sold, bought; and more", "A;B".replacingSemicolon(delimiter),
      "1;2".replacingSemicolon(delimiter), "  ", "3;4".replacingSemicolon(delimiter),
    ]
    let text = Array(lines.joined(separator: "\n").utf8)
    let table = CSVTable.find(in: text) { $0.has(["a", "b"]) }
    let found = try #require(table)
    #expect(try found.records().map { $0["b"] } == ["2", "4"])
    #expect(try found.records().map(\.row.line) == [5, 7])
  }

  @Test func `columns of one name are distinguished by number`() throws {
    let table = CSVTable.find(in: Array("X,Cur.,cur. ,Cur.\n1,2,3,4".utf8)) { $0.has(["x"]) }
    let record = try #require(table?.records().first)
    #expect(["cur.", "cur.#2", "cur.#3", "cur.#4"].map { record[$0] } == ["2", "3", "4", ""])
  }

  @Test func `what the writer writes the reader reads`() throws {
    let cells = [
      "plain", "with,comma", "with \"quotes\"", "two\nlines", "cr\rhere", " spaced ", "",
    ]
    var reader = CSVReader(Array(csvLine(cells).utf8), delimiter: UInt8(ascii: ","))
    #expect(try reader.next()?.cells == cells)
    #expect(try reader.next() == nil)
  }
}

extension String {
  /// The text with semicolons replaced by another delimiter.
  func replacingSemicolon(_ delimiter: String) -> String {
    split(separator: ";", omittingEmptySubsequences: false).joined(separator: delimiter)
  }

  @Test func `a column is found among many, however its letters are put together`() {
    let names = (0..<300).map { "column \($0)" } + ["geb\u{FC}hr", "", "total", "total"]
    let header = CSVHeader(CSVRow(line: 1, cells: names, text: ""))
    for (position, name) in names.dropLast().enumerated() {
      #expect(header.index(of: name) == position)
    }
    #expect(header.index(of: "gebu\u{308}hr") == 300)
    #expect(header.index(of: "total#2") == 303)
    #expect(header.index(of: "column 300") == nil)
  }

  @Test func `of very many columns each is found at once`() {
    // Indexed by letters alone, these names would all collide and be compared with each other.
    let names = (0..<300_000).map { "column \($0)" }
    let header = CSVHeader(CSVRow(line: 1, cells: names, text: ""))
    #expect(header.index(of: "column 299999") == 299_999)
    #expect(header.index(of: "column 300000") == nil)
  }
}
