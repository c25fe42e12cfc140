import ImportText

/// What is wrong with a map of columns.
public enum ColumnMapError: Error, Equatable, Sendable {
  /// The text is not a field's name.
  case unknownField(String)
  /// Nothing follows the `=`.
  case empty(ColumnMap.Field)
  /// A field is named twice.
  case twice(ColumnMap.Field)
  /// A field without which no row can be read.
  case missing(String)
  /// No rules are known for the zone.
  case unknownZone(String)
  /// The text is not an order of day and month.
  case notAnOrder(String)
  /// The text is not an order of the sides of a pair.
  case notAnOrderOfPairs(String)
  /// The text is not a word for what the signs of fees mean.
  case notSigns(String)

  /// What is wrong, and what to do.
  public var sentence: String {
    switch self {
    case .unknownField(let name):
      "\"\(name)\" is not a field of --map; use "
        + ColumnMap.Field.allCases.map(\.rawValue).joined(separator: ", ") + "."
    case .empty(let field):
      "\(field.rawValue)= has no value; name a column, or a text as =text."
    case .twice(let field): "\(field.rawValue) is named twice."
    case .missing("zone"):
      "The heading of the times does not say which zone is meant; add zone=Europe/Berlin or "
        + "zone=UTC+2."
    case .missing(let name):
      "No column is named for: \(name). Name one, or write a text for all rows, such as side==buy."
    case .unknownZone(let zone):
      "No rules are known for the time zone \(zone); write it as UTC+2, or convert to UTC."
    case .notAnOrder(let text):
      "'\(text)' is not an order; write dates=day/month, dates=month/day or, for 24-03-31, "
        + "dates=year/month."
    case .notAnOrderOfPairs(let text):
      "'\(text)' is not an order; write pairs=quote/base or pairs=base/quote."
    case .notSigns(let text):
      "'\(text)' does not say what the signs of fees mean; write fees=positive where those below "
        + "zero are rebates, fees=negative where those above are, fees=both where all are charged. "
        + "A column of fees is named with fee=."
    }
  }
}
