import AppGroup
import Application
import ArgumentParser
import CallBudget
import CellGrid
import CoinCatalogue
import CoinGecko
import ConfigurationFile
import Exact
import FoundationEssentials
import Glibc
import HTTP
import LedgerStore
import NcursesScreen
import Portfolio
import Reports
import Widgets
import WidgetTimeline

/// `bitpal doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "doctor",
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

/// A line of the doctor's report.
struct DoctorCheck {
  /// The state of a check.
  enum State: String {
    case ok
    /// Intentionally switched off.
    case off
    /// Something needs to be fixed.
    case attention
  }

  let name: String
  let state: State
  /// The finding and, if it isn't fine, the fix.
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
  /// Whether the machine's clock agrees with the price source's.
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

  /// How long this month's calls last at the current pace; `nil` without a quota.
  func checkOfQuota() -> DoctorCheck? {
    guard let quota = apiConfiguration.limits.perMonth else { return nil }
    let now = now
    let history = CallHistory(store.refreshStatus() ?? RefreshStatus())
    let left =
      CallBudget(limits: apiConfiguration.limits).callsLeftThisMonth(at: now, history: history)
      ?? quota
    let start = UTCDay(text: "\(now.utcDayText.prefix(8))01")?.start ?? now
    // The pace of a month's first hours is not representative.
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
  /// The language and encoding of the environment.
  static func locale(_ environment: [String: String]) -> DoctorCheck {
    let found = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { name in
      environment[name].flatMap { $0.isEmpty ? nil : "\(name)=\($0)" }
    }.first
    return .fine("Locale", found ?? "none named: set LANG to a UTF-8 locale for all characters")
  }
}

extension AppContext {
  /// The price sources, the remaining budget, and the last refreshes.
  func checksOfPrices() -> [DoctorCheck] {
    let status = store.refreshStatus() ?? RefreshStatus()
    return [
      checkOfPlan, checkOfBudget(status), checkOfLastRefresh(status), checkOfSources(status),
    ]
  }

  /// The price sources in order, the state of their calls, and the sources of current prices.
  private func checkOfSources(_ status: RefreshStatus) -> DoctorCheck {
    let now = now
    let words = pastPriceSources.map { source in
      let calls = status.calls(to: source.callsName)
      guard let last = calls.recentCalls.max() else { return "\(source.name) not asked yet" }
      let wait = source.calls.earliest(at: now)
      let pause = wait > now ? ", next request in \(waitText(until: wait, at: now))" : ""
      let failures = calls.failuresInARow
      let reason = status.failing[source.name].map { " (\(cleaned($0)))" } ?? ""
      let result = failures > 0 ? "\(countOf(failures, "failure")) in a row\(reason)" : "no failure"
      return "\(source.name) asked \(ageText(of: last, at: now)), \(result)\(pause)"
    }
    let used = Dictionary(grouping: store.prices()?.prices.values.map(\.source) ?? [], by: \.self)
      .filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }
      .map { "\($0.value.count) from \(cleaned($0.key))" }
    let prices = used.isEmpty ? "" : ". Prices: " + used.joined(separator: ", ")
    let credits = ". \(BitpalCommand.credits)"
    return .fine("Sources", words.joined(separator: "; ") + prices + credits)
  }

  private var checkOfPlan: DoctorCheck {
    let name = "Prices"
    let api = apiConfiguration
    if let problem = api.problem { return .attention(name, problem.sentence) }
    let proxy = Proxy(environment: environment).flatMap { proxy in
      api.host.flatMap { proxy.serves(host: $0) ? proxy : nil }
    }
    let plan =
      "\(plan) at \(api.host ?? "")"
      + (proxy.map { " through the proxy \($0.name) (\($0.variable))" } ?? "")
    let named = configuration.callsPerMinute ?? configuration.callsPerMonth
    guard configuration.tier == .pro || named == nil else {
      return .attention(
        name, "\(plan); prices.calls-per-… are for a pro plan and have no effect: unset them")
    }
    return .fine(name, plan)
  }

  private var plan: String {
    switch configuration.tier {
    case .keyless: "without a key"
    case .demo: "with a demo key"
    case .pro: "with a pro key"
    }
  }

  private func checkOfBudget(_ status: RefreshStatus) -> DoctorCheck {
    let now = now
    let limits = apiConfiguration.limits
    let budget = CallBudget(limits: limits)
    let history = CallHistory(status)
    let minute = budget.callsLeftThisMinute(at: now, history: history)
    let left = "\(minute) of \(limits.perMinute) calls left this minute"
    if budget.isMonthSpent(at: now, history: history) {
      return .attention(
        "Rate limit", "this month's calls are spent; \(left)")
    }
    let next = budget.nextAllowed(after: now, history: history)
    let wait = waitText(until: next, at: now)
    let failures = history.failuresInARow
    let reason = failures > 0 ? "; after \(countOf(failures, "failure"))" : ""
    return .fine(
      "Rate limit",
      next <= now
        ? "\(left), next refresh allowed now" : "\(left)\(reason), next refresh allowed in \(wait)")
  }

