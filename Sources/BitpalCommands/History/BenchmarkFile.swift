import CellGrid
import Exact
import FoundationEssentials
import Glibc
import MarketData
import Portfolio
import Reports

/// A file with one series of daily prices, such as an index, for comparison in charts.
struct BenchmarkFile {
  /// The series' name in the file.
  let name: String
  private let prices: PriceFile

  /// Reads a file.
  ///
  /// - Throws: A refusal of a file without exactly one series, or a read error.
  init(_ path: String, _ context: AppContext) throws {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw CommandFailure("\(cleaned(path)) is not a file of prices.", .refused)
    }
    let bytes = try AppContext.readInput(path)
    var reader = PriceFileReader(source: cleaned(path))
    do throws(PriceFileError) {
      try reader.append(bytes)
      prices = try reader.finish()
    } catch {
      throw CommandFailure("\(cleaned(path)) cannot be read: \(cleaned(error.reason)).", .refused)
    }
    guard let id = prices.coinIds.first, prices.coinIds.count == 1 else {
      throw CommandFailure(
        "\(cleaned(path)) has the prices of \(countOf(prices.coinIds.count, "coin")).",
        help: "Name a file of one: date,coin_id,usd, as for `bitpal prices import`.", .refused)
    }
    name = id
  }

  /// The prices by day; gaps longer than a long weekend are days without a price.
  ///
  /// Stock exchanges close on weekends, so shorter gaps are skipped.
  func figures(
    in days: ClosedRange<UTCDay>, _ currency: String, _ rates: any ExchangeRates
  ) -> [(day: UTCDay, figure: ExactDecimal?)] {
    let price = PricesInCurrency(prices, in: currency, rates: rates).lookup(of: name)
    let points = days.days.map { (day: $0, figure: price($0)) }
    return points.enumerated().filter { index, point in
      let around = points[max(0, index - 4)..<min(points.count, index + 5)]
      let isShortGap =
        around.contains { $0.day < point.day && $0.figure != nil }
        && around.contains { $0.day > point.day && $0.figure != nil }
      return point.figure != nil || !isShortGap
    }.map(\.element)
  }
}

extension ClosedRange<UTCDay> {
  /// The days with prices, oldest first.
  var days: [UTCDay] {
    (lowerBound.number...upperBound.number).map { UTCDay(number: $0) }
  }
}
