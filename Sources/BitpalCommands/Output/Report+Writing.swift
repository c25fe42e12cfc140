import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Reports

extension Report {
  /// Writes the report in the form asked for.
  ///
  /// - Parameter isSpoken: Whether it is written as sentences to be read aloud.
  /// - Throws: A refusal of a column that it does not have.
  func write(
    _ options: ReportOptions, _ look: OutputAppearance, _ style: ReportStyle,
    sorted order: SortOptions? = nil, isSpoken: Bool = false
  ) throws {
    var report = try sorted(by: order?.sort, limit: order?.limit).get()
    if let names = options.columns {
      report = try report.selecting(names.split(separator: ",").map(String.init)).get()
    }
    if isSpoken {
      batched({ Console.write(Console.fitted($0)) }) { report.writeSpeech(style, $0) }
    } else if options.json {
      report.writeJSON(Console.writeData)
      Console.writeData("\n")
    } else if let style = options.csvStyle {
      report.writeCSV(style, Console.writeData)
    } else if rows.isEmpty {
      Console.writeError(emptyNote)
    } else {
      let table = TableLayout(report, style)
      Pager.show(lines: table.lineCount, isWanted: options.pager) { write in
        table.write(as: { look.text(of: $0) }, write)
      }
    }
  }

  /// Writes the report with a context's settings.
  ///
  /// - Throws: A refusal of a column that it does not have.
  func write(
    _ options: ReportOptions, _ context: AppContext, sorted order: SortOptions? = nil
  ) throws {
    try write(
      options, OutputAppearance(context, options.appearance), context.style(options.privacy),
      sorted: order)
  }

  /// Writes the table where there is no ledger whose settings could say how.
  func write(_ look: OutputAppearance, pager: Bool) {
    let width = Console.isTerminal ? Console.columns : nil
    let style = ReportStyle(isPrivate: false, width: width, calendar: .utc, now: Date())
    let table = TableLayout(self, style)
    Pager.show(lines: table.lineCount, isWanted: pager) { write in
      table.write(as: { look.text(of: $0) }, write)
    }
  }
}
