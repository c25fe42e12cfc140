import Application
import AppGroup
import ArgumentParser
import CellGrid
import CoinGecko
import ConfigurationFile
import FoundationEssentials
import Glibc
import Portfolio
import Reports
import WidgetTimeline
import Widgets

/// `bitpal refresh`.
struct Refresh: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "refresh",
    abstract: "Fetch the prices of the coins you own or follow, once.",
    discussion: examples(
      "bitpal refresh", "bitpal refresh --quiet --check-alerts",
      "bitpal refresh --prices prices.json"),
    aliases: ["fetch"])

  @Flag(name: .shortAndLong, help: "Print nothing but alerts and errors that need your attention.")
  var quiet = false
  @Flag(
    name: .long,
    help: "End with exit code 1 when a price alert fired, with 2 when one cannot be read.")
  var checkAlerts = false
  @OptionGroup var privacy: PrivacyOptions
  @Option(
    name: .long,
    help: "Read prices from a file: a recorded /coins/markets response or {\"bitcoin\": \"55000\"}."
  )
  var prices: String?

  func run() throws {
    let context = try AppContext()
    let file = try prices.map { try AppContext.recordedPrices($0, pricedAt: context.now) }
    let refresher = file.map { context.refresher(recorded: $0) } ?? context.refresher
    // Fetch prices even if the ledger is damaged, but report the damage.
    var fault: (any Error)?
    if case .failed(let error) = context.service.repairFiles() {
      // In that case prices could not be written either.
      if case ContainerError.refused(.lock, _, _) = error { throw error }
      fault = error
    }
    let start = context.now
    let outcome = refresher.refresh(clock: context.clock)
    if let fault, case .nothingToRefresh = outcome { throw fault }
    do {
      let note = try outcome.note(
        now: context.now, status: context.store.refreshStatus(), hasPrices: context.hasPrices,
        isPrivate: privacy.isPrivate(context.configuration))
      if !quiet { Console.print(note) }
    } catch let failure as CommandFailure
      where quiet && failure.code == .unavailable
      && outcome.isOffline(context.store.refreshStatus())
    {
      // Stay silent: a timer's mail every half hour during a network outage would hide what
      // matters.
      throw CommandFailure("", .unavailable)
    }
    if let file, case .refreshed = outcome { writeOlderPrices(file, context) }
    if prices == nil, case .refreshed = outcome {
      writeOtherSources(context, since: start)
      writeSuspectPrices(context)
    }
    // Print alerts even in quiet mode, because an alert fires once.
    for alert in outcome.alerts { Console.print(alert.sentence) }
    if prices == nil, case .refreshed = outcome { context.fillPastPrices() }
    if let fault { throw fault }
    guard checkAlerts else { return }
    if !outcome.alerts.isEmpty { throw CommandFailure("", .checkFailed) }
    // Unreadable alerts were reported when the file was read.
    if try !context.store.readAlerts().unreadable.isEmpty { throw CommandFailure("", .refused) }
  }
}

extension Refresh {
  /// Names the coins whose prices in a file are older than the known ones, which stay.
  private func writeOlderPrices(_ file: RecordedPriceSource, _ context: AppContext) {
    let known = context.store.prices()?.coins ?? [:]
    let older = file.prices(of: Array(known.keys)).coins.filter { coin in
      guard coin.currentPrice != nil, let time = coin.lastUpdated else { return false }
      return known[coin.id]?.lastUpdated.map { time < $0 } ?? false
    }
    guard !older.isEmpty, !quiet else { return }
    let ids = older.map(\.id).joined(separator: ", ")
    Console.writeError(cleaned("Not used, because newer prices are known: \(ids)"))
  }

  /// Names the coins whose prices are now from another source than the first.
  private func writeOtherSources(_ context: AppContext, since start: Date) {
    let first = context.presentSource(context.configuration.priceSources.first ?? .coinGecko).source
    let known = context.store.prices()?.prices.values.filter { price in
      price.source != first.name && price.fetched.map { $0 >= start } ?? false
    }
    for (source, prices) in Dictionary(grouping: known ?? [], by: \.source).sorted(by: {
      $0.key < $1.key
    }) where !quiet {
      let ids = prices.map(\.coin.id).sorted().joined(separator: ", ")
      Console.writeError(cleaned("From \(source): \(ids)"))
    }
  }

  /// Names prices that do not count yet.
  private func writeSuspectPrices(_ context: AppContext) {
    let known = context.store.prices()?.prices.values.sorted { $0.coin.id < $1.coin.id } ?? []
    for price in known {
      guard let suspect = price.suspect else { continue }
      Console.writeError(suspect.sentence(about: price.coin.id, last: price.coin.currentPrice))
    }
  }
}

