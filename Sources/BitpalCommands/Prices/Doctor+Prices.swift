import Application
import AppGroup
import CallBudget
import CellGrid
import CoinCatalogue
import CoinGecko
import ConfigurationFile
import FoundationEssentials
import Glibc
import HTTP
import NcursesScreen
import Portfolio
import Reports
import WidgetTimeline
import Widgets

extension AppContext {
  /// Where prices come from, what the budget leaves, and how the last refreshes went.
  func checksOfPrices() -> [DoctorCheck] {
    let status = store.refreshStatus() ?? RefreshStatus()
    return [
      checkOfPlan, checkOfBudget(status), checkOfLastRefresh(status), checkOfSources(status),
    ]
  }

  /// Whom prices are asked of, in order, how the calls go, and whose prices are in use.
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
  /// The HTTP library of the system.
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

  /// What the terminal is taken for.
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
