import FoundationEssentials
import Portfolio
import WidgetTimeline

extension AppContext {
  /// The minimum gap, in days, that is fetched unasked: prices recorded by refreshes bridge a week.
  static let minMissing = 7
  /// The maximum calls for past prices per refresh, and the longest time that they take together.
  private static let (maxCalls, longestTime) = (4, Duration.seconds(10))
  /// The maximum number of coins checked per refresh.
  private static let maxCoins = 20

  /// Fills in past prices of relevant coins after a refresh, as far as the budgets allow.
  ///
  /// These are coins held, sold or followed; newest days are filled first. The starting coin
  /// rotates every half hour, so that a coin unknown to all sources doesn't block others and a
  /// timer's refresh covers many coins over time. Failures are silent: the next refresh retries,
  /// and `bitpal prices fetch` reports them.
  func fillPastPrices() {
    do {
      let all = try PastPriceRequests(self).requests(of: [], nil)
      guard !all.isEmpty else { return }
      let turn = now.millisecondsSince1970 / 1_800_000 % all.count
      var filling = try PastPriceFilling(
        Array((all[turn...] + all[..<turn]).prefix(Self.maxCoins)),
        minMissing: Self.minMissing, self)
      let deadline = ContinuousClock.now + Self.longestTime
      for _ in 0..<Self.maxCalls {
        let left = deadline - ContinuousClock.now
        guard left > .seconds(1) else { return }
        switch try filling.step(within: left) {
        case .fetched, .failed: continue
        case .waiting, .done: return
        }
      }
    } catch {
      return
    }
  }
}