  private func checkOfLastRefresh(_ status: RefreshStatus) -> DoctorCheck {
    let name = "Refresh"
    let now = now
    let success = status.lastSuccess.map { "prices fetched \(ageText(of: $0, at: now))" }
    if status.failure != nil {
      let attempt = status.lastAttempt.map { ageText(of: $0, at: now) } ?? "at an unknown time"
      let count = max(1, status.failuresInARow)
      let before = success.map { "; before that \($0)" } ?? "; no success yet"
      return .attention(
        name,
        "\(countOf(count, "failure")) in a row, the last \(attempt): "
          + "\(status.reason ?? "no reason on record")\(before)")
    }
    guard let success, let last = status.lastSuccess else {
      return .fine(name, "no refresh yet: bitpal refresh")
    }
    if isOutdated(since: last, at: now), store.refreshData()?.holdings.isEmpty == false {
      return .attention(
        name, "\(success): is the timer on? systemctl --user enable --now bitpal-refresh.timer")
    }
    return .fine(name, success)
  }

  func checkOfCatalogue() -> DoctorCheck {
    let found = CatalogueInUse.open(container.coinCatalogue)
    if let problem = found.problem { return .attention("Coins", problem) }
    let origin = found.fetched.map { "fetched \($0.utcDayText)" } ?? "built in"
    return .fine("Coins", "\(countOf(found.catalogue.count, "coin")), \(origin)")
  }
}

extension DoctorCheck {
  /// The system's HTTP library.
  static func library() -> DoctorCheck {
    let name = "libcurl"
    do throws(HTTPFailure) {
      let library = try HTTPLibrary.found()
      guard !library.encryption.isEmpty else {
        return .attention(name, "\(library.version) cannot encrypt: install one with TLS")
      }
      let second = library.hasHTTP2 ? "HTTP/2" : "no HTTP/2"
      return .fine(name, "\(library.version), \(library.encryption), \(second)")
    } catch {
      return .attention(name, error.reason)
    }
  }

  /// The detected terminal capabilities.
  static func terminal(_ environment: [String: String]) -> DoctorCheck {
    let name = "Terminal"
    let type = environment["TERM"] ?? ""
    let knownName = NcursesScreen.knownName(for: type)
    let traits = TerminalTraits.detect(
      environment: environment, isTerminal: true, knownAs: knownName,
      codeset: NcursesScreen.codeset())
    let letters =
      traits.glyphs != .ascii ? "UTF-8" : "borders and arrows in ASCII: set LANG to a UTF-8 locale"
    let here = Console.isTerminal ? "" : ", output is not a terminal"
    if knownName == nil, let refusal = NcursesScreen.refusal(of: type) {
      let what =
        switch refusal {
        case .missingTerminalName: "TERM is not set"
        case .unknownTerminal: "the system does not know TERM=\(type)"
        default: "TERM=\(type) cannot place a cursor"
        }
      return Console.isTerminal
        ? .attention(name, "\(what): widgets print, the dashboard needs a real one")
        : .fine(name, "\(what): widgets print, the dashboard cannot open\(here)")
    }
    let used = knownName.map { " (used as \($0))" } ?? ""
    return .fine(name, "\(type)\(used), \(traits.colorDepth.words), \(letters)\(here)")
  }
}

extension ColorDepth {
  fileprivate var words: String {
    switch self {
    case .none: "no colors"
    case .ansi8: "8 colors"
    case .ansi16: "16 colors"
    case .ansi256: "256 colors"
    case .trueColor: "24-bit colors"
    }
  }
}

extension AppContext {
  /// The container and every file in it.
  func checksOfFiles() -> [DoctorCheck] {
    guard mode(of: container.folder) != nil else {
      if errno == EACCES {
        return [.attention("Container", "\(container.folder) cannot be opened: check who owns it")]
      }
      return [.fine("Container", "\(container.folder) is made by the first transaction")]
    }
    let paths: [String]
    do throws(ContainerError) { paths = try container.files() } catch {
      return [.attention("Container", detail(error.sentence))]
    }
    var files: [ContainerFile: [String]] = [:]
    var others: [String] = []
    for path in paths {
      if let kind = container.kind(of: path) {
        files[kind, default: []].append(path)
      } else {
        others.append(shortened(path))
      }
    }
    return [checkOfContainer(others), checkOfDatabase]
      + FileGroup.allCases.flatMap { checks(of: $0, files) }
  }

