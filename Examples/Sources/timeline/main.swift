// What a widget shows now, in half an hour and after two hours without a refresh.
import Foundation
import WidgetTimeline

let now = Date(timeIntervalSince1970: 1_746_000_000)
let data = WidgetPortfolioData(
  totalValue: 19_217, unrealizedPnL: 4717, realizedPnL: 0, totalPnL: 4717,
  unrealizedPnLPercentage: 32, totalPnLPercentage: 32, holdings: [], holdingCount: 1,
  pricedCount: 1, hasSales: false, lastUpdated: now)
let timeline = Timeline(data: data, failure: nil, now: now)
for entry in timeline.entries {
  print(entry.date, entry.freshness(at: entry.date))
}
print(now + 7200, timeline.entries[0].freshness(at: now + 7200))
