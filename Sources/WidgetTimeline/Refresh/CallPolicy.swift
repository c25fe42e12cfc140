public import FoundationEssentials
public import Portfolio

/// The rule that says when calls may be made, shared by all processes through the refresh status.
public protocol CallPolicy: Sendable {
  /// The coins of each request it takes to ask for some coins; none when asking costs no calls.
  func chunks(of ids: [String]) -> [[String]]

  /// The most requests one refresh may make; what does not fit has its turn in the next.
  var callsPerRefresh: Int { get }

  /// The first instant at which so many calls may be made.
  func earliest(calls: Int, status: RefreshStatus, now: Date) -> Date

  /// Whether no call is left this month.
  func isMonthSpent(status: RefreshStatus, now: Date) -> Bool

  /// Whether the last calls failed, so that the next source is to be asked meanwhile.
  func isFailing(status: RefreshStatus) -> Bool

  /// When the newest call was made, `nil` where none was.
  func lastCall(status: RefreshStatus) -> Date?

  /// Notes calls that are about to be made.
  func begin(calls: Int, status: inout RefreshStatus, now: Date)

  /// Notes what came of them, and with it when the next may be made.
  ///
  /// - Parameters:
  ///   - answer: What the source brought.
  ///   - begun: The calls that were noted before.
  ///   - status: What all processes share.
  ///   - now: The present instant.
  func recordOutcome(_ answer: PriceAnswer, begun: Int, status: inout RefreshStatus, now: Date)
}
