import Exact

/// The decimal separator, determined from unambiguous cells.
package enum DecimalMark: Equatable, Sendable {
  case comma, point
  /// Some cells show a point, others a comma.
  case both

  /// The separator shown by one cell, with or without a unit next to its number; `nil` for `1.234`
  /// and `1,234`, whole numbers and other text.
  ///
  /// - Parameter isPlain: Whether to ignore cells with leading letters, as in `kr 840,16`: programs
  ///   write local money that way next to numbers with another separator.
  package init?(shownBy cell: String, isPlain: Bool = false) {
    guard let number = MarkedNumber(cell), !isPlain || !number.hasLettersBefore else { return nil }
    let marks = number.digits.utf8.filter { $0 == Self.commaByte || $0 == Self.pointByte }
    guard let last = marks.last else { return nil }
    let count = marks.count { $0 == last }
    if count > 1 {
      // A separator that appears twice groups thousands.
      guard count == marks.count, number.isGroupedByMarks else { return nil }
      self = last == Self.commaByte ? .point : .comma
      return
    }
    guard marks.count > 1 || !number.mayBeGrouped else { return nil }
    if number.digits.utf8.last == last { return nil }
    self = last == Self.commaByte ? .comma : .point
  }

  /// The separator that the cells of a row agree on.
  package init?(shownBy row: CSVRow, isPlain: Bool = false) {
    var shown: DecimalMark?
    for cell in row.cells {
      guard let mark = DecimalMark(shownBy: cell, isPlain: isPlain) else { continue }
      shown = shown == nil || shown == mark ? mark : .both
    }
    guard let shown else { return nil }
    self = shown
  }

  /// The separator that makes one figure of the row the product of two others, unless the other
  /// separator does too.
  package init?(ofProductIn row: CSVRow, with text: String) {
    guard row.cells.count <= 40 else { return nil }
    let results = [DecimalMark.comma, .point].filter { mark in
      let cells = row.cells.filter { $0.count <= 24 && $0.contains(where: \.isNumber) }
      let numbers = cells.compactMap { mark.number($0) }
      guard let own = mark.number(text) else { return false }
      return numbers.isProduct(with: own)
    }
    guard results.count == 1 else { return nil }
    self = results[0]
  }

  /// A cell's magnitude with this decimal separator; points are decimal if commas group.
  private func number(_ cell: String) -> ExactDecimal? {
    let plain = cell.drop { "+-$€£¥₩".contains($0) }
    guard plain.allSatisfy({ ("0"..."9").contains($0) || ",.".contains($0) }) else { return nil }
    let text = plain.replacing(",", with: self == .comma ? "." : "")
    return ExactDecimal(ifExact: text)
  }

  fileprivate static let commaByte = UInt8(ascii: ",")
  fileprivate static let pointByte = UInt8(ascii: ".")
}

extension [ExactDecimal] {
  /// Whether the number is the product of two of these, or a factor of one; ones are ignored.
  fileprivate func isProduct(with own: ExactDecimal) -> Bool {
    let others = filter { $0 > 0 && $0 != 1 }
    guard own > 0, own != 1 else { return false }
    for (position, one) in others.enumerated() where one != own {
      if others.contains(one * own) { return true }
      for other in others[(position + 1)...] where one * other == own { return true }
    }
    return false
  }
}

/// The digits of a cell with the separators between them.
private struct MarkedNumber {
  /// Digits, decimal separators and other grouping characters.
  let digits: Substring
  private let hasExponent: Bool
  /// Whether currency letters precede it.
  let hasLettersBefore: Bool

  /// - Returns: `nil` if the cell is something else, such as a time or date.
  init?(_ cell: String) {
    let utf8 = cell.utf8
    guard utf8.count <= 40, utf8.contains(where: { $0 == 0x2C || $0 == 0x2E }) else { return nil }
    guard var start = cell.firstIndex(where: \.isNumber) else { return nil }
    if start > cell.startIndex, ",.".contains(cell[cell.index(before: start)]) {
      start = cell.index(before: start)
    }
    // A currency sign or currency letters may precede it, but not words.
    guard cell[..<start].count <= 4 else { return nil }
    hasLettersBefore = cell[..<start].contains(where: \.isLetter)
    let end = cell[start...].firstIndex {
      !$0.isNumber && !",.'’ \u{A0}\u{202F}".contains($0)
    }
    var digits = cell[start..<(end ?? cell.endIndex)]
    while let last = digits.last, last.isWhitespace { digits.removeLast() }
    var rest = cell[digits.endIndex...]
    let exponent = rest.dropFirst().drop { "+-".contains($0) }.prefix(while: \.isNumber)
    hasExponent = "eE".contains(rest.first ?? " ") && !exponent.isEmpty
    if hasExponent { rest = rest[exponent.endIndex...] }
    guard !rest.contains(where: { ":-/,.+".contains($0) }) else { return nil }
    self.digits = digits
  }

  /// Whether the only separator may group thousands, as in `1.234`.
  var mayBeGrouped: Bool {
    let parts = digits.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
    return !hasExponent && parts.count == 2 && parts[1].count == 3
      && (1...3).contains(parts[0].count) && parts[0].first != "0"
      && parts.allSatisfy { $0.allSatisfy(\.isNumber) }
  }

  /// Whether the separators make groups of three.
  var isGroupedByMarks: Bool {
    let parts = digits.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
    return (1...3).contains(parts[0].count) && parts.dropFirst().allSatisfy { $0.count == 3 }
  }
}

/// Whether the point of a number may group thousands: `5.000` next to `1.500,00`.
package func mayGroupByPoint(_ text: String) -> Bool {
  // Fast path: most numbers have other digit counts around the point.
  var text = text
  let hasThreePlaces = text.withUTF8 { bytes in
    guard let point = bytes.firstIndex(of: UInt8(ascii: ".")) else { return false }
    let decimals = bytes[(point + 1)...].prefix(4)
    return decimals.prefix { (0x30...0x39).contains($0) }.count == 3
  }
  return hasThreePlaces && hasTwoReadings(text)
}

/// Whether a number is like `1.234` or `1,234`, whose separator may group or be decimal.
package func hasTwoReadings(_ text: String) -> Bool { MarkedNumber(text)?.mayBeGrouped ?? false }
