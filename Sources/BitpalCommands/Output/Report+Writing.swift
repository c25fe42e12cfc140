import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Reports

/// A second report below another one, in the same pager.
struct SecondReport {
  /// The note shown if only one can be written: in CSV, and if columns are selected.
  let hint: String
  /// The line above it.
  let title: String
  let report: Report
}

extension Report {
  /// Writes the report in the requested format.
  ///
  /// - Parameters:
  ///   - isSpoken: Whether to write sentences for a screen reader.
  ///   - second: A report to write below, except in JSON.
  /// - Throws: A refusal of an unknown column.
  func write(
    _ options: ReportOptions, _ look: OutputAppearance, _ style: ReportStyle,
    sorted order: SortOptions? = nil, isSpoken: Bool = false, above second: SecondReport? = nil
  ) throws {
    let report = try sorted(by: order?.sort, limit: order?.limit).get().columns(of: options)
    if isSpoken {
      report.writeSpeech(style)
      if let second {
        Console.print(second.title + ".")
        second.report.writeSpeech(style)
      }
    } else if options.json {
      report.writeJSON(Console.writeData)
      Console.writeData("\n")
    } else {
      if let style = options.csvStyle {
        report.writeCSV(style, Console.writeData)
      } else {
        report.writeTables(options, look, style, above: options.columns == nil ? second : nil)
      }
      if let second, options.csvStyle != nil || options.columns != nil {
        Console.writeError(second.hint)
      }
    }
  }

  /// The report with the selected columns.
  ///
  /// - Throws: A refusal of an unknown column.
  func columns(of options: ReportOptions) throws -> Report {
    guard let names = options.columns else { return self }
    return try selecting(names.split(separator: ",").map(String.init)).get()
  }

  private func writeSpeech(_ style: ReportStyle) {
    batched({ Console.write(Console.fitted($0)) }) { writeSpeech(style, $0) }
  }

  private func writeTables(
    _ options: ReportOptions, _ look: OutputAppearance, _ style: ReportStyle,
    above second: SecondReport?
  ) {
    let first = rows.isEmpty ? nil : TableLayout(self, style)
    let below = second.map { (title: $0.title, table: TableLayout($0.report, style)) }
    if first == nil { Console.writeError(emptyNote) }
    let count = (first?.lineCount ?? 0) + (below.map { $0.table.lineCount + 2 } ?? 0)
    guard count > 0 else { return }
    Pager.show(lines: count, isWanted: options.pager) { write in
      first?.write(as: { look.text(of: $0) }, write)
      if let below {
        write("\n\(Console.fitted(below.title))\n")
        below.table.write(as: { look.text(of: $0) }, write)
      }
    }
  }

  /// Writes the report with a context's settings.
  ///
  /// - Throws: A refusal of an unknown column.
  func write(
    _ options: ReportOptions, _ context: AppContext, sorted order: SortOptions? = nil
  ) throws {
    try write(
      options, OutputAppearance(context, options.appearance), context.style(options.privacy),
      sorted: order)
  }

  /// Writes the table without a ledger and its settings.
  func write(_ look: OutputAppearance, pager: Bool) {
    let width = Console.isTerminal ? Console.columns : nil
    let style = ReportStyle(isPrivate: false, width: width, calendar: .utc, now: Date())
    let table = TableLayout(self, style)
    Pager.show(lines: table.lineCount, isWanted: pager) { write in
      table.write(as: { look.text(of: $0) }, write)
    }
  }
}
