import Portfolio

extension TransactionForm {
  /// The words of a field in which one is chosen.
  func words(of field: Field) -> [String] {
    switch field {
    case .kind: kinds.map(\.displayName)
    case .gain: ["Counts", "None, as to a spouse or a charity"]
    default: ["None"] + TransactionLabel.ofRewards.map(\.displayName)
    }
  }

  /// Which of the words is chosen.
  func chosenWord(of field: Field) -> Int {
    if field == .gain { return entry.hasNoGain ? 1 : 0 }
    guard field == .label else { return kinds.firstIndex(of: entry.kind) ?? 0 }
    return entry.label.flatMap(TransactionLabel.ofRewards.firstIndex).map { $0 + 1 } ?? 0
  }

  /// Chooses a word.
  mutating func choose(word index: Int, of field: Field) {
    guard words(of: field).indices.contains(index) else { return }
    if field == .gain { return entry.hasNoGain = index == 1 }
    guard field == .label else {
      entry.kind = kinds[index]
      return fillInPrice()
    }
    entry.label = index == 0 ? nil : TransactionLabel.ofRewards[index - 1]
  }

  /// Goes to the next word, or back.
  mutating func chooseWord(by step: Int) {
    let count = words(of: focus).count
    choose(word: (chosenWord(of: focus) + step + count) % count, of: focus)
  }

  /// Goes to the next word with that initial.
  mutating func chooseWord(beginningWith character: Character) {
    let words = words(of: focus)
    let start = chosenWord(of: focus)
    let order = (1...words.count).map { (start + $0) % words.count }
    let found = order.first { words[$0].lowercased().first == character }
    if let found { choose(word: found, of: focus) }
  }
}

extension TransactionLabel {
  /// The word with a capital letter, for people.
  var displayName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
