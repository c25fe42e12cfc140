/// The difference between two texts as a unified diff; empty if they are equal.
///
/// - Parameters:
///   - old: The old text.
///   - new: The new text.
///   - oldName: The name after `---`.
///   - newName: The name after `+++`.
///   - context: Unchanged lines shown around each change.
public func unifiedDiff(
  old: String, new: String, oldName: String, newName: String, context: Int = 3
) -> String {
  let lines = DiffLine.all(from: contentLines(old), to: contentLines(new))
  let changed = lines.indices.filter { lines[$0].mark != " " }
  guard !changed.isEmpty else { return "" }
  var hunks: [Range<Int>] = []
  for index in changed {
    let around = max(0, index - context)..<min(lines.count, index + context + 1)
    if let last = hunks.last, around.lowerBound <= last.upperBound {
      hunks[hunks.count - 1] = last.lowerBound..<around.upperBound
    } else {
      hunks.append(around)
    }
  }
  let body = hunks.map { hunk(lines, $0) }.joined()
  return "--- \(oldName)\n+++ \(newName)\n\(body)"
}

private struct DiffLine {
  let mark: Character
  let text: String

  /// The most lines per side for which a minimal diff is computed.
  private static let longest = 2_000

  /// Lines of both texts in one list, removals before insertions.
  ///
  /// A minimal diff takes quadratic time, so beyond a limit everything between the first and the
  /// last change counts as changed.
  static func all(from old: [String], to new: [String]) -> [DiffLine] {
    // Compare bytes: strings are equal under canonical equivalence, files are not.
    func isEqual(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
    let shorter = min(old.count, new.count)
    let head = (0..<shorter).first { !isEqual(old[$0], new[$0]) } ?? shorter
    let tail =
      (0..<(shorter - head)).first { !isEqual(old[old.count - 1 - $0], new[new.count - 1 - $0]) }
      ?? shorter - head
    let (oldMiddle, newMiddle) = (head..<(old.count - tail), head..<(new.count - tail))
    var isRemoved = Array(repeating: false, count: old.count)
    var isInserted = Array(repeating: false, count: new.count)
    if max(oldMiddle.count, newMiddle.count) > longest {
      for index in oldMiddle { isRemoved[index] = true }
      for index in newMiddle { isInserted[index] = true }
    } else {
      for change in Array(new[newMiddle]).difference(from: Array(old[oldMiddle]), by: isEqual) {
        switch change {
        case .remove(let offset, _, _): isRemoved[head + offset] = true
        case .insert(let offset, _, _): isInserted[head + offset] = true
        }
      }
    }
    var lines: [DiffLine] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, isRemoved[left] {
        lines.append(DiffLine(mark: "-", text: old[left]))
        left += 1
      } else if right < new.count, isInserted[right] {
        lines.append(DiffLine(mark: "+", text: new[right]))
        right += 1
      } else {
        lines.append(DiffLine(mark: " ", text: old[left]))
        left += 1
        right += 1
      }
    }
    return lines
  }
}

private func contentLines(_ text: String) -> [String] {
  var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    .map(String.init)
  guard let last = lines.popLast() else { return [] }
  return last.isEmpty ? lines : lines + [last + "\n\\ No newline at end of file"]
}

private func hunk(_ lines: [DiffLine], _ range: Range<Int>) -> String {
  func position(without absent: Character) -> String {
    let before = lines[..<range.lowerBound].count { $0.mark != absent }
    let count = lines[range].count { $0.mark != absent }
    // An empty side names the line before it.
    return "\(count == 0 ? before : before + 1)\(count == 1 ? "" : ",\(count)")"
  }
  let head = "@@ -\(position(without: "+")) +\(position(without: "-")) @@\n"
  return head + lines[range].map { "\($0.mark)\($0.text)\n" }.joined()
}