  /// A path relative to the container.
  private func shortened(_ path: String) -> String {
    String(path.dropFirst(container.folder.count + 1))
  }

  /// - Parameter others: Files in the container that don't belong to bitpal.
  private func checkOfContainer(_ others: [String]) -> DoctorCheck {
    let privatePaths = [
      container.folder, container.database, container.widgetData, container.pastPrices,
      container.keptLots,
      container.backups, container.portfolio, container.refreshData,
      container.refreshStatus,
    ]
    let open = privatePaths.filter { path in mode(of: path).map { $0 & 0o077 != 0 } ?? false }
    if let path = open.first {
      return .attention("Container", "other users can read \(path): chmod go= '\(path)'")
    }
    guard access(container.folder, R_OK | W_OK | X_OK) == 0 else {
      return .attention(
        "Container", "\(container.folder) cannot be written: check who owns it")
    }
    let unknown = others.isEmpty ? "" : "; not made by bitpal: \(others.joined(separator: ", "))"
    return .fine("Container", "\(container.folder), private (0700)\(unknown)")
  }

  private var checkOfDatabase: DoctorCheck {
    let name = "Database"
    do {
      guard mode(of: container.database) != nil else {
        // A link to a missing file is not an empty ledger.
        _ = try ledger.count()
        return .fine(name, "is made by the first transaction")
      }
      if let fault = try ledger.checkIntegrity().first {
        return .attention(
          name, "\(container.database) is damaged: \(fault). Restore a backup: bitpal restore FILE")
      }
      return .fine(name, "sound, \(countOf(try ledger.count(), "transaction"))")
    } catch {
      return .attention(name, CommandFailure(error)?.sentence ?? "\(error)")
    }
  }

  /// The check of a group of files, or one for each unreadable file; empty for an optional group
  /// without files.
  private func checks(of group: FileGroup, _ files: [ContainerFile: [String]]) -> [DoctorCheck] {
    if group == .backups { return checks(ofBackups: files[.backup] ?? []) }
    let kinds = ContainerFile.allCases.filter { $0.group == group }
    let damages = kinds.flatMap { kind in
      (files[kind] ?? []).compactMap { damage(of: kind, $0) }
    }
    guard damages.isEmpty else { return damages.map { .attention(group.rawValue, detail($0)) } }
    let there = kinds.map { (kind: $0, paths: files[$0] ?? []) }.filter { !$0.paths.isEmpty }
    guard !there.isEmpty || group.isAlwaysShown else { return [] }
    return [.fine(group.rawValue, summary(of: group, there))]
  }

  private func summary(
    of group: FileGroup, _ there: [(kind: ContainerFile, paths: [String])]
  ) -> String {
    let paths = there.flatMap(\.paths)
    switch group {
    case .widgetFiles:
      return paths.isEmpty ? "none yet" : "\(paths.count) of 3 present, all readable"
    case .pastPrices:
      return paths.isEmpty
        ? "no past prices yet: bitpal prices fetch"
        : "\(countOf(paths.count, "coin")), all readable"
    case .keptAside:
      let names = paths.map(shortened).joined(separator: ", ")
      return "\(countOf(paths.count, "damaged file")): \(names). Delete what you do not need"
    case .alerts: return "\(countOf(store.alerts()?.alerts.count ?? 0, "alert")), all readable"
    case .watchlist:
      return "\(countOf(store.watchlist()?.entries.count ?? 0, "coin")), all readable"
    case .backups, .priceFiles, .imports, .caches:
      return "\(countOf(paths.count, "file")), all readable"
    }
  }

  /// Verifies that every backup can be read.
  private func checks(ofBackups paths: [String]) -> [DoctorCheck] {
    let name = FileGroup.backups.rawValue
    let reports = paths.map { (path: $0, found: BackupReport(reading: $0)) }
    let damages = reports.compactMap { damage(of: $0.found, $0.path) }
    guard damages.isEmpty else { return damages.map { .attention(name, detail($0)) } }
    guard !reports.isEmpty else { return [] }
    let daily = reports.compactMap(\.found.day)
    let parts = [
      daily.max().map { "\(daily.count) daily, the newest of \($0)" },
      daily.count < paths.count ? "\(paths.count - daily.count) that bitpal never removes" : nil,
    ]
    return [
      .fine(name, parts.compactMap(\.self).joined(separator: "; ") + "; all can be restored")
    ]
  }

