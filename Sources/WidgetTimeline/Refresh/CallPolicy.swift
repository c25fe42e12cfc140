public import FoundationEssentials
public import Portfolio

/// Decides when calls may be made, shared by all processes through the refresh status.
public protocol CallPolicy: Sendable {
  /// Splits coins into the requests needed to ask for them; empty if asking costs no calls.
  func chunks(of ids: [String]) -> [[String]]

  /// The most requests in one refresh; the rest follow in the next.
  var callsPerRefresh: Int { get }

  /// The first instant at which this many calls may be made.
  func earliest(calls: Int, status: RefreshStatus, now: Date) -> Date

  /// Whether no calls are left this month.
  func isMonthSpent(status: RefreshStatus, now: Date) -> Bool

  /// Whether the last calls failed, so the next source is used meanwhile.
  func isFailing(status: RefreshStatus) -> Bool

  /// The time of the newest call; `nil` if there was none.
  func lastCall(status: RefreshStatus) -> Date?

  /// Records calls that are about to be made.
  func begin(calls: Int, status: inout RefreshStatus, now: Date)

  /// Records the outcome of calls, which determines when the next may be made.
  ///
  /// - Parameters:
  ///   - answer: The source's response.
  ///   - begun: The number of calls recorded before.
  ///   - status: The status shared by all processes.
  ///   - now: The present instant.
  func recordOutcome(_ answer: PriceAnswer, begun: Int, status: inout RefreshStatus, now: Date)
}
