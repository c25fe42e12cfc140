import BitpalTesting
import Foundation
import Testing

/// Workbooks as input of `bitpal import`.
struct WorkbookImportTests {
  private typealias Row = [TestWorkbook.Cell]

  private static let names = [
    "Timestamp", "Transaction Type", "Asset", "Quantity Transacted", "Spot Price Currency",
    "Spot Price at Transaction", "Subtotal", "Total (inclusive of fees and/or spread)",
    "Fees and/or Spread", "Notes",
  ]
  private static let header: Row = names.map { .text($0) }
  /// The numbers as Excel writes them, some with 17 digits.
  private static let bought: Row = [
    .time("2024-01-01T10:00:37", days: "45292.417094907408"), .text("Buy"), .text("BTC"),
    .number("0.20000000000000001"), .text("USD"), .number("42000.099999999999"),
    .number("8400.0200000000004"), .number("8410.0200000000004"), .number("10"), .empty,
  ]
  private static let sold: Row = [
    .time("2024-02-03T10:00:00", days: "45325.416666666664"), .text("Sell"), .text("BTC"),
    .number("1.2E-2"), .text("USD"), .number("43000"), .number("516"), .number("506"),
    .number("10"), .text("a, \"b\" & <c>"),
  ]
  private static let csv =
    names.joined(separator: ",") + "\n"
    + "2024-01-01T10:00:37Z,Buy,BTC,0.2,USD,42000.1,8400.02,8410.02,10,\n"
    + "2024-02-03T10:00:00Z,Sell,BTC,0.012,USD,43000,516,506,10,\"a, \"\"b\"\" & <c>\"\n"

  private let home: TestHome

  init() throws {
    home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    home.environment["TZ"] = "UTC"
  }

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = try home.file(name, "")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func book(_ sheets: (name: String, rows: [Row])...) -> TestWorkbook {
    TestWorkbook(sheets)
  }

  /// The ledger's rows without their ids.
  private func transactions(_ home: TestHome) throws -> [Substring] {
    try home.bitpal("transactions", "--csv").output.split(separator: "\n").map { row in
      row.drop { $0 != "," }
    }
  }

  @Test func `an export saved as a workbook is the export`() throws {
    let plain = try TestHome()
    plain.environment = plain.environment.merging(["TZ": "UTC"]) { $1 }
    #expect(try plain.bitpal("import", plain.file("export.csv", Self.csv)).status == 0)
    let expected = try transactions(plain)
    #expect(expected.count == 3)
    let book = book(("Sheet 1", [Self.header, Self.bought, Self.sold]))
    // The format is detected from the bytes, whatever the name.
    for (name, bytes) in [("a.xlsx", book.officeOpenXML), ("b", book.openDocument)] {
      let ended = try home.bitpal("import", file(name, bytes))
      #expect(ended.status == 0, "\(ended.standardError)")
      #expect(try transactions(home) == expected)
      try home.bitpal("undo", "--yes")
      #expect(try transactions(home).count == 1)
    }
  }

