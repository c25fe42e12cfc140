public import ArgumentParser
public import Dashboard
import Gallery
import Widgets

/// The subject of a screenshot: a widget, or the dashboard in a terminal of a given size.
enum ScreenshotSize: ExpressibleByArgument, Equatable {
  case widget(PreviewSize)
  case dashboard(columns: Int, rows: Int)

  init?(argument: String) {
    if let size = PreviewSize(rawValue: argument) {
      self = .widget(size)
      return
    }
    let numbers = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
      (1...500).contains(columns), (1...200).contains(rows)
    else { return nil }
    self = .dashboard(columns: columns, rows: rows)
  }
}

extension DashboardTab: ExpressibleByArgument {
  /// The name on the command line: `home`.
  var name: String { title.lowercased() }

  /// Parses that name.
  public init?(argument: String) {
    guard let tab = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = tab
  }

  /// All names.
  public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension ScreenshotState: NamedChoice {}
extension ScreenshotFormat: NamedChoice {}
extension PreviewSize: NamedChoice {}
