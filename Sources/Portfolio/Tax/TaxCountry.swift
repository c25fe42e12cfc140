/// A country whose report bitpal writes (SPEC §3.20); its tax authority's examples are tests.
public enum TaxCountry: String, CaseIterable, Sendable {
  /// The United States: form 8949 and schedule D.
  case unitedStates = "us"
  /// The United Kingdom: the sums of form SA108.
  case unitedKingdom = "uk"
  /// France: form 2086.
  case france = "fr"

  /// The default cost basis: the earliest units first (26 CFR 1.1012-1(j)(3)), or HMRC's matching
  /// (CRYPTO22250); `nil` if all coins are one portfolio.
  public var costBasis: CostBasis? {
    switch self {
    case .unitedStates: .fifo
    case .unitedKingdom: .hmrc
    case .france: nil
    }
  }

  /// Whether the report can be filled in under a method.
  public func accepts(_ costBasis: CostBasis) -> Bool {
    switch self {
    case .unitedStates: costBasis.namesLots
    case .unitedKingdom: costBasis == .hmrc
    case .france: false
    }
  }

  /// The ISO 4217 code of the report's currency.
  public var currency: String {
    switch self {
    case .unitedStates: usDollarCode
    case .unitedKingdom: "GBP"
    case .france: "EUR"
    }
  }
}

/// A tax year of a country.
public struct TaxYear: Equatable, Sendable {
  /// The country.
  public let country: TaxCountry
  /// The calendar year in which it begins.
  public let number: Int

  /// A tax year by the calendar year in which it begins; `nil` before 1970 and after 9998.
  public init?(_ number: Int, of country: TaxCountry) {
    guard (1970...9998).contains(number) else { return nil }
    self.country = country
    self.number = number
  }

  /// Reads a year as commonly written: `2024`, and `2024-25` or `2024/25` for a tax year that spans
  /// two calendar years.
  public init?(_ text: String, of country: TaxCountry) {
    let parts = text.split(
      separator: text.contains("/") ? "/" : "-", omittingEmptySubsequences: false)
    guard let first = parts.first, first.utf8.count == 4, let number = Int(first) else {
      return nil
    }
    if parts.count > 1 {
      guard country == .unitedKingdom, parts.count == 2, parts[1].utf8.count == 2,
        Int(parts[1]) == (number + 1) % 100
      else { return nil }
    }
    self.init(number, of: country)
  }

  /// The year that contains a day.
  public init?(of day: UTCDay, in country: TaxCountry) {
    let (year, month, date) = day.date
    let isEarly = country == .unitedKingdom && (month, date) < Self.unitedKingdomStart
    self.init(isEarly ? year - 1 : year, of: country)
  }

  /// 6 April.
  private static let unitedKingdomStart = (4, 6)

  /// The year's name: `2025`, or `2024-25`.
  public var title: String {
    switch country {
    case .unitedStates, .france: "\(number)"
    case .unitedKingdom: "\(number)-\(String(number + 1).suffix(2))"
    }
  }

  /// Its days, both included.
  public var days: ClosedRange<UTCDay> {
    let (month, day) = country == .unitedKingdom ? Self.unitedKingdomStart : (1, 1)
    return Self.day(number, month, day)...Self.day(number + 1, month, day).advanced(by: -1)
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> UTCDay {
    UTCDay(number: civilDays(year: year, month: month, day: day) ?? 0)
  }
}
