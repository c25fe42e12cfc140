import ArgumentParser

/// The size of a chart in cells.
struct ChartSize: ExpressibleByArgument, Equatable {
  /// The size in a pipe or file.
  static let usual = ChartSize(columns: 80, rows: 20)

  let columns: Int
  let rows: Int

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Reads `80x20`.
  init?(argument: String) {
    let numbers = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
      (1...500).contains(columns), (1...200).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  /// The terminal's size minus a line for the prompt, limited to a readable height.
  static var fitting: ChartSize {
    guard let size = Console.size else { return usual }
    return ChartSize(columns: size.columns, rows: max(1, min(size.rows - 1, size.columns / 3)))
  }
}

/// The output format of a chart.
enum ChartFormat: String, NamedChoice {
  case text, ansi, svg, html, speech
}
