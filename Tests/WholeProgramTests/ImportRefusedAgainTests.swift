import Foundation
import Testing

/// Files of refused rows that are imported together with the files they are from.
struct ImportRefusedAgainTests {
  private let header =
    "Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,"
    + "Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes\n"
  private let taken = "2024-01-01T10:00:00Z,Buy,BTC,0.2,USD,42000,8400,8410,10,\n"
  private let spoiled = "2024-01-02T10:00:00Z,Buy,BTC,x,USD,42000,4200,4200,0,\"a, b\"\n"
  private let mystery = "2024-01-03T10:00:00Z,Mystery,BTC,1,USD,42000,42000,42000,0,\n"
  private let long = "2024-01-04T10:00:00Z,Buy,BTC,1,USD,42000,42000,42000,0,a,b\n"

  private func files(_ desk: Desk) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: desk.home)
      .filter { $0.hasSuffix(".csv") }.sorted()
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `each refused row stands once, however often all files are imported`() throws {
    let desk = try Desk()
    let path = try desk.file("x.csv", header + taken + spoiled + mystery + long + spoiled)
    try desk.bitpal("import", path, "--skip-refused")
    let rest = "\(path).refused.csv"
    let first = try text(rest)
    #expect(first.split(separator: "\n").count == 5)
    for given in [[path, rest], [rest, path], [rest]] {
      let again = try desk.run(["import"] + given + ["--skip-refused"])
      #expect(again.output == "Nothing was added.\n")
      #expect(again.complaints.contains("4 rows refused"), "\(again.complaints)")
      #expect(try files(desk) == ["x.csv", "x.csv.refused.csv"])
      #expect(try text(rest) == first)
    }
  }

  @Test func `a mended row of a trade on two rows comes in beside its file and stays mended`()
    throws
  {
    let desk = try Desk()
    let path = try desk.file(
      "st.csv",
      """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      7,2024-01-01 10:00:00,Spot,Binance Convert,EUR,-4000,
      7,2024-01-01 10:00:00,Spot,Binance Convert,BTC,0.1,
      7,2024-03-01 10:00:00,Spot,Transaction Buy,BTC,0.0x5,
      7,2024-03-01 10:00:00,Spot,Transaction Spend,EUR,-2000,

      """)
    try desk.bitpal("import", path, "--skip-refused")
    let rest = "\(path).refused.csv"
    let mended = try text(rest).replacing("0.0x5", with: "0.05")
    try mended.write(toFile: rest, atomically: true, encoding: .utf8)
    for added in ["Added 1 transaction.\n", "Nothing was added.\n"] {
      let both = try desk.bitpal("import", path, rest, "--skip-refused")
      #expect(both.output == added, "\(both.complaints)")
      #expect(!both.complaints.contains("1 row refused"), "\(both.complaints)")
      #expect(try text(rest) == mended)
      #expect(try !desk.bitpal("holdings").complaints.contains("history incomplete"))
    }
    #expect(try desk.bitpal("import", path).output == "Nothing was added.\n")
  }

  @Test func `what was mended comes in, and what is still refused stays as it was mended`() throws {
    let desk = try Desk()
    let path = try desk.file("x.csv", header + taken + spoiled + mystery)
    try desk.bitpal("import", path, "--skip-refused")
    let rest = "\(path).refused.csv"
    let mended = try text(rest).replacing("BTC,x,USD", with: "BTC,0.1,USD")
      .replacing("BTC,1,USD,42000,", with: "BTC,2,USD,21000,")
    try mended.write(toFile: rest, atomically: true, encoding: .utf8)
    let second = try desk.bitpal("import", path, rest, "--skip-refused")
    #expect(second.output == "Added 1 transaction.\n", "\(second.complaints)")
    let left = try text(rest).split(separator: "\n")
    #expect(left.count == 2)
    #expect(left.last?.contains(",Mystery,BTC,2,") == true)
    // Mended at last, it is known as the row of the first file.
    let done = try text(rest).replacing("Mystery", with: "Buy")
    try done.write(toFile: rest, atomically: true, encoding: .utf8)
    #expect(try desk.bitpal("import", rest).output == "Added 1 transaction.\n")
    let last = try desk.bitpal("import", path)
    #expect(last.output == "Nothing was added.\n", "\(last.complaints)")
    #expect(last.status == 0)
  }
}
