/// The line in which a command is typed, and which of those that match is selected.
struct Palette: Equatable, Sendable {
  var text = ""
  var selection = 0
}

extension DashboardState {
  /// Moving about needs keys, not words.
  private static let unlisted: Set<ActionID> = [
    .up, .down, .left, .right, .pageUp, .pageDown, .first, .last, .palette,
  ]

  /// The commands that work on the page in front and match what is typed, the best match first.
  var commands: [DashboardAction] {
    guard let palette else { return [] }
    let context = pageContext
    let candidates = keyMap.actions.filter {
      $0.contexts.contains(context) && !Self.unlisted.contains($0.id) && isAvailable($0.id)
    }
    guard !palette.text.isEmpty else { return candidates }
    return candidates.enumerated()
      .compactMap { place, action in
        matchRank(of: action, for: palette.text).map { (rank: $0, place: place, action: action) }
      }
      .sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }
      .map(\.action)
  }
}

/// How well a command matches what is typed, 0 being best; `nil` when it does not.
///
/// First its key or its name in full, then the beginning of its name or of a word of its title,
/// then a part of either, and last the letters in their order with others between.
private func matchRank(of action: DashboardAction, for text: String) -> Int? {
  let name = action.id.rawValue.lowercased()
  let title = action.title.lowercased()
  let typed = text.lowercased()
  if action.keys.contains(where: { $0.label == text }) || name == typed { return 0 }
  if name.hasPrefix(typed) { return 1 }
  if title.hasPrefix(typed) { return 2 }
  if title.split(separator: " ").contains(where: { $0.hasPrefix(typed) }) { return 3 }
  if title.contains(typed) || name.contains(typed) { return 4 }
  return isSubsequence(typed, of: title) || isSubsequence(typed, of: name) ? 5 : nil
}

private func isSubsequence(_ text: String, of other: String) -> Bool {
  var rest = text[...]
  for letter in other where letter == rest.first { rest.removeFirst() }
  return rest.isEmpty
}
