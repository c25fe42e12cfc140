import AppGroup
import FoundationEssentials
import Portfolio
import SamplePortfolio
import WidgetTimeline

extension SamplePortfolio {
  /// Gives a container the price history it would have had, were it a week old.
  static func writeHistory(to container: AppGroupContainer) throws {
    for (day, records) in Dictionary(grouping: try records(), by: { $0.point.time.utcDayText }) {
      let text = records.compactMap(\.line).joined()
      try AtomicFile.write(Array(text.utf8), to: "\(container.priceHistory)/\(day).csv")
    }
  }

  /// The week's prices of some holdings of the sample, as its sparklines show them.
  static func week(of holdings: [Holding], at now: Date) throws -> [String: [Decimal?]] {
    let points = Dictionary(grouping: try records(), by: \.coinId).mapValues { $0.map(\.point) }
    return WeekOfPrices.ending(
      points.mapValues { WeekOfPrices.steps($0, until: now) }, in: holdings.map(\.coin))
  }

  private static func records() throws -> [PriceRecord] {
    try closes().map {
      PriceRecord(coinId: $0.coinId, point: PricePoint(time: $0.time, price: $0.price))
    }
  }
}
