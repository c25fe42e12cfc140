/// Columns a scalar takes on a terminal: 0, 1 or 2.
///
/// Control characters, marks and formatting characters are 0.
public func columnWidth(of scalar: Unicode.Scalar) -> Int {
  scalar.value < 0x20 ? 0 : 1
}

/// Columns a text takes.
public func columnWidth(of text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + columnWidth(of: $1) }
}
