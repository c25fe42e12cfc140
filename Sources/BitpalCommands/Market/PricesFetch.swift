import ArgumentParser
import CellGrid
import FoundationEssentials
import Glibc
import LedgerStore
import Portfolio
import Reports
import WidgetTimeline
import Widgets

/// `bitpal prices fetch`.
struct PricesFetch: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "fetch", abstract: "Fetch daily prices of the past.",
    discussion: """
      Fetches what is missing for every coin you hold, sold or follow, newest days first: the \
      last 365 days from CoinGecko, days before that and days that CoinGecko lacks from \
      DefiLlama, and for some coins from Kraken. Prices are kept forever, each with its source. \
      It stays within the rate limits: on a terminal, and elsewhere with --wait, it waits up to a \
      minute for the next request. After Ctrl-C, run it again to continue. Exits with 69 if days are \
      missing because a source failed or the rate limit was reached.


      """
        + examples(
          "bitpal prices fetch", "bitpal prices fetch bitcoin sol -p all",
          "bitpal prices fetch -p 2024"))

  @Argument(help: .init("Only these coins, by id or symbol.", valueName: "coin"))
  var coins: [String] = []

  @Option(
    name: .shortAndLong,
    help: Period.help(
      "The days (default: from your first transaction of a coin, and a year at least)"),
    transform: Period.init(text:))
  var period: Period?

  @Flag(name: .long, help: "Ask again for days that no source had.") var again = false
  @Flag(name: .long, help: "Wait for the rate limit without a terminal, too.") var wait = false

  /// The maximum wait for a rate limit, in seconds.
  private static let longestWait: TimeInterval = 61

  func run() throws { try run(try AppContext(), Progress()) }

  /// Fetches past prices.
  ///
  /// - Parameter shown: Shows the progress.
  func run(_ context: AppContext, _ shown: Progress) throws {
    let requests = try PastPriceRequests(context).requests(of: coins, period)
    guard !requests.isEmpty else {
      return Console.print(
        "Nothing to fetch: you have no coins and follow none. `bitpal watch add COIN` follows one.")
    }
    var filling = try PastPriceFilling(requests, asksAgain: again, context)
    let missing = filling.missingAtStart
    guard missing > 0 else { return Console.print("No past price is missing.") }
    let interruption = FetchInterruption()
    defer { interruption.end() }
    var progress = shown
    var tally = Tally()
    var stop: Date?
    filling: while true {
      progress.count(missing - filling.missing, of: missing, "Past prices: day")
      switch try filling.step() {
      case .fetched(let count, let coinId, let source): tally.add(count, coinId, source)
      case .failed: break
      case .waiting(let until):
        guard canWait(until, context) else {
          stop = until
          break filling
        }
        Self.wait(until, context) { progress.pause("next request in \($0)") }
      case .done: break filling
      }
    }
    progress.clear()
    try report(filling, tally, stop, context)
  }

  private func report(
    _ filling: PastPriceFilling, _ tally: Tally, _ stop: Date?, _ context: AppContext
  ) throws {
    if tally.count > 0 { Console.print(tally.sentence) }
    guard filling.missing > 0 else { return }
    let days = countOf(filling.missing, "day")
    let coins = filling.coinsMissing
    let names = coins.prefix(5).joined(separator: ", ")
    let more = coins.count > 5 ? " and \(coins.count - 5) more" : ""
    let rest = cleaned("\(days) of \(names)\(more)")
    if let stop {
      let wait = waitText(until: stop, at: context.now)
      throw CommandFailure(
        "Not all prices were fetched: \(rest) \(filling.missing == 1 ? "is" : "are") missing. "
          + "Rate limit: next request in \(wait).",
        help: "Run the command again then.",
        .unavailable)
    }
    guard !filling.failures.isEmpty else {
      return Console.writeError(
        "\(rest) \(filling.missing == 1 ? "has" : "have") no price at any source and "
          + "\(filling.missing == 1 ? "stays a gap" : "stay gaps").")
    }
    let reasons = filling.failures.map { $0.failure.reason(from: $0.source) }
    let what = tally.count > 0 ? "Not all prices were fetched" : "Nothing was fetched"
    throw CommandFailure(
      "\(what): \(rest) \(filling.missing == 1 ? "is" : "are") missing. "
        + cleaned(reasons.map { "\($0)." }.joined(separator: " ")),
      help: "Run the command again to continue.", .unavailable)
  }

  /// Whether a time is near enough to wait for; a fixed clock never reaches it.
  private func canWait(_ until: Date, _ context: AppContext) -> Bool {
    (wait || isatty(STDERR_FILENO) == 1) && context.environment["BITPAL_NOW"] == nil
      && until.timeIntervalSince(context.now) <= Self.longestWait
  }

  /// - Parameter say: Receives the remaining time.
  private static func wait(_ until: Date, _ context: AppContext, _ say: (String) -> Void) {
    while true {
      let now = context.now
      let left = until.timeIntervalSince(now)
      guard left > 0, left <= longestWait else { return }
      say(waitText(until: until, at: now))
      usleep(useconds_t(min(left, 0.5) * 1_000_000) + 1000)
    }
  }
}

/// Counts what was fetched, for the final sentence.
private struct Tally {
  private(set) var count = 0
  private var coins: Set<String> = []
  private var sources: [String] = []

  mutating func add(_ prices: Int, _ coinId: String, _ source: String) {
    guard prices > 0 else { return }
    count += prices
    coins.insert(coinId)
    if !sources.contains(source) { sources.append(source) }
  }

  var sentence: String {
    let names = sources.joined(separator: " and ")
    return "Fetched \(countOf(count, "price")) of \(countOf(coins.count, "coin")) from \(names)."
  }
}

/// The message on Ctrl-C during a fetch; fetched prices are already stored.
private struct FetchInterruption {
  private let isHeard = !isIgnored(SIGINT)

  init() {
    guard isHeard else { return }
    signal(SIGINT) { number in
      if isatty(STDERR_FILENO) == 1 { say("\n") }
      say("Interrupted: what was fetched is kept. Run the command again to continue.\n")
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  func end() { if isHeard { signal(SIGINT, SIG_DFL) } }
}

private func say(_ text: StaticString) {
  _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
}
