import Application
import ArgumentParser
import Exact
import ConfigurationFile
import FoundationEssentials
public import Portfolio
import Reports

extension CostBasis: NamedChoice {}

/// The output options of a report.
struct ReportOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Write JSON; decimals are strings.")
  var json = false

  @Flag(name: .long, help: "Write CSV.")
  var csv = false

  @OptionGroup var safety: CSVSafety

  @Option(
    name: .long,
    help: .init("Only these columns, by title or JSON key.", valueName: "names")
  )
  var columns: String?

  @OptionGroup var pages: PagerOptions
  @OptionGroup var privacy: PrivacyOptions
  @OptionGroup var appearance: AppearanceOptions

  /// Whether to show a long table in a pager.
  var pager: Bool { pages.pager }

  func validate() throws {
    if json && csvStyle != nil { throw ValidationError("Choose one of --json and --csv.") }
  }

  /// Refuses selected columns if the JSON is not a list of rows.
  func refuseColumnsOfJSON() throws {
    guard json, columns != nil else { return }
    throw ValidationError(
      "The JSON of this report is not a list.",
      help: "Leave --columns out.")
  }

  /// Refuses combining sentences with data.
  func refuseData(isSpoken: Bool) throws {
    guard isSpoken, isData else { return }
    throw ValidationError("--format speech is sentences.", help: "Leave --json and --csv out.")
  }

  /// The CSV style; `nil` for another format.
  var csvStyle: CSVStyle? { safety.style(isCSV: csv) }

  /// The CSV option as typed in a command; empty for another format.
  var csvOption: String { safety.csvSafe ? " --csv-safe" : csv ? " --csv" : "" }

  /// Whether the output is machine-readable.
  var isData: Bool { json || csvStyle != nil }
}

/// The format option of reports that can only be written as sentences.
enum SpeechFormat: String, NamedChoice {
  case speech
}

/// The order and the number of rows.
struct SortOptions: ParsableArguments {
  @Option(
    name: .long,
    help: .init("Sort by a column: numbers from the largest, texts from A.", valueName: "column"))
  var sort: String?

  @Option(name: [.customShort("n"), .long], help: "Show at most this many.") var limit: Int?

  /// Whether all rows are shown in their default order.
  var isAsStored: Bool { sort == nil && limit == nil }

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
  }
}

/// Whether CSV is written for a spreadsheet.
struct CSVSafety: ParsableArguments {
  @Flag(
    name: .customLong("csv-safe"),
    help: "Write CSV for spreadsheets: an apostrophe keeps them from running a cell.")
  var csvSafe = false

  /// The CSV style; `nil` for another format.
  func style(isCSV: Bool) -> CSVStyle? { csvSafe ? .spreadsheet : isCSV ? .exact : nil }
}

/// Whether to show output longer than the screen in a pager.
struct PagerOptions: ParsableArguments {
  @Flag(name: .long, inversion: .prefixedNo, help: "Show what is longer than the screen in $PAGER.")
  var pager = true
}

/// The cost basis method of sales.
struct CostBasisOption: ParsableArguments {
  @Option(
    name: .customLong("cost-basis"),
    help: ArgumentHelp(
      "The cost basis method (default: the setting cost-basis).",
      valueName: "method"))
  var asked: CostBasis?

  /// The method from the command line, or else from the configuration.
  func method(_ context: AppContext) -> CostBasis { asked ?? context.configuration.costBasis }
}

extension AppContext {
  /// The report style for the current user, terminal and time.
  func style(_ privacy: PrivacyOptions) -> ReportStyle {
    style(isPrivate: privacy.isPrivate(configuration))
  }

  /// The same for a command without privacy options.
  func style(isPrivate: Bool) -> ReportStyle {
    ReportStyle(
      isPrivate: isPrivate,
      width: Console.isTerminal ? Console.columns : nil,
      calendar: .system, now: now)
  }
}