  private func damage(of report: BackupReport, _ path: String) -> String? {
    report.fault.map {
      "\(path) cannot be restored (\($0)). Delete it, and make another with `bitpal backup`."
    }
  }

  /// The damage of a file in the container, in full sentences; `nil` if it is intact.
  ///
  /// Covers every kind of file.
  func damage(of kind: ContainerFile, _ path: String) -> String? {
    do {
      return switch kind {
      case .portfolio, .refreshData, .refreshStatus, .prices, .watchlist, .alerts:
        try store.damage(of: kind)?.sentence
      case .backup: damage(of: BackupReport(reading: path), path)
      case .userPrices: try FileDamage(ofPrices: path)?.sentence
      case .pastPrices: try CoinPrices(path)?.damage?.sentence
      case .candles: try CandleStore.content(at: path).damage?.sentence
      case .exchangeRates: try service.readFetchedRates().damage?.sentence
      case .catalogue: CatalogueInUse.open(path).problem
      case .importMap:
        if case .failure(let damage) = ImportMapping.read(path, in: container) {
          damage.sentence
        } else {
          nil
        }
      case .countedPositions, .countedCycles:
        PortfolioService.damage(ofCountedPositions: path)?.sentence
      case .keptLots, .coinCheckpoint: PortfolioService.damage(ofKeptLots: path)?.sentence
      case .historySeries: HistorySeries.damage(of: path)?.sentence
      case .session: container.damageOfSession?.sentence
      // The database has its own line. A kept copy is damaged by definition, a lock is empty, and
      // an unfinished file is incomplete. Files of version 1.0 are read by the next command, which
      // reports problems, or are obsolete.
      case .ledger, .keptAside, .lock, .unfinished, .priceDay, .fetchedPrices, .incompleteHistory,
        .mendedRows:
        nil
      }
    } catch {
      return CommandFailure(error)?.sentence ?? "\(error)"
    }
  }

  /// A sentence in the style of the doctor's lines.
  private func detail(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }
}

/// Files that share a line of the report.
private enum FileGroup: String, CaseIterable {
  case backups = "Backups"
  case widgetFiles = "Widget files"
  case pastPrices = "Price store"
  case priceFiles = "Price files"
  case alerts = "Alerts"
  case watchlist = "Watchlist"
  case imports = "Imports"
  case caches = "Caches"
  case keptAside = "Kept aside"

  /// Whether to show the line even without files.
  var isAlwaysShown: Bool { self == .widgetFiles || self == .pastPrices }
}

extension ContainerFile {
  /// The group whose line covers this kind of file; `nil` if it has its own line or none.
  fileprivate var group: FileGroup? {
    switch self {
    case .backup: .backups
    case .portfolio, .refreshData, .refreshStatus: .widgetFiles
    case .pastPrices: .pastPrices
    case .prices, .userPrices, .exchangeRates: .priceFiles
    case .alerts: .alerts
    case .watchlist: .watchlist
    case .importMap, .incompleteHistory, .mendedRows: .imports
    case .countedPositions, .countedCycles, .coinCheckpoint, .keptLots, .historySeries, .session,
      .candles:
      .caches
    case .keptAside: .keptAside
    case .ledger, .catalogue, .lock, .unfinished, .priceDay, .fetchedPrices: nil
    }
  }
}

/// The permissions of a file or folder; `nil` if it doesn't exist.
private func mode(of path: String) -> mode_t? {
  var found = stat()
  return stat(path, &found) == 0 ? found.st_mode & 0o777 : nil
}

/// The configuration file as the doctor sees it.
struct DoctorSettings {
  /// The effective settings; defaults if the file is unusable.
  let configuration: Configuration
  let check: DoctorCheck

  init(_ environment: [String: String]) {
    let name = "Settings"
    guard let file = SettingsFile(environment) else {
      configuration = Configuration()
      check = .fine(name, "no place for a file: HOME is not set; using defaults")
      return
    }
    do {
      configuration = try file.configuration()
    } catch {
      configuration = Configuration()
      check = .attention(name, CommandFailure(error)?.sentence ?? "\(error)")
      return
    }
    guard let mode = mode(of: file.path) else {
      check = .fine(name, "no file at \(file.path): using defaults")
      return
    }
    if configuration.key != nil, mode & 0o077 != 0 {
      check = .attention(
        name, "\(file.path) holds a key and others can read it: chmod 600 '\(file.path)'")
    } else if mode & 0o077 != 0 {
      check = .fine(
        name,
        "\(file.path), readable by other users (it holds no key): chmod 600 '\(file.path)'")
    } else {
      check = .fine(name, "\(file.path)\(configuration.key == nil ? "" : ", key private (0600)")")
    }
  }
}
