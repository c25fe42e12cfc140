import ArgumentParser
import FoundationEssentials
import Portfolio
import WidgetTimeline

/// The maximum age of prices for `--max-age`: `45s`, `90m`, `2h`, `1d`.
struct MaximumAge: ExpressibleByArgument, Equatable {
  let seconds: Int
  /// The text as typed.
  let text: String

  init?(argument: String) {
    guard let unit = argument.last, let factor = Self.units[unit],
      argument.dropLast().allSatisfy({ ("0"..."9").contains($0) }),
      let count = Int(argument.dropLast())
    else { return nil }
    let (seconds, isTooLong) = count.multipliedReportingOverflow(by: factor)
    guard !isTooLong, seconds <= Self.longest else { return nil }
    self.seconds = seconds
    text = argument
  }

  /// Fails with exit code 3 if prices are older, or 4 if any are missing.
  ///
  /// Prices that were never fetched are missing, not old. Without holdings, no prices are needed.
  /// If the last refresh failed, that is the reason.
  func check(_ entry: PortfolioEntry, at now: Date) throws {
    let refresh = Self.refresh(after: entry.failure)
    guard let data = entry.data else {
      throw CommandFailure(
        "The widget files cannot be read, so no price is known.",
        help: "bitpal doctor names them.",
        .unpriced)
    }
    guard data.holdingCount > 0 else { return }
    guard data.pricedCount > 0 else {
      throw CommandFailure(
        "\(refresh.reason)No holding has a price yet.",
        help: refresh.help, .unpriced)
    }
    func isTooOld(_ date: Date) -> Bool {
      now.millisecondsSince1970 - date.millisecondsSince1970 > Int64(seconds) * 1000
    }
    guard let time = data.asOf else {
      throw CommandFailure(
        "The age of the prices is not known.",
        help: "Run bitpal refresh.", .stale)
    }
    if isTooOld(time) {
      let cure =
        isTooOld(data.lastUpdated) || entry.failure != nil
        ? refresh.help
        : "The last refresh brought no newer one: bitpal holdings shows the coin."
      throw CommandFailure(
        "\(refresh.reason)The oldest price is from \(age(of: time, at: now)), and --max-age allows \(text).",
        help: cure, .stale)
    }
    if data.isPartlyPriced {
      throw CommandFailure(
        "Only \(data.pricedCount) of \(data.holdingCount) holdings have a price.", .unpriced)
    }
  }

  /// The age of a price that is too old, in the largest unit in which it exceeds the limit; from an
  /// hour on not in seconds.
  private func age(of date: Date, at now: Date) -> String {
    let age = Int((now.millisecondsSince1970 - date.millisecondsSince1970) / 1000)
    let units = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
    let unit = units.first { age / $0.1 * $0.1 > seconds && ($0.1 > 1 || age < 3600) }
    return unit.map { "\(age / $0.1) \($0.0) ago" } ?? "over \(text) ago"
  }

  /// Why a refresh failed, and the way to newer prices.
  private static func refresh(after failure: RefreshFailure?) -> (reason: String, help: String) {
    switch failure {
    case nil: ("", "Run bitpal refresh.")
    case .offline:
      (
        "The last refresh reached no price source. ",
        "Connect to the network and run bitpal refresh, "
          + "or take prices from a file: bitpal refresh --prices FILE"
      )
    case .unableToRefresh:
      ("The last refresh failed. ", "`bitpal refresh` says why.")
    }
  }

  private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
  private static let longest = 86_400 * 36_500
}
