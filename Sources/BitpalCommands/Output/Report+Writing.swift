import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Reports

extension Report {
  /// Writes the report in the form asked for.
  func write(_ options: ReportOptions, _ look: OutputAppearance, _ style: ReportStyle) {
    if options.json {
      writeJSON(Console.writeData)
      Console.writeData("\n")
    } else if let style = options.csvStyle {
      writeCSV(style, Console.writeData)
    } else if rows.isEmpty {
      Console.writeError(emptyNote)
    } else {
      let table = TableLayout(self, style)
      Pager.show(lines: table.lineCount, isWanted: options.pager) { write in
        table.write { write(look.text(of: $0)) }
      }
    }
  }

  /// Writes the report with a context's settings.
  func write(_ options: ReportOptions, _ context: AppContext) {
    write(options, OutputAppearance(context, options.appearance), context.style(options.privacy))
  }

  /// Writes the table where there is no ledger whose settings could say how.
  func write(_ look: OutputAppearance, pager: Bool) {
    let width = Console.isTerminal ? Console.columns : nil
    let style = ReportStyle(isPrivate: false, width: width, calendar: .utc, now: Date())
    let table = TableLayout(self, style)
    Pager.show(lines: table.lineCount, isWanted: pager) { write in
      table.write { write(look.text(of: $0)) }
    }
  }
}
