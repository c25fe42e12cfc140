import AppGroup
import Application
import CoinGecko
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

extension AppContext {
  /// Fetches the price of a coin without one if the call budget allows it, or says when it will.
  ///
  /// Never fails, because the purchase is already recorded. Does nothing in scripts, which may
  /// record many purchases and can refresh on their own.
  func priceFirst(_ coinId: String) {
    guard Console.isTerminal, store.prices()?.prices[coinId] == nil, apiConfiguration.problem == nil
    else { return }
    guard let note = refresher.refresh(only: [coinId], clock: clock).noteOfFirst(coinId, at: now)
    else { return }
    Console.writeError(note)
  }
}

extension RefreshOutcome {
  /// Why a newly bought coin has no price yet; `nil` if it has one.
  fileprivate func noteOfFirst(_ coinId: String, at now: Date) -> String? {
    switch self {
    case .refreshed, .fresh, .nothingToRefresh: nil
    case .waiting(let until):
      "\(coinId) has no price yet: the next request is allowed in "
        + "\(waitText(until: until, at: now))."
    case .monthSpent(let until):
      "\(coinId) has no price yet: this month's calls are spent until \(until.utcDayText)."
    case .failed(let failure):
      "\(coinId) has no price yet: \(failure.reason)."
    case .notWritten(let error):
      "\(coinId) has no price yet: \(errorSentence(error))"
    }
  }
}
