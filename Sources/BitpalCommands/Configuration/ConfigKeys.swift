import ArgumentParser
import CoinCatalogue
import ConfigurationFile
import Dashboard
import Reports

/// `bitpal config keys`.
struct ConfigKeys: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "List the dashboard's actions with the keys they have.",
    discussion: """
      The names are those of the table [keys] in the configuration file, where an action is given \
      other keys: `refresh = ["r", "F5"]`. Keys that cannot work are named, here
      and in the dashboard.


      """ + examples("bitpal config keys", "bitpal config keys --csv"))

  @OptionGroup var report: ReportOptions

  func run() throws {
    let context = try AppContext()
    let map = KeyMap(overrides: context.configuration.keys, nearest: nearestWord)
    Report(
      columns: [
        .init("action", "Action"),
        .init("keys", "Keys"),
        .init("title", "What it does"),
        .init("places", "Where"),
      ],
      rows: map.actions.map { action in
        [
          .text(action.id.rawValue), .text(action.keys.map(\.label).joined(separator: " ")),
          .text(action.title), .text(action.places),
        ]
      },
      emptyNote: ""
    ).write(report, context)
    for complaint in map.complaints { Console.writeError(complaint + ".") }
    if !map.complaints.isEmpty { throw CommandFailure("", .refused) }
  }
}
