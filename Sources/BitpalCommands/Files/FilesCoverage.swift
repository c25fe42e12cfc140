import Application
import ArgumentParser
import Exact
import LedgerStore
import Reports

/// `bitpal files coverage`.
struct FilesCoverage: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "coverage",
    abstract: "Show which months of each account the files report.",
    discussion: """
      Each year has twelve marks, one a month: a block if the file has rows of that month, a dot \
      if not. A month with dots alone may be missing from your files.


      """
        + collapseOrder("File, earlier years")
        + examples("bitpal files coverage", "bitpal files coverage --json"))

  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let imports = context.ledger.imports
    let names = Dictionary(
      try imports.files().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    let files = FileCoverage.ofFiles(
      try imports.recordCounts(), in: context.style(privacy).calendar)
    try Report.coverage(files, names: names, isData: report.isData).write(report, context)
  }
}

extension Report {
  /// The months that files report.
  ///
  /// - Parameters:
  ///   - names: The names of the files by number.
  ///   - isData: Whether each month is a row of data, instead of a mark.
  fileprivate static func coverage(
    _ files: [FileCoverage], names: [Int: String], isData: Bool
  ) -> Report {
    isData ? monthRows(files, names) : monthMarks(files, names)
  }

  private static func monthRows(_ files: [FileCoverage], _ names: [Int: String]) -> Report {
    Report(
      columns: ["account", "number", "name", "month", "rows"].map { Column($0, nil) },
      rows: files.flatMap { file in
        file.rows.sorted { $0.key < $1.key }.map { month, count in
          [
            .text(file.account), .number(file.file), .text(names[file.file]), .text(month),
            .number(count),
          ]
        }
      })
  }

  private static func monthMarks(_ files: [FileCoverage], _ names: [Int: String]) -> Report {
    let all = Set(files.flatMap { $0.rows.keys.compactMap { Int($0.prefix(4)) } })
    let years = (all.min() ?? 0)..<((all.max() ?? -1) + 1)
    return Report(
      columns: [
        Column("account", "Account", minimumWidth: 8),
        Column("name", "File", collapseOrder: 1, minimumWidth: 12),
      ]
        + years.map { year in
          // The last year is always shown.
          let order = year == years.last ? nil : 2 + year - years.lowerBound
          return Column("\(year)", "\(year)", collapseOrder: order)
        },
      rows: files.map { file in
        [.text(file.account), .text(names[file.file])]
          + years.map { year in
            .text(
              (1...12).map { month in
                file.rows["\(year)-\(month < 10 ? "0" : "")\(month)"] == nil ? "·" : "█"
              }.joined())
          }
      },
      emptyNote: "No file was imported. Import one: bitpal import FILE")
  }
}
