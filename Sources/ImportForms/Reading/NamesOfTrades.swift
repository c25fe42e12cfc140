import ImportText

extension [Leg] {
  /// The row of the smallest id, so that the order of the file makes no difference; the first where
  /// all have one id, or none has any.
  var naming: Leg? {
    var named = first
    for row in dropFirst() where row.reference != named?.reference {
      guard let other = named, !row.reference.isEmpty else { continue }
      if other.reference.isEmpty || row.reference.isNumbered(before: other.reference) {
        named = row
      }
    }
    return named
  }
}

extension String {
  /// Whether an id comes before another, `9` before `10`.
  fileprivate func isNumbered(before other: String) -> Bool {
    let (count, others) = (utf8.count, other.utf8.count)
    return count == others ? self < other : count < others
  }
}
