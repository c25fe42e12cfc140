import Exact
import Reports
import Testing

/// Columns and rows selected by the user.
struct ReportSelectionTests {
  private static let report = Report(
    columns: [
      .init("coinId", "Coin"), .init("currentValue", "Value", isNumber: true), .init("link", nil),
    ],
    rows: [
      [.text("bitcoin"), .number(9), .text("x")], [.text("dogecoin"), .text(nil), .text("y")],
      [.text("ada"), .number(10), .text("z")],
    ], total: [.text("Total"), .number(19), .text(nil)])

  private func csv(_ report: Report) -> String {
    var text = ""
    report.writeCSV { text += $0 }
    return text.replacing("\r", with: "")
  }

  @Test func `columns are chosen by title or key, in the order named`() throws {
    let chosen = try Self.report.selecting(["LINK", "value"]).get()
    #expect(csv(chosen) == "link,currentValue\nx,9\ny,\nz,10\n")
    #expect(chosen.columns.map(\.title) == ["link", "Value"])
    #expect(chosen.total?.count == 2)
    #expect(
      Self.report.selecting(["coin", "worth"]).failure
        == UnknownColumn(name: "worth", known: ["Coin", "Value", "link"]))
  }

  @Test func `a total keeps its label without the label's column, and no name is told twice`()
    throws
  {
    let report = Report(
      columns: [
        .init("coinId", "Id"), .init("name", "Name"), .init("value", "Value", isNumber: true),
        .init("id", nil),
      ],
      rows: [[.text("bitcoin"), .text("Bitcoin"), .number(9), .text("x")]],
      total: [.text(nil), .text("Total"), .number(9), .text(nil)])
    #expect(try report.selecting(["value", "id"]).get().total?.map(\.text) == ["9", "Total"])
    #expect(try report.selecting(["name", "id"]).get().total?.map(\.text) == ["Total", ""])
    #expect(try report.selecting(["value"]).get().total?.map(\.text) == ["9"])
    #expect(report.selecting(["worth"]).failure?.known == ["Id", "Name", "Value"])
  }

  @Test func `numbers are sorted from the largest, texts from A, and the unknown is last`() throws {
    func coins(_ column: String?, _ limit: Int? = nil) throws -> [String] {
      try Self.report.sorted(by: column, limit: limit).get().rows.map { $0[0].text }
    }
    #expect(try coins("value") == ["ada", "bitcoin", "dogecoin"])
    #expect(try coins("coinid") == ["ada", "bitcoin", "dogecoin"])
    #expect(try coins("value", 1) == ["ada"])
    #expect(try coins(nil, 2) == ["bitcoin", "dogecoin"])
    #expect(Self.report.sorted(by: "worth", limit: nil).failure?.name == "worth")
  }

  @Test func `a sum of all rows is not shown below some of them`() throws {
    #expect(try Self.report.sorted(by: nil, limit: 2).get().total == nil)
    #expect(try Self.report.sorted(by: nil, limit: 3).get().total != nil)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
