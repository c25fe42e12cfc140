public import ArgumentParser
import ConfigurationFile
import FoundationEssentials
public import Portfolio
import Widgets

extension CostBasis: ExpressibleByArgument {}

/// How a report is written.
struct ReportOptions: ParsableArguments {
  @Flag(name: .long, help: "Write JSON: field names of the data model, decimals as strings.")
  var json = false

  @Flag(name: .long, help: "Write CSV.")
  var csv = false

  @OptionGroup var appearance: AppearanceOptions

  func validate() throws {
    if json && csv { throw ValidationError("Choose one of --json and --csv.") }
  }
}

/// Which positions a report is about.
struct PositionOptions: ParsableArguments {
  @Option(name: .long, help: "Only this coin.")
  var coin: String?

  @OptionGroup var costBasis: CostBasisOption
}

/// How the cost of sales is chosen.
struct CostBasisOption: ParsableArguments {
  @Option(
    name: .customLong("cost-basis"),
    help: ArgumentHelp(
      "How the cost of sales is chosen: average, buy-average, fifo, lifo or hifo (default: the "
        + "configuration's, else average).", valueName: "method"))
  var asked: CostBasis?

  /// What the command line says, else what the configuration does.
  func method(_ context: AppContext) -> CostBasis { asked ?? context.configuration.costBasis }
}

/// A report: the same rows as a table, as CSV or as JSON.
struct Report {
  /// A column, its JSON key, and how a figure in it is meant.
  struct Column {
    let key: String
    let title: String
    let isNumber: Bool
  }

  /// A value as data and as a person reads it.
  struct Value {
    let data: JSONValue
    let field: TextTable.Field

    /// A text; one that is not there is `null` as data and blank to a person.
    static func text(_ text: String?) -> Value {
      Value(data: text.map { .string($0) } ?? .null, field: TextTable.Field(text ?? ""))
    }

    /// A count of things, or a rank.
    static func number(_ number: Int?) -> Value {
      let text = number.map { "\($0)" }
      return Value(data: text.map { .number($0) } ?? .null, field: TextTable.Field(text ?? ""))
    }

    static func figure(_ value: Decimal?, _ write: (Decimal) -> String) -> Value {
      Value(data: .exact(value), field: TextTable.Field(value.map(write) ?? Figures.unknown))
    }

    /// An amount or percentage in the colour of its direction.
    static func change(_ value: Decimal?, _ write: (Decimal) -> String) -> Value {
      Value(
        data: .exact(value),
        field: TextTable.Field(value.map(write) ?? Figures.unknown, Trend.role(of: value)))
    }

    static func date(_ date: Date) -> Value {
      Value(data: .string(date.utcText), field: TextTable.Field(date.utcDayText))
    }
  }

  let columns: [Column]
  let rows: [[Value]]
  /// What is said, beside the result, when there are no rows.
  let emptyNote: String

  func write(_ options: ReportOptions, _ look: OutputAppearance) {
    if options.json {
      let objects = rows.map { row in
        JSONValue.object(
          JSONObject(zip(columns, row).map { JSONObject.Member(key: $0.key, value: $1.data) }))
      }
      Console.write(JSONValue.array(objects).text(pretty: true) + "\n")
    } else if options.csv {
      let lines = [columns.map(\.key)] + rows.map { $0.map(\.data.csvText) }
      for line in lines { Console.write(line.map(csvField).joined(separator: ",") + "\n") }
    } else if rows.isEmpty {
      Console.writeError(emptyNote)
    } else {
      var table = TextTable(
        columns: columns.map { TextTable.Column(title: $0.title, isNumber: $0.isNumber) })
      table.rows = rows.map { $0.map(\.field) }
      table.write(look)
    }
  }
}

extension JSONValue {
  /// Every digit as a string; `null` for a figure that is not known.
  static func exact(_ value: Decimal?) -> JSONValue {
    value.map { .string($0.withinExactDigits.canonicalText) } ?? .null
  }

  fileprivate var csvText: String {
    if case .number(let token) = self { token } else { string ?? "" }
  }
}

private func csvField(_ text: String) -> String {
  guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
  return "\"\(text.replacing("\"", with: "\"\""))\""
}
