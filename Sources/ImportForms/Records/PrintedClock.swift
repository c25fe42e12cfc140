import FoundationEssentials
import Import
import ImportText
import Portfolio

/// The precision of an instant: the width of its clock in microseconds, by its cells.
///
/// - Parameter date: The instant that was read from the cells.
func clockWidth(of cells: [String], at date: Date) -> Int64 {
  let milliseconds = date.millisecondsSince1970
  let second = (milliseconds / 1000 % 60 + 60) % 60
  var width: Int64?
  for cell in cells {
    guard cell.utf8.contains(UInt8(ascii: ":")), let clock = PrintedClock(cell),
      clock.second == second || clock.second == nil && second == 0
    else { continue }
    width = min(width ?? .max, clock.width)
  }
  if let width { return width }
  if milliseconds % 1000 != 0 { return 1000 }
  // Zone offsets are multiples of a quarter of an hour, so a day alone is midnight in one of them.
  return milliseconds % 900_000 == 0 && !cells.contains(where: isUnixTime)
    ? 86_400 * PrintedInstant.second : PrintedInstant.second
}

/// Whether a cell is a time in seconds or milliseconds since 1970.
private func isUnixTime(_ cell: String) -> Bool {
  let digits = cell.utf8.prefix { (0x30...0x39).contains($0) }.count
  return digits == 10 || digits == 13
}

/// A time of day as written in a cell.
private struct PrintedClock {
  /// The seconds; `nil` if the cell has none.
  private(set) var second: Int?
  private var digitsOfFraction = 0

  /// Finds `hh:mm`, `hh:mm:ss` or `hh:mm:ss.fff` in a cell.
  init?(_ cell: String) {
    let bytes = Array(cell.utf8)
    func digit(_ index: Int) -> Int? {
      guard bytes.indices.contains(index), (0x30...0x39).contains(bytes[index]) else { return nil }
      return Int(bytes[index]) - 0x30
    }
    guard
      let colon = bytes.indices.first(where: { index in
        bytes[index] == UInt8(ascii: ":") && digit(index - 1) != nil && digit(index + 1) != nil
          && digit(index + 2) != nil
      })
    else { return nil }
    let next = colon + 3
    guard next < bytes.count, bytes[next] == UInt8(ascii: ":"), let tens = digit(next + 1),
      let ones = digit(next + 2)
    else { return }
    second = tens * 10 + ones
    var position = next + 3
    guard position < bytes.count, bytes[position] == UInt8(ascii: ".") else { return }
    position += 1
    while digit(position) != nil {
      digitsOfFraction += 1
      position += 1
    }
  }

  var width: Int64 {
    guard second != nil else { return 60 * PrintedInstant.second }
    return digitsOfFraction == 0
      ? PrintedInstant.second
      : digitsOfFraction == 1 ? 100_000 : digitsOfFraction == 2 ? 10_000 : 1000
  }
}
