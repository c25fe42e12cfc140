import AppGroup
import ArgumentParser
import CallBudget
import CellGrid
import CoinGecko
import ConfigurationFile
import Exact
import FoundationEssentials
import Glibc
import Portfolio
import Reports
import Widgets
import WidgetTimeline

/// `bitpal doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check files, prices, rate limit and terminal.",
    discussion: """
      Changes nothing and makes no network request, except one with --probe. Exits with 1 if \
      something needs attention, and says what to do.


      """ + examples("bitpal doctor", "bitpal doctor --probe", "bitpal doctor --json"))

  @Flag(name: .long, help: "Request one price, within the rate limit.") var probe = false

  @Flag(name: .shortAndLong, help: "Write JSON.") var json = false
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

extension AppContext {
  /// Whether this machine's clock agrees with the price source's.
  func checkOfClock() -> DoctorCheck {
    guard let ahead = store.refreshStatus()?.clockAhead else {
      return .fine(
        "Clock", "not compared yet: the next refresh compares it with the price source's")
    }
    let seconds = ahead.magnitude
    guard store.refreshStatus()?.clockError == nil else {
      return .attention(
        "Clock",
        "\(seconds / 60) min \(ahead > 0 ? "ahead" : "behind"): set it, or ages and dates are "
          + "wrong")
    }
    guard seconds < 60 else {
      return .fine(
        "Clock", "\(seconds / 60) min \(ahead > 0 ? "ahead of" : "behind") the price source's")
    }
    return .fine("Clock", "agrees with the price source's (\(seconds) s apart)")
  }

  /// How long this month's calls last at the present pace; `nil` without a quota.
  func checkOfQuota() -> DoctorCheck? {
    guard let quota = apiConfiguration.limits.perMonth else { return nil }
    let now = now
    let history = CallHistory(store.refreshStatus() ?? RefreshStatus())
    let left =
      CallBudget(limits: apiConfiguration.limits).callsLeftThisMonth(at: now, history: history)
      ?? quota
    let start = UTCDay(text: "\(now.utcDayText.prefix(8))01")?.start ?? now
    // A pace of the month's first hours says little.
    let elapsed = max(86_400, Int(now.timeIntervalSince(start)))
    let used = quota - left
    let month = "\(left) of \(quota) calls left this month"
    guard used > 0 else { return .fine("Quota", month) }
    let end = now.addingTimeInterval(TimeInterval(left * elapsed / used))
    guard end.utcDayText.prefix(7) == now.utcDayText.prefix(7) else {
      return .fine("Quota", "\(month), which last to its end at this pace")
    }
    guard left > 0 else {
      return .attention(
        "Quota", "\(month): the next refresh is on the first of next month; refresh less often then"
      )
    }
    return .attention(
      "Quota",
      "\(month), which last until \(end.utcDayText) at this pace, so refreshes are spaced out: "
        + "refresh less often, or close a dashboard")
  }

  /// Whether systemd refreshes prices for this user.
  func checkOfTimer() -> DoctorCheck {
    let home = environment["HOME"] ?? ""
    let named = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let units = "\(named ?? "\(home)/.config")/systemd/user"
    let enabled = "\(units)/timers.target.wants/bitpal-refresh.timer"
    var found = stat()
    guard lstat(enabled, &found) == 0 else {
      return .off(
        "Timer", "systemctl --user enable --now bitpal-refresh.timer refreshes every 30 min")
    }
    guard stat(enabled, &found) == 0 else {
      return .attention(
        "Timer", "\(enabled) points to nothing: systemctl --user reenable bitpal-refresh.timer")
    }
    return .fine("Timer", "on, every 30 min")
  }

  /// Asks the price source once, within the call budget.
  func checkOfProbe() -> DoctorCheck {
    let clock = ContinuousClock()
    let start = clock.now
    let source = CoinGeckoPriceSource(configuration: apiConfiguration)
    do {
      let answer = try CallBudgetFile(self).call { () throws(PriceFailure) in
        let answer = source.prices(of: ["bitcoin"])
        if let failure = answer.failures.first { throw failure }
        return answer
      }
      let took = (clock.now - start).components
      let milliseconds = took.seconds * 1000 + took.attoseconds / 1_000_000_000_000_000
      let skew = answer.serverTime.map { Int(now.timeIntervalSince($0).rounded()) }
      let found =
        "\(apiConfiguration.host ?? "the source") answered in \(milliseconds) ms"
        + (skew.map { ", clocks \($0.magnitude) s apart" } ?? "")
      guard let skew, RefreshStatus(clockAhead: skew).clockError != nil else {
        return .fine("Probe", found)
      }
      return .attention(
        "Probe",
        "\(found): this computer's is \(skew > 0 ? "ahead" : "behind"); set it, or ages and dates "
          + "are wrong")
    } catch {
      let sentence = CommandFailure(error)?.sentence ?? "\(error)"
      let reason = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
      return .attention("Probe", "\(reason.prefix(1).lowercased())\(reason.dropFirst())")
    }
  }
}

extension DoctorCheck {
  /// The language and character set that the environment asks for.
  static func locale(_ environment: [String: String]) -> DoctorCheck {
    let found = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { name in
      environment[name].flatMap { $0.isEmpty ? nil : "\(name)=\($0)" }
    }.first
    return .fine("Locale", found ?? "none named: set LANG to a UTF-8 locale for all characters")
  }
}
