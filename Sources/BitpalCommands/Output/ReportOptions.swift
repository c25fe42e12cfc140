import Application
import ArgumentParser
import Exact
import ConfigurationFile
import FoundationEssentials
public import Portfolio
import Reports

extension CostBasis: NamedChoice {}

/// How a report is written.
struct ReportOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Write JSON; decimals are strings.")
  var json = false

  @Flag(name: .long, help: "Write CSV.")
  var csv = false

  @OptionGroup var safety: CSVSafety

  @Option(
    name: .long,
    help: .init("Only these columns, such as coin,value.", valueName: "names")
  )
  var columns: String?

  @OptionGroup var pages: PagerOptions
  @OptionGroup var privacy: PrivacyOptions
  @OptionGroup var appearance: AppearanceOptions

  /// Whether a long table is shown in a pager.
  var pager: Bool { pages.pager }

  func validate() throws {
    if json && csvStyle != nil { throw ValidationError("Choose one of --json and --csv.") }
  }

  /// Refuses columns where JSON is not a list of rows, which alone has columns.
  func refuseColumnsOfJSON() throws {
    guard json, columns != nil else { return }
    throw ValidationError(
      "The JSON of this report is not a list.",
      help: "Leave --columns out.")
  }

  /// Refuses sentences and data in one.
  func refuseData(isSpoken: Bool) throws {
    guard isSpoken, isData else { return }
    throw ValidationError("--format speech is sentences.", help: "Leave --json and --csv out.")
  }

  /// How CSV is written, `nil` where none is.
  var csvStyle: CSVStyle? { safety.style(isCSV: csv) }

  /// The option of CSV, as it stands in a command; empty where none is written.
  var csvOption: String { csvStyle == nil ? "" : " --csv" }

  /// Whether a program reads the result.
  var isData: Bool { json || csvStyle != nil }
}

/// A report as sentences, where it has no other format.
enum SpeechFormat: String, NamedChoice {
  case speech
}

/// In which order rows are shown, and how many.
struct SortOptions: ParsableArguments {
  @Option(
    name: .long,
    help: .init("Sort by a column: numbers from the largest, texts from A.", valueName: "column"))
  var sort: String?

  @Option(name: [.customShort("n"), .long], help: "Show at most this many.") var limit: Int?

  /// Whether all rows are shown in their own order.
  var isAsStored: Bool { sort == nil && limit == nil }

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
  }
}

/// Whether CSV is for a spreadsheet.
struct CSVSafety: ParsableArguments {
  @Flag(
    name: .customLong("csv-safe"),
    help: "Write CSV for spreadsheets: an apostrophe keeps them from running a cell.")
  var csvSafe = false

  /// How CSV is written, `nil` where none is.
  func style(isCSV: Bool) -> CSVStyle? { csvSafe ? .spreadsheet : isCSV ? .exact : nil }
}

/// Whether what is longer than the screen is shown in a pager.
struct PagerOptions: ParsableArguments {
  @Flag(name: .long, inversion: .prefixedNo, help: "Show what is longer than the screen in $PAGER.")
  var pager = true
}

/// How the cost of sales is chosen.
struct CostBasisOption: ParsableArguments {
  @Option(
    name: .customLong("cost-basis"),
    help: ArgumentHelp(
      "The cost basis method (default: the setting cost-basis).",
      valueName: "method"))
  var asked: CostBasis?

  /// What the command line says, else what the configuration does.
  func method(_ context: AppContext) -> CostBasis { asked ?? context.configuration.costBasis }
}

extension AppContext {
  /// How reports are written for this user, here and now.
  func style(_ privacy: PrivacyOptions) -> ReportStyle {
    style(isPrivate: privacy.isPrivate(configuration))
  }

  /// The same where the command has no option for it.
  func style(isPrivate: Bool) -> ReportStyle {
    ReportStyle(
      isPrivate: isPrivate,
      width: Console.isTerminal ? Console.columns : nil,
      calendar: .system, now: now)
  }
}
