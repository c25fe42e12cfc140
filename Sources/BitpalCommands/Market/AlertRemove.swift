import AppGroup
import ArgumentParser
import FoundationEssentials
import Portfolio
import Reports
import WidgetTimeline

/// `bitpal alert remove`.
struct AlertRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "remove", abstract: "Remove alerts.",
    discussion: examples("bitpal alert remove 3f2a", "bitpal alert remove --fired"))

  @Argument(help: .init("The alert's id, or its first letters.", valueName: "alert"))
  var ids: [String] = []
  @Flag(name: .long, help: "Remove every alert that has fired.") var fired = false
  @Flag(
    name: .long, help: "Remove every alert that cannot be read; the damaged file is kept aside.")
  var unreadable = false

  func validate() throws {
    guard fired || unreadable || !ids.isEmpty else {
      throw ValidationError(
        "No alert is named.",
        help: "Name its id, which `bitpal alert` lists, or use --fired or --unreadable.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let (removed, damaged) = try context.store.update { files in
      var list = files.alerts ?? PriceAlerts()
      let chosen = Set(try ids.map { try Self.alert($0, in: list.alerts).id })
      let removed = list.alerts.filter { chosen.contains($0.id) || (fired && $0.fired != nil) }
      list.alerts.removeAll { alert in removed.contains { $0.id == alert.id } }
      let damaged = unreadable ? list.unreadable : []
      if unreadable { list.unreadable = [] }
      if !removed.isEmpty || !damaged.isEmpty { files.alerts = list }
      return (removed, damaged)
    }
    for alert in removed {
      Console.print("Removed alert \(alert.shortID): \(alert.coinId) \(alert.words).")
    }
    for alert in damaged { Console.print("Removed alert \(alert.words), which could not be read.") }
    if fired, removed.isEmpty { Console.print("No alert has fired.") }
    if unreadable, damaged.isEmpty { Console.print("Every alert can be read.") }
  }

  private static func alert(_ prefix: String, in alerts: [PriceAlert]) throws -> PriceAlert {
    let word = CommandLineCheck.unshielded(prefix).lowercased()
    let found = alerts.filter { $0.id.uuidString.lowercased().hasPrefix(word) }
    guard let alert = found.first, !word.isEmpty else {
      throw CommandFailure(
        "No alert's id begins with \(prefix).",
        help: "`bitpal alert` lists them.", .refused)
    }
    guard found.count == 1 else {
      throw CommandFailure(
        "\(countOf(found.count, "alert")) begin with \(prefix).",
        help: "Give more of the id.", .refused)
    }
    return alert
  }
}

extension UnreadableEntry {
  /// The alert's number and coin, as in the warning about it.
  var words: String { "\(number)\(coinId.map { " (\($0))" } ?? "")" }
}
