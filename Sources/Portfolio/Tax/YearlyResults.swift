public import Exact

/// What tax years gained or lost, in sums: those before the year of a form, whose losses it lists.
struct YearlyResults {
  private let country: TaxCountry
  private var years: [Int?: (net: Cost?, isEstimated: Bool)] = [:]

  init(_ country: TaxCountry) { self.country = country }

  /// Adds a row; one that nothing says the worth of is left out.
  mutating func add(_ row: GainRow) {
    guard !row.isUnvalued else { return }
    let number = TaxYear(of: row.soldDay, in: country)?.number
    let before = years[number] ?? (0, false)
    years[number] = (before.net.plus(row.exactGain), before.isEstimated || row.isEstimated)
  }

  /// What the years with a loss lost in all.
  var losses: Losses {
    years.values.reduce(Losses(sum: 0, isEstimated: false)) { losses, year in
      guard let net = year.net else { return Losses(sum: nil, isEstimated: losses.isEstimated) }
      guard net < 0 else { return losses }
      return Losses(
        sum: losses.sum.plus(-net), isEstimated: losses.isEstimated || year.isEstimated)
    }
  }
}

/// What earlier tax years had lost in all, each by itself; whether it was claimed or used since is
/// known to the taxpayer alone.
public struct Losses: Equatable, Sendable {
  /// A number above zero where there were any; `nil` where a rate is missing.
  public let sum: Cost?
  /// Whether it contains an estimate.
  public let isEstimated: Bool
}
