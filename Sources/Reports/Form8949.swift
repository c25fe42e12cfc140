import Exact
import FoundationEssentials
public import Portfolio

extension Gains {
  /// The columns of the United States' form 8949 as CSV: short-term sales (part I) before long-term
  /// ones (part II).
  ///
  /// Amounts are in whole cents, and the gain is that of the rounded amounts, so that each line
  /// adds up as written.
  ///
  /// - Parameter write: Called with each line, its end included.
  public func writeForm8949(_ write: (String) -> Void) {
    write(
      "Part,Description of property,Date acquired,Date sold or disposed of,Proceeds,"
        + "Cost or other basis,Code,Amount of adjustment,Gain or (loss)\n")
    for term in [GainRow.Term.short, nil, .long] {
      for row in rows where row.term == term { write(row.form8949) }
    }
  }
}

extension GainRow {
  fileprivate var form8949: String {
    let proceeds = proceeds?.rounded(toPlaces: 2)
    let cost = cost?.rounded(toPlaces: 2)
    let gain = proceeds.flatMap { got in cost.map { got - $0 } }
    let part =
      switch term {
      case .short: "I"
      case .long: "II"
      case nil: ""
      }
    let fields = [
      part, "\(amount.canonicalText) \(coinId)", acquired.map(Self.date) ?? "VARIOUS",
      Self.date(sold), Self.cents(proceeds), Self.cents(cost), "", "", Self.cents(gain),
    ]
    return csvLine(fields)
  }

  /// `04/28/2026`.
  private static func date(_ date: Date) -> String {
    let parts = UTCDay(date).text.split(separator: "-")
    return "\(parts[1])/\(parts[2])/\(parts[0])"
  }

  private static func cents(_ value: Decimal?) -> String {
    guard let value else { return "" }
    let text = value.canonicalText
    let places = text.firstIndex(of: ".").map { text[$0...].dropFirst().count } ?? 0
    return text + (places == 0 ? ".00" : places == 1 ? "0" : "")
  }
}
