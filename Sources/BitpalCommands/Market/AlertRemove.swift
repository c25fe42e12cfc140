import AppGroup
import ArgumentParser
import FoundationEssentials
import Portfolio
import Reports
import WidgetTimeline

/// `bitpal alert remove`.
struct AlertRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove alerts.",
    discussion: examples("bitpal alert remove 3f2a", "bitpal alert remove --fired"))

  @Argument(help: .init("The alert's id, or its first letters.", valueName: "alert"))
  var ids: [String] = []
  @Flag(name: .long, help: "Remove every alert that has fired.") var fired = false

  func validate() throws {
    guard fired || !ids.isEmpty else {
      throw ValidationError("Name an alert by its id, or use --fired. `bitpal alert` lists them.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let removed = try context.store.update { files in
      var list = files.alerts ?? PriceAlerts()
      let chosen = Set(try ids.map { try Self.alert($0, in: list.alerts).id })
      let removed = list.alerts.filter { chosen.contains($0.id) || (fired && $0.fired != nil) }
      list.alerts.removeAll { alert in removed.contains { $0.id == alert.id } }
      if !removed.isEmpty { files.alerts = list }
      return removed
    }
    for alert in removed {
      Console.print("Removed alert \(alert.shortID): \(alert.coinId) \(alert.words).")
    }
    if removed.isEmpty { Console.print("No alert has fired.") }
  }

  private static func alert(_ prefix: String, in alerts: [PriceAlert]) throws -> PriceAlert {
    let word = CommandLineCheck.unshielded(prefix).lowercased()
    let found = alerts.filter { $0.id.uuidString.lowercased().hasPrefix(word) }
    guard let alert = found.first, !word.isEmpty else {
      throw CommandFailure(
        "No alert's id begins with \(prefix). `bitpal alert` lists them.", .refused)
    }
    guard found.count == 1 else {
      throw CommandFailure(
        "\(countOf(found.count, "alert")) begin with \(prefix); give more of the id.", .refused)
    }
    return alert
  }
}