  @Test func `the ledger keeps the sheet and reads it again`() throws {
    let book = book(("Trades", [[.text("Coinbase")], Self.header, Self.bought]))
    let path = try file("a.xlsx", book.officeOpenXML)
    let preview = try home.bitpal("import", path, "--dry-run").output
    #expect(preview.contains("a.xlsx:Trades (coinbase): 1 row, 1 recorded"), "\(preview)")
    try home.bitpal("import", path)
    #expect(try home.bitpal("files").output.contains("a.xlsx:Trades"))
    #expect(try home.bitpal("files", "show", "1", "--line", "3").output.contains("recorded"))
    #expect(try home.bitpal("files", "reread", "1").output.contains("the ledger stays the same"))
    #expect(try home.bitpal("files", "export", "1").output.hasPrefix("Coinbase\nTimestamp,"))
    // The same rows saved by another program are the same sheet.
    let again = try file("b.ods", book.openDocument)
    #expect(try home.bitpal("import", again).output.contains("Nothing was added."))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `the first sheet with a known header is read`() throws {
    let notes: [Row] = [[.text("My trades")], [.text("made"), .text("by hand")]]
    let book = book(
      ("Notes", notes), ("Empty", []), ("2023/24", [Self.header, Self.bought]),
      ("Older", [Self.header, Self.sold]))
    let path = try file("years.xlsx", book.officeOpenXML)
    let ended = try home.bitpal("import", path)
    #expect(ended.output.contains("Added 1 transaction."))
    #expect(
      ended.standardError.contains(
        "years.xlsx:Older was not read: bitpal reads one sheet. Save it as CSV to import it.\n"),
      "\(ended.standardError)")
    let unread = self.book(("Notes", notes))
    #expect(try home.bitpal("import", file("notes.ods", unread.openDocument)).status == 2)
    let empty = try home.bitpal(
      "import", file("empty.ods", self.book(("A", []), ("B", [])).openDocument))
    #expect(empty.standardError.hasPrefix("All sheets are empty: "))
  }

  @Test func `a map names the columns of a sheet`() throws {
    let rows: [Row] = [
      ["Created", "Side", "Market", "Qty", "Total"].map { .text($0) },
      [
        .time("2025-01-02T10:00:00", days: "45659.416666666664"), .text("buy"), .text("BTC/USD"),
        .number("0.5"), .number("20000"),
      ],
    ]
    let path = try file(
      "own.xlsx", book(("Info", [[.text("x")]]), ("Mine", rows)).officeOpenXML)
    let asked = try home.bitpal("import", path)
    #expect(asked.status == 2)
    #expect(asked.standardError.contains("own.xlsx:Mine: bitpal does not know these columns"))
    let map = "date=Created,side=Side,pair=Market,amount=Qty,total=Total"
    #expect(try home.bitpal("import", path, "--map", map).output.contains("Added 1 transaction."))
  }

  @Test func `workbooks in an archive are read with its files`() throws {
    let workbook = book(("Sheet 1", [Self.header, Self.sold])).officeOpenXML
    let rows = Array(Self.csv.split(separator: "\n").prefix(2).joined(separator: "\n").utf8)
    let archive = storedZip([("2024/a.csv", rows), ("2024/b.bin", workbook)])
    let ended = try home.bitpal("import", file("all.zip", archive))
    #expect(ended.output.contains("Added 2 transactions."), "\(ended.standardError)")
    let inner = storedZip([("c.zip", storedZip([("c.csv", rows)])), ("a.csv", rows)])
    #expect(
      try home.bitpal("import", file("inner.zip", inner)).standardError
        .contains("inner.zip:c.zip is an archive in an archive and was not read. Unpack it first."))
    let old = storedZip([("a.csv", rows), ("old.xls", Self.container("Workbook"))])
    let refused = try home.bitpal("import", file("old.zip", old))
    #expect(refused.status == 2)
    #expect(refused.standardError.contains("old.zip:old.xls is a workbook of Excel 97 to 2003"))
  }

  /// An OLE container of an older program with a stream of that name.
  private static func container(_ part: String) -> [UInt8] {
    [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + part.utf16.flatMap { [UInt8($0), 0] }
  }

  @Test func `what cannot be read says what to do`() throws {
    func standardError(_ name: String, _ bytes: [UInt8]) throws -> String {
      let ended = try home.bitpal("import", file(name, bytes))
      #expect(ended.status == 2)
      return ended.standardError.replacing("\(home.path)/", with: "")
    }
    #expect(
      try standardError("old.xls", Self.container("Workbook"))
        == "old.xls is a workbook of Excel 97 to 2003 (.xls). Save it as .xlsx or CSV, and import "
        + "that.\n")
    #expect(
      try standardError("locked.xlsx", Self.container("EncryptedPackage"))
        == "The workbook is locked by a password: locked.xlsx. Save it without one, or the sheet "
        + "as CSV.\n")
    let binary = storedZip([
      ("[Content_Types].xml", Array("<Types/>".utf8)), ("xl/workbook.bin", []),
      (
        "_rels/.rels",
        Array("<r><Relationship Type='x/officeDocument' Target='xl/workbook.bin'/></r>".utf8)
      ),
    ])
    #expect(
      try standardError("b.xlsb", binary)
        == "The workbook is binary (.xlsb): b.xlsb. Save it as .xlsx, or the sheet as CSV.\n")
    let damaged = storedZip([
      ("mimetype", Array("application/vnd.oasis.opendocument.spreadsheet".utf8)),
      ("content.xml", Array("<a><b></a>".utf8)),
    ])
    #expect(
      try standardError("d.ods", damaged)
        == "The workbook is damaged (content.xml: mismatched tag, line 1): d.ods. Open it in a "
        + "spreadsheet and save it again, or save the sheet as CSV.\n")
    let whole = book(("Sheet 1", [Self.header, Self.bought])).officeOpenXML
    for length in [3, 40, whole.count / 2, whole.count - 30] {
      #expect(
        try standardError("cut.xlsx", Array(whole.prefix(length))).split(separator: "\n").count == 1
      )
    }
  }
}
