import FoundationEssentials
import Portfolio
import WidgetTimeline

extension AppContext {
  /// Days that a coin must lack before they are asked for without being wished for: what refreshes
  /// record bridges a week.
  static let leastMissing = 7
  /// The most calls of one refresh for past prices, and the seconds after which none is begun.
  private static let (mostCalls, longestTime) = (4, 10)
  /// The most coins that a refresh looks at.
  private static let mostCoins = 20

  /// Fills past prices of coins held, sold or followed after a refresh, newest days first, as far as
  /// the budgets allow calls now.
  ///
  /// The coins take turns by the half hour, so that one that no source knows holds up no others, and
  /// a timer's refresh looks at a part of many coins. What goes wrong is not said: the next refresh
  /// tries again, and `bitpal prices fetch` says it.
  func fillPastPrices() {
    do {
      let all = try PastPriceWishes(self).wishes(of: [], nil)
      guard !all.isEmpty else { return }
      let turn = now.millisecondsSince1970 / 1_800_000 % all.count
      var filling = try PastPriceFilling(
        Array((all[turn...] + all[..<turn]).prefix(Self.mostCoins)),
        leastMissing: Self.leastMissing, self)
      let start = ContinuousClock.now
      for _ in 0..<Self.mostCalls where ContinuousClock.now - start < .seconds(Self.longestTime) {
        switch try filling.step() {
        case .fetched, .failed: continue
        case .waiting, .done: return
        }
      }
    } catch {
      return
    }
  }
}
