import AppGroup
import ArgumentParser
import CellGrid
import ConfigurationFile
import Exact
import FoundationEssentials
import Portfolio
import Reports
import Widgets

/// `bitpal doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check files, prices, rate limit, libraries and terminal.",
    discussion: """
      Changes nothing and makes no network request, except one with --probe. Exits with 1 if \
      something needs attention, and says what to do.


      """ + examples("bitpal doctor", "bitpal doctor --probe", "bitpal doctor --json"))

  @Flag(name: .long, help: "Request one price, within the rate limit.") var probe = false

  @Flag(name: .long, help: "Write JSON.") var json = false
  @OptionGroup var pages: PagerOptions
  @OptionGroup var appearance: AppearanceOptions

  func run() throws {
    let environment = ProcessInfo.processInfo.environment
    let container = try AppGroupContainer(
      environment: environment, currentFolder: FileManager.default.currentDirectoryPath)
    let settings = DoctorSettings(environment)
    let context = AppContext(
      container: container, environment: environment, configuration: settings.configuration,
      clock: AppContext.clock(environment))
    let checks =
      context.checksOfFiles() + [settings.check] + context.checksOfPrices()
      + [context.checkOfClock(), context.checkOfQuota(), context.checkOfTimer()].compactMap { $0 }
      + (probe ? [context.checkOfProbe()] : [])
      + [
        DoctorCheck.library(), DoctorCheck.terminal(environment),
        DoctorCheck.locale(environment), context.checkOfCatalogue(),
      ]
    write(checks, environment, settings.configuration)
    if checks.contains(where: { !$0.isFine }) { throw CommandFailure("", .checkFailed) }
  }

  private func write(
    _ checks: [DoctorCheck], _ environment: [String: String], _ configuration: Configuration
  ) {
    guard !json else {
      Console.write(JSONValue.array(checks.map(\.json)).text(pretty: true) + "\n")
      return
    }
    Report(
      columns: [
        .init("state", "State"), .init("check", "What"), .init("detail", "", isProse: true),
      ],
      rows: checks.map { check in
        [
          .text(check.state.rawValue, role: check.isFine ? .secondary : .badge),
          .text(check.name), .text(check.text, role: check.isFine ? .plain : .badge),
        ]
      }
    ).write(OutputAppearance(environment, configuration, appearance), pager: pages.pager)
  }
}

/// One line of the doctor's.
struct DoctorCheck {
  /// How something was found.
  enum State: String {
    case ok
    /// It is switched off, as it may be.
    case off
    /// Something must be done.
    case attention
  }

  let name: String
  let state: State
  /// What was found and, where that is not fine, what to do.
  let text: String

  var isFine: Bool { state != .attention }

  static func fine(_ name: String, _ text: String) -> DoctorCheck {
    DoctorCheck(name: name, state: .ok, text: text)
  }

  static func off(_ name: String, _ text: String) -> DoctorCheck {
    DoctorCheck(name: name, state: .off, text: text)
  }

  static func attention(_ name: String, _ text: String) -> DoctorCheck {
    DoctorCheck(name: name, state: .attention, text: text)
  }

  var json: JSONValue {
    .object([
      "check": .string(name), "state": .string(state.rawValue), "detail": .string(text),
    ])
  }
}
