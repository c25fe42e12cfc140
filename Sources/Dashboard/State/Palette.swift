import Portfolio

/// The line in which a command is typed, and which of those that match is selected.
struct Palette: Equatable, Sendable {
  var text = ""
  var selection = 0
}

/// Something the command line offers.
enum PaletteEntry: Equatable, Sendable {
  case action(DashboardAction)
  /// Opening a coin's page.
  case coin(String, CoinBook.Label)

  var title: String {
    switch self {
    case .action(let action): action.title
    case .coin(_, let label): "Open \(label.name)"
    }
  }

  /// What stands at the end of the line.
  var mark: String {
    switch self {
    case .action(let action): action.keys.first?.label ?? ""
    case .coin(_, let label): label.symbol
    }
  }

  var target: HitTarget {
    switch self {
    case .action(let action): .command(action.id)
    case .coin(let id, _): .coin(id)
    }
  }
}

extension DashboardState {
  /// Moving about needs keys, not words.
  private static let unlisted: Set<ActionID> = [
    .up, .down, .left, .right, .pageUp, .pageDown, .first, .last, .palette,
  ]

  /// The commands that work on the page in front and the coins that match what is typed, the best
  /// match first.
  var commands: [PaletteEntry] {
    guard let palette else { return [] }
    let context = pageContext
    let actions = keyMap.actions.filter {
      $0.contexts.contains(context) && !Self.unlisted.contains($0.id) && isAvailable($0.id)
    }
    guard !palette.text.isEmpty else { return actions.map { .action($0) } }
    let coins = (data?.index.coins ?? []).map { ($0, transactions.book[$0]) }
    let candidates =
      actions.map { (PaletteEntry.action($0), rank(of: $0, for: palette.text)) }
      + coins.map { (PaletteEntry.coin($0, $1), rank(of: $0, $1, for: palette.text)) }
    return candidates.enumerated()
      .compactMap { place, candidate in
        candidate.1.map { (rank: $0, place: place, entry: candidate.0) }
      }
      .sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }
      .map(\.entry)
  }
}

/// How well a command matches what is typed, 0 being best; `nil` when it does not.
///
/// First its key, its name or a word of its title in full, then what begins so, then what contains
/// it. Every word that is typed has to be found.
private func rank(of action: DashboardAction, for text: String) -> Int? {
  if action.keys.contains(where: { $0.label == text }) { return 0 }
  return rank(of: [action.id.rawValue, action.title], for: text)
}

/// The same of a coin; its symbol in full is as good as a command's key.
private func rank(of id: String, _ label: CoinBook.Label, for text: String) -> Int? {
  if label.symbol.lowercased() == text.lowercased() { return 0 }
  return rank(of: [label.symbol, label.name, id], for: text)
}

private func rank(of names: [String], for text: String) -> Int? {
  let names = names.map { $0.lowercased() }
  let typed = text.lowercased()
  if names.contains(typed) { return 0 }
  let words = names.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
  var worst: Int?
  for part in typed.split(separator: " ") {
    let rank: Int
    if words.contains(part) {
      rank = 1
    } else if names.contains(where: { $0.hasPrefix(part) }) {
      rank = 2
    } else if words.contains(where: { $0.hasPrefix(part) }) {
      rank = 3
    } else if names.contains(where: { $0.contains(part) }) {
      rank = 4
    } else {
      return nil
    }
    worst = max(worst ?? 0, rank)
  }
  return worst
}
