package import Exact
import FoundationEssentials
import Portfolio

/// Reads a number as exchanges write it: with a currency sign, grouped thousands or a decimal
/// comma.
///
/// - Returns: The exact value, or `nil` if the cell marks a missing value (`-`, `--`, `n/a`,
///   empty).
/// - Throws: ``RefusalReason/ambiguousNumber(column:_:)`` for `1,234`, which may be a thousand or
///   one and a fraction; ``RefusalReason/notANumber(column:_:)`` for anything else that is not a
///   number.
package func localizedNumber(_ cell: String, column: String) throws(RefusalReason) -> ExactDecimal?
{
  // Some programs quote a cell twice, which leaves quotes around the number.
  if cell.utf8.count > 2, cell.utf8.first == UInt8(ascii: "\""), cell.last == "\"" {
    return try localizedNumber(String(cell.dropFirst().dropLast()), column: column)
  }
  if let number = dollars(cell) { return number }
  let isDigit = cell.utf8.first.map { (0x30...0x39).contains($0) } ?? false
  guard isDigit || !cell.saysNone else { return nil }
  do throws(DecimalTextError) {
    return try ExactDecimal(exact: cell)
  } catch .tooManyDigits(let text) {
    throw .notANumber(column: column, .tooManyDigits(text))
  } catch {
    // Not in bitpal's format: try the others.
  }
  let plain = try plainForm(of: cell, column: column)
  do throws(DecimalTextError) {
    return try ExactDecimal(exact: plain)
  } catch {
    throw .notANumber(column: column, .notANumber(cell))
  }
}

extension String {
  /// Whether a cell marks a missing value.
  package var saysNone: Bool { emptyMarkers.contains(lowercased()) }
}

private let emptyMarkers: Set<String> = ["", "-", "--", "n/a", "na", "none", "null"]
private let currencySigns: Set<Unicode.Scalar> = [
  "$", "€", "£", "¥", "₹", "₩", "₽", "₺", "฿", "₱", "₫", "₦", "₴", "₪", "₸", "₾", "₵",
  "₿", "Ξ",
]

/// The number in `$1049.99`, a fast path for files with a sign in every cell.
private func dollars(_ cell: String) -> ExactDecimal? {
  guard cell.utf8.first == UInt8(ascii: "$") else { return nil }
  var cell = cell
  return cell.withUTF8 { bytes in
    let digits = UnsafeBufferPointer(rebasing: bytes.dropFirst())
    guard digits.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) else {
      return nil
    }
    do throws(DecimalTextError) {
      return try ExactDecimal(exactUTF8: UnsafeRawBufferPointer(digits))
    } catch {
      return nil
    }
  }
}

/// The number after a currency sign, as in `$1049.99`.
private func withoutCurrencySign(_ cell: String) -> String? {
  guard let sign = cell.unicodeScalars.first, currencySigns.contains(sign) else { return nil }
  let number = cell.unicodeScalars.dropFirst()
  func isDigit(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { ("0"..."9").contains($0) } ?? false
  }
  var points = 0
  for scalar in number where !isDigit(scalar) {
    guard scalar == "." else { return nil }
    points += 1
  }
  guard points < 2, isDigit(number.first), isDigit(number.last) else { return nil }
  return String(number)
}

/// The cell without currency sign and grouping, and with a decimal point.
private func plainForm(of cell: String, column: String) throws(RefusalReason) -> String {
  if let plain = withoutCurrencySign(cell) { return plain }
  // Spreadsheets write negative amounts in parentheses: `($88.00)`.
  if cell.utf8.first == UInt8(ascii: "("), cell.utf8.last == UInt8(ascii: ")") {
    let inner = try plainForm(of: cell.dropFirst().dropLast().trimmed, column: column)
    return inner.utf8.first == UInt8(ascii: "-") ? cell : "-" + inner
  }
  var scalars = cell.unicodeScalars.map { $0 == "\u{2212}" ? "-" : $0 }
  if let sign = scalars.firstIndex(where: { currencySigns.contains($0) }) {
    scalars.remove(at: sign)
  }
  var text = String(String.UnicodeScalarView(scalars)).trimmed
  let sign = text.first == "-" || text.first == "+" ? String(text.removeFirst()) : ""
  let exponentStart = text.firstIndex { $0 == "e" || $0 == "E" } ?? text.endIndex
  let exponent = text[exponentStart...]
  let digits = text[..<exponentStart]
  let marks = digits.filter { $0 == "," || $0 == "." }
  guard let mark = marks.last else { return sign + ungrouped(digits) + exponent }
  let last = digits.lastIndex(of: mark) ?? digits.startIndex
  let whole = digits[..<last]
  let fraction = digits[digits.index(after: last)...]
  if marks.allSatisfy({ $0 == mark }) {
    if marks.count > 1 { return sign + ungrouped(digits) + exponent }
    // `1234,567` and `0,567` are not grouped thousands.
    if mark == ",", fraction.count == 3, exponent.isEmpty, (1...3).contains(whole.count),
      whole.first != "0"
    {
      throw .ambiguousNumber(column: column, cell)
    }
  }
  // Some programs keep the point of a whole number: `50.`
  if fraction.isEmpty { return sign + ungrouped(whole) + exponent }
  return sign + ungrouped(whole) + "." + fraction + exponent
}

/// Digits without grouping, if one separator makes groups of three; otherwise unchanged, so the
/// result does not parse as a number.
private func ungrouped(_ text: Substring) -> String {
  let separators: Set<Character> = [",", ".", "'", "’", " ", "\u{A0}", "\u{202F}"]
  let groups = text.split(omittingEmptySubsequences: false) { separators.contains($0) }
  let isGrouped =
    (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
    && Set(text.filter { separators.contains($0) }).count == 1
  return isGrouped || isIndian(groups, in: text) ? groups.joined() : String(text)
}

/// Whether digits are grouped the Indian way: `5,00,000`, the last three, then pairs.
private func isIndian(_ groups: [Substring], in text: Substring) -> Bool {
  groups.count > 2 && (1...2).contains(groups[0].count) && groups.last?.count == 3
    && groups.dropFirst().dropLast().allSatisfy { $0.count == 2 }
    && text.allSatisfy { $0.isNumber || $0 == "," }
}

/// A number without grouping commas; unchanged if the commas cannot be grouping.
package func withoutThousands(_ text: String) -> String {
  let groups = text.split(separator: ",", omittingEmptySubsequences: false)
  guard groups.count > 1, let last = groups.last else { return text }
  let first = groups[0].drop { !$0.isNumber }
  let inner = groups.dropFirst().dropLast()
  let isGrouped =
    (1...3).contains(first.count) && first.first != "0" && first.allSatisfy(\.isNumber)
    && inner.allSatisfy { $0.count == 3 && $0.allSatisfy(\.isNumber) }
    && last.prefix(while: \.isNumber).count == 3
  return isGrouped ? groups.joined() : text
}
