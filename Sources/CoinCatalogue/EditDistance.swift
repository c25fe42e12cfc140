/// Counts the typing mistakes between one searched text and many others.
///
/// A mistake is an extra letter, a missing letter, a wrong letter, or two swapped neighbors
/// (optimal string alignment). Texts of 3 to 5 letters may have one mistake, longer ones two;
/// shorter texts and texts outside ASCII none.
public struct EditDistance {
  private let wanted: [UInt8]
  private let letters: UInt64
  private let allowed: Int
  /// The rows of the distance table for the previous letter, the one before it, and the current
  /// one.
  private var row: [Int]
  private var rowBefore: [Int]
  private var rowInWork: [Int]

  /// Prepares for a search.
  ///
  /// - Parameter wanted: The text in lower-case ASCII.
  public init(_ wanted: [UInt8]) {
    self.wanted = wanted
    letters = wanted.reduce(0) { $0 | bit(of: $1) }
    allowed = wanted.count < 3 || wanted.contains { $0 > 0x7F } ? 0 : wanted.count < 6 ? 1 : 2
    row = Array(repeating: 0, count: wanted.count + 1)
    rowBefore = row
    rowInWork = row
  }

  /// The number of mistakes, at least one; `nil` if there are none or more than allowed.
  public mutating func typos(in text: UnsafeRawBufferPointer) -> Int? {
    guard allowed > 0, abs(text.count - wanted.count) <= allowed, mayBeClose(text) else {
      return nil
    }
    for index in row.indices { row[index] = index }
    for line in 0..<text.count where !fillRow(line, of: text) { return nil }
    let typos = row[wanted.count]
    return (1...allowed).contains(typos) ? typos : nil
  }

  /// Whether the sets of letters are similar enough: one mistake changes at most two members.
  ///
  /// This rejects most texts early, which keeps a search over the whole catalogue fast.
  private func mayBeClose(_ text: UnsafeRawBufferPointer) -> Bool {
    var others: UInt64 = 0
    for byte in text { others |= bit(of: lowercased(byte)) }
    return (others ^ letters).nonzeroBitCount <= 2 * allowed
  }

  /// Processes one more letter of the text; `false` once there are too many mistakes.
  private mutating func fillRow(_ line: Int, of text: UnsafeRawBufferPointer) -> Bool {
    let letter = lowercased(text[line])
    rowInWork[0] = line + 1
    var fewest = line + 1
    for index in 0..<wanted.count {
      var typos = row[index] + (wanted[index] == letter ? 0 : 1)
      typos = min(typos, row[index + 1] + 1, rowInWork[index] + 1)
      if line > 0, index > 0, wanted[index] == lowercased(text[line - 1]),
        wanted[index - 1] == letter
      {
        typos = min(typos, rowBefore[index - 1] + 1)
      }
      rowInWork[index + 1] = typos
      fewest = min(fewest, typos)
    }
    swap(&rowBefore, &row)
    swap(&row, &rowInWork)
    return fewest <= allowed
  }
}

private func bit(of byte: UInt8) -> UInt64 { 1 << UInt64(byte & 63) }
