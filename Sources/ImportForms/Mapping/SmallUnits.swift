import FoundationEssentials
import ImportText

extension ColumnMap {
  /// The decimal places in a bitcoin of the units of columns, by their headings.
  ///
  /// Of `Amount (sats)` it is 8. Columns of whole coins have none.
  var digitsOfUnits: [Field: Int] {
    var digits: [Field: Int] = [:]
    for field in Field.allCases {
      guard let column = column(field) else { continue }
      let small = HeadingWords(column).digits
      if small > 0 { digits[field] = small }
    }
    return digits
  }
}

extension Decimal {
  /// A unit at a decimal place: 0.001 for 3.
  init(smallUnit digits: Int) { self.init(sign: .plus, exponent: -digits, significand: 1) }
}
