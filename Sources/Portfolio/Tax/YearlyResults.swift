public import Exact

/// The sums of gains and losses of the tax years before a form's year, which lists their losses.
struct YearlyResults {
  private let country: TaxCountry
  private var years: [Int?: (net: Cost?, isEstimated: Bool)] = [:]

  init(_ country: TaxCountry) { self.country = country }

  /// Adds a row, unless it is of unknown worth.
  mutating func add(_ row: GainRow) {
    guard !row.isUnvalued else { return }
    let number = TaxYear(of: row.soldDay, in: country)?.number
    let before = years[number] ?? (0, false)
    years[number] = (before.net.plus(row.exactGain), before.isEstimated || row.isEstimated)
  }

  /// The total of all years with a loss.
  var losses: Losses {
    years.values.reduce(Losses(sum: 0, isEstimated: false)) { losses, year in
      guard let net = year.net else { return Losses(sum: nil, isEstimated: losses.isEstimated) }
      guard net < 0 else { return losses }
      return Losses(
        sum: losses.sum.plus(-net), isEstimated: losses.isEstimated || year.isEstimated)
    }
  }
}

/// The total losses of earlier tax years, each computed separately; bitpal does not know whether
/// they were claimed or used since.
public struct Losses: Equatable, Sendable {
  /// A positive number if there were losses; `nil` if a rate is missing.
  public let sum: Cost?
  /// Whether it includes an estimate.
  public let isEstimated: Bool
}
