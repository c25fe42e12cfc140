/// A list's selection and scroll position.
struct RowList: Equatable, Sendable {
  var selection = 0
  var top = 0

  /// Selects a row, or the nearest selectable one, searching in the given direction first.
  mutating func go(
    to row: Int, count: Int, isForward: Bool = true, where isSelectable: (Int) -> Bool
  ) {
    guard count > 0 else {
      selection = 0
      return
    }
    let target = min(max(row, 0), count - 1)
    let forward = (target..<count).first(where: isSelectable)
    let backward = (0...target).last(where: isSelectable)
    selection = (isForward ? forward ?? backward : backward ?? forward) ?? 0
  }

  /// Scrolls as little as possible to keep the selection visible.
  ///
  /// - Parameter lead: Rows before the first selectable one; selecting that one scrolls them into
  ///   view.
  mutating func clampScroll(count: Int, height: Int, lead: Int = 0) {
    selection = min(max(0, selection), max(0, count - 1))
    let height = max(1, height)
    if selection <= lead { top = 0 }
    if selection < top { top = selection }
    if selection >= top + height { top = selection - height + 1 }
    top = max(0, min(top, count - height))
  }
}