extension RefreshOutcome {
  /// Whether nothing could be reached, now or in the attempt that a wait follows.
  fileprivate func isOffline(_ status: RefreshStatus?) -> Bool {
    switch self {
    case .failed(let failure): failure.failure.isOffline
    case .waiting: status?.failure == .offline
    default: false
    }
  }

  /// The alerts that the new prices triggered.
  fileprivate var alerts: [FiredAlert] {
    if case .refreshed(_, _, let alerts) = self { alerts } else { [] }
  }
}

extension RefreshOutcome {
  /// A note on a successful refresh.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - status: The refresh status of all processes.
  ///   - hasPrices: Whether there are prices from earlier refreshes.
  ///   - isPrivate: Whether amounts are masked.
  /// - Throws: The failure of an unsuccessful refresh, with exit code 69.
  func note(
    now: Date, status: RefreshStatus?, hasPrices: Bool, isPrivate: Bool = false
  ) throws -> String {
    let rest = hasPrices ? "The last known prices are kept." : "No prices are known yet."
    switch self {
    case .refreshed(let data, let failures, _):
      for failure in failures { Console.writeError(failure.note(status)) }
      guard data.holdingCount > 0 else { return "Prices fetched; nothing is held." }
      let noun = data.holdingCount == 1 ? "holding" : "holdings"
      let priced = "\(data.pricedCount) of \(data.holdingCount) \(noun) priced"
      let format = NumberFormat(code: data.currency)
      let total = FormattedValue.money(data.totalValue, format).text(isPrivate: isPrivate)
      let age = data.asOf.flatMap { time in
        isOutdated(since: time, at: now) ? " · oldest price \(ageText(of: time, at: now))" : nil
      }
      return "\(total) · \(priced)\(age ?? "")"
    case .nothingToRefresh: return "You hold and follow no coins, so there is no price to fetch."
    case .fresh: return "All prices are recent enough; nothing was fetched."
    case .monthSpent(let until):
      throw CommandFailure(
        "This month's calls are spent; the next request is allowed on \(until.utcDayText). "
          + rest, .unavailable)
    case .waiting(let until):
      return try Self.note(ofWaitingUntil: until, rest, now: now, status: status)
    case .failed(let failure):
      throw CommandFailure(
        "\(failure.reason.sentenceCased). \(rest)", help: Self.help(status), .unavailable)
    case .notWritten(let error): throw error
    }
  }

  /// Advice if no source can be reached.
  private static func help(_ status: RefreshStatus?) -> String? {
    status?.failure == .offline
      ? "Take prices from a file: bitpal refresh --prices FILE" : nil
  }

  /// Rate limiting is not a failure: the figures are as fresh as the budget allows, unless the last
  /// attempt failed.
  private static func note(
    ofWaitingUntil until: Date, _ rest: String, now: Date, status: RefreshStatus?
  ) throws -> String {
    let next = "Next refresh in \(waitText(until: until, at: now))"
    if let status, status.failure != nil {
      let reason = status.reason ?? "the last request failed"
      throw CommandFailure(
        "\(reason.sentenceCased). \(next). \(rest)", help: help(status), .unavailable)
    }
    if let status, status.failuresInARow > 0 {
      throw CommandFailure(
        "The last request to \(CoinGeckoPriceSource.sourceName) failed or was refused. "
          + "\(next). \(rest)", .unavailable)
    }
    guard let success = status?.lastSuccess else {
      return "Another refresh is under way, or this minute's calls are spent. \(next)."
    }
    return "Rate limit: next refresh in \(waitText(until: until, at: now)). "
      + "Prices were fetched \(ageText(of: success, at: now))."
  }
}

extension SourceFailure {
  /// A note on problems of a refresh that did fetch prices.
  func note(_ status: RefreshStatus?) -> String {
    guard status?.failing[source] != nil else { return "Some prices were not fetched: \(reason)" }
    return "\(reason.sentenceCased). Prices of other sources are used."
  }
}

extension AppContext {
  /// Whether prices were ever fetched for a coin of the user.
  var hasPrices: Bool { store.prices().map { !$0.prices.isEmpty } ?? false }

  /// The prices in a file; `pricedAt` dates those in the short form.
  static func recordedPrices(_ path: String, pricedAt: Date) throws -> RecordedPriceSource {
    let bytes = try readInput(path)
    do throws(PriceFailure) {
      return try RecordedPriceSource(bytes: bytes, pricedAt: pricedAt)
    } catch {
      throw CommandFailure("\(path) holds no prices: \(error.detail).", .refused)
    }
  }
}

extension PriceFailure {
  fileprivate var detail: String {
    if case .malformed(let detail) = self { detail } else { reason(from: "the file") }
  }
}
