import ArgumentParser
import CoinCatalogue
import ConfigurationFile
import Dashboard
import Reports

/// `bitpal config keys`.
struct ConfigKeys: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "keys", abstract: "List the dashboard's actions and their keys.",
    discussion: """
      To give an action other keys, set it by its name in the table [keys] of the configuration \
      file, as in `refresh = ["r", "F5"]`. Keys that cannot work are reported here and in the \
      dashboard.


      """ + examples("bitpal config keys", "bitpal config keys --csv"))

  @OptionGroup var report: ReportOptions

  func run() throws {
    let context = try AppContext()
    let map = KeyMap(overrides: context.configuration.keys, nearest: nearestWord)
    try Report(
      columns: [
        .init("action", "Action"),
        .init("keys", "Keys", minimumWidth: 10),
        .init("title", "What it does", isProse: true),
        .init("places", "Where", collapseOrder: 1, minimumWidth: 18),
      ],
      rows: map.actions.map { action in
        [
          .text(action.id.rawValue), .text(action.keys.map(\.label).joined(separator: " ")),
          .text(action.title), .text(action.contextNames),
        ]
      },
      emptyNote: ""
    ).write(report, context)
    for problem in map.problems { Console.writeError(problem + ".") }
    if !map.problems.isEmpty { throw CommandFailure("", .refused) }
  }
}
