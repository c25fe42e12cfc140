import Exact
import FoundationEssentials
import Portfolio

/// The form for entering or editing an event.
struct TransactionForm: Equatable, Sendable {
  /// The values typed and chosen.
  struct Entry: Equatable, Sendable {
    var coin: Coin?
    /// The coin received in a swap or migration.
    var other: Coin?
    var kind = TransactionKind.buy
    var label: TransactionLabel?
    /// Whether a transfer such as a gift to a spouse or a charity has no gain.
    var hasNoGain = false
    var texts: [Field: String] = [:]

    subscript(field: Field) -> String {
      get { texts[field] ?? "" }
      set { texts[field] = newValue }
    }

    /// The coin chosen in a field.
    subscript(coin field: Field) -> Coin? {
      get { field == .coin ? coin : other }
      set { if field == .coin { coin = newValue } else { other = newValue } }
    }
  }

  /// An error reported by the ledger.
  struct Refusal: Equatable, Sendable {
    let entry: Entry
    let field: Field
    let sentence: String
  }

  /// Coin suggestions and the selected one.
  struct Suggestions: Equatable, Sendable {
    var coins: [Coin] = []
    /// Market cap ranks by coin id.
    var ranks: [String: Int] = [:]
    /// Whether nothing matched exactly and these are only near matches.
    var areNear = false
    /// The selected suggestion; `nil` if the user has to choose.
    var chosen: Int? = 0
  }

  static let suggestionLimit = 5
  private static let longestText = 200

  /// The transaction or move being edited; `nil` for a new one.
  let editing: UUID?
  /// The event's rows as shown; empty for a new one.
  let event: RecordedEvent
  /// The terms of those rows.
  let old: EventTerms
  var entry: Entry
  private let original: Entry
  private(set) var focus: Field
  /// Caret position in the focused field, in characters.
  private(set) var caret = 0
  /// Texts that the form prefilled, by field.
  private var prefilled: [Field: String] = [:]
  /// Whether the whole focused text is selected; typing then replaces it.
  private(set) var isSelected = false
  /// Fields whose errors may be shown.
  private(set) var touched: Set<Field> = []
  private(set) var suggestions = Suggestions()
  /// Whether the price differs from the prefilled one.
  private(set) var hasOwnPrice = false
  /// The change being saved, until it is answered.
  var saving: DashboardChange?
  private var refusal: Refusal?

  /// Creates an empty form, optionally for a coin.
  init(adding coin: Coin?, kind: TransactionKind = .buy, owned: [Coin], today: String) {
    (editing, event, old) = (nil, RecordedEvent(), EventTerms())
    var entry = Entry()
    entry.kind = kind
    entry[.date] = today
    entry.coin = coin
    if let coin {
      entry[.coin] = coin.id
      entry[.price] = kind.needsMoney ? coin.currentPrice?.description ?? "" : ""
    }
    self.entry = entry
    original = entry
    prefilled = entry.texts
    focus = coin == nil ? .coin : .kind
    suggestions.coins = Array(owned.prefix(Self.suggestionLimit))
  }

  /// Creates a form that edits an event.
  init(
    editing id: UUID, of event: RecordedEvent, coin: (String) -> Coin, days: LocalCalendarDays
  ) {
    let terms = event.terms
    (editing, self.event, old) = (id, event, terms)
    var entry = Entry()
    entry.coin = terms.coinId.map(coin)
    entry.other = terms.other.map { coin($0.coinId) }
    entry.kind = terms.kind ?? .buy
    entry.label = terms.label
    entry.hasNoGain = terms.hasNoGain == true
    entry[.coin] = terms.coinId ?? ""
    entry[.other] = terms.other?.coinId ?? ""
    entry[.amount] = terms.amount?.description ?? ""
    entry[.received] = terms.other?.amount.description ?? ""
    entry[.price] = terms.price?.description ?? ""
    entry[.total] = terms.total?.description ?? ""
    entry[.currency] = terms.currency ?? ""
    entry[.date] = terms.date.map(days.minute) ?? ""
    entry[.notes] = terms.notes ?? ""
    entry[.account] = terms.account ?? ""
    entry[.to] = terms.toAccount ?? ""
    entry[.worth] = terms.worth?.description ?? ""
    entry[.lots] = (terms.lots ?? []).map { $0.uuidString.prefix(8).lowercased() }
      .joined(separator: ", ")
    entry[.acquired] = terms.acquired.map(days.minute) ?? ""
    entry[.cash] = terms.cash.map { "\($0.amount.description) \($0.currency)" } ?? ""
    if let fee = terms.fee {
      entry[.fee] = fee.amount.description + (fee.currency.map { " \($0)" } ?? "")
    }
    self.entry = entry
    original = entry
    prefilled = entry.texts
    focus = .amount
    caret = entry[.amount].count
    isSelected = true
    hasOwnPrice = true
  }

  var isChanged: Bool { entry != original }
  var isSaving: Bool { saving != nil }

  /// Kinds to choose from: an event of one coin stays one, and a move stays a move.
  var kinds: [TransactionKind] {
    guard let kind = old.kind else { return TransactionKind.offered }
    guard !kind.hasTwoCoins, !kind.isMove else { return [kind] }
    let others = TransactionKind.offered.filter { !$0.hasTwoCoins && !$0.isMove }
    return others.contains(kind) ? others : others + [kind]
  }

  /// The fields of the form's kind.
  var fields: [Field] { entry.kind.fields }

  /// Rare fields, shown below the notes.
  var rare: [Field] { fields.drop { $0 != .notes }.dropFirst().map(\.self) }

  /// Whether the rare fields are expanded: one is focused or filled in.
  var showsRare: Bool { rare.contains { $0 == focus || !entry[$0].isEmpty } }

  /// Whether a field's text differs from the original.
  func isChanged(_ field: Field) -> Bool { entry[field] != original[field] }

  /// Whether coin suggestions are open.
  var isSearching: Bool { focus.isCoin && entry[coin: focus] == nil && !suggestions.coins.isEmpty }

  mutating func go(to field: Field) {
    if field != focus { touched.insert(focus) }
    focus = field
    caret = entry[field].count
    isSelected = !field.isCoin && !entry[field].isEmpty && entry[field] == prefilled[field]
  }

  mutating func goField(by step: Int) {
    let fields = fields
    let index = (fields.firstIndex(of: focus) ?? 0) + step
    go(to: fields[(index + fields.count) % fields.count])
  }

  mutating func touchAll() { touched = Set(Field.allCases) }

  /// Shows the ledger's error at its field until the field is edited.
  mutating func refuse(_ field: Field, _ sentence: String) {
    refusal = Refusal(entry: entry, field: field, sentence: sentence)
    go(to: field)
  }

  /// The ledger's error for a field's current text.
  func refusal(on field: Field) -> String? {
    refusal.flatMap { $0.field == field && $0.entry == entry ? $0.sentence : nil }
  }
}

extension TransactionForm {
  mutating func type(_ character: Character) {
    guard !focus.isChoice else {
      chooseWord(beginningWith: character)
      // A digit typed at the kind goes to the amount.
      guard character.isNumber, focus == .kind else { return }
      go(to: .amount)
      return type(character)
    }
    // Typing over a chosen coin starts a new search; typing over a prefilled text replaces it.
    if isSelected || hasChosenCoin { eraseAll() }
    guard entry[focus].count < Self.longestText else { return }
    // A combining mark joins the previous character, so the count may not grow.
    let count = entry[focus].count
    change { $0.insert(character, at: $1) }
    moveCaret(to: caret + entry[focus].count - count)
  }

  mutating func erase() {
    guard !focus.isChoice, caret > 0 else { return }
    if isSelected || hasChosenCoin { return eraseAll() }
    caret -= 1
    change { $0.remove(at: $1) }
    moveCaret(to: caret)
  }

  mutating func eraseRight() {
    if isSelected { return eraseAll() }
    guard !focus.isChoice, caret < entry[focus].count else { return }
    change { $0.remove(at: $1) }
    moveCaret(to: caret)
  }

  mutating func eraseAll() {
    guard !focus.isChoice else { return }
    caret = 0
    change { text, _ in text = "" }
  }

  private var hasChosenCoin: Bool { focus.isCoin && entry[coin: focus] != nil }

  /// Moves the caret within the text and clears the selection, so typing edits instead of
  /// replacing.
  mutating func moveCaret(to index: Int) {
    caret = max(0, min(index, entry[focus].count))
    isSelected = false
  }

  /// Edits the focused text at the caret.
  private mutating func change(_ edit: (inout String, String.Index) -> Void) {
    var text = entry[focus]
    edit(&text, text.index(text.startIndex, offsetBy: caret))
    entry[focus] = text
    isSelected = false
    switch focus {
    case .coin, .other:
      entry[coin: focus] = nil
      suggestions.chosen = 0
    case .price:
      hasOwnPrice = true
      touched.insert(.price)
    case .kind, .label, .gain, .date, .acquired: break
    default: touched.insert(focus)
    }
  }
}

extension TransactionForm {
  /// Shows matching coins, owned ones first.
  mutating func suggest(_ coins: [Coin], ranks: [String: Int] = [:], owned: [Coin]) {
    suggestions.ranks = ranks
    let key = entry[focus].lowercased()
    let found = Set(coins.map(\.id))
    let mine = owned.filter { coin in
      found.contains(coin.id)
        || [coin.id, coin.symbol, coin.name].contains { $0.lowercased().hasPrefix(key) }
    }
    let ids = Set(mine.map(\.id))
    let all = mine + coins.filter { !ids.contains($0.id) }
    suggestions.coins = Array(all.prefix(Self.suggestionLimit))
    suggestions.areNear = suggestions.coins.first.map { !$0.isCalled(key) } ?? false
    suggestions.chosen =
      suggestions.areNear
      ? nil : min(suggestions.chosen ?? 0, max(0, suggestions.coins.count - 1))
  }

  /// Shows the error if the typed text matches no coin.
  mutating func touchUnknownCoin() { if suggestions.coins.isEmpty { touched.insert(focus) } }

  /// Selects the next or previous suggestion.
  mutating func chooseSuggestion(by step: Int) {
    let count = suggestions.coins.count
    guard count > 0 else { return }
    let start = suggestions.chosen ?? (step > 0 ? -1 : count)
    suggestions.chosen = (start + step + count) % count
  }

  /// Accepts the selected suggestion, if any, and moves to another field; if the text names no
  /// coin, the user must choose one first.
  mutating func acceptAndGo(by step: Int) {
    if isSearching {
      guard let chosen = suggestions.chosen else { return }
      accept(suggestion: chosen)
    }
    goField(by: step)
  }

  /// Accepts a suggestion, with its price unless one was typed.
  mutating func accept(suggestion index: Int) {
    guard suggestions.coins.indices.contains(index), focus.isCoin else { return }
    entry[coin: focus] = suggestions.coins[index]
    entry[focus] = suggestions.coins[index].id
    fillInPrice()
  }

  /// Fills in the last known price if a price is required and none was typed.
  mutating func fillInPrice() {
    guard !hasOwnPrice else { return }
    entry[.price] =
      entry.kind.needsMoney ? entry.coin?.currentPrice?.description ?? "" : ""
    prefilled[.price] = entry[.price]
  }
}

extension Coin {
  /// Whether id, symbol or name contains a lowercase text.
  fileprivate func isCalled(_ text: String) -> Bool {
    text.isEmpty || [id, symbol, name].contains { $0.lowercased().contains(text) }
      || text.split { " -".contains($0) }.allSatisfy { name.lowercased().contains($0) }
  }
}

extension TransactionForm {
  /// The words to choose from in a field.
  func words(of field: Field) -> [String] {
    switch field {
    case .kind: kinds.map(\.displayName)
    case .gain: ["Counts", "None, as to a spouse or a charity"]
    default: ["None"] + TransactionLabel.ofRewards.map(\.displayName)
    }
  }

  /// Index of the chosen word.
  func chosenWord(of field: Field) -> Int {
    if field == .gain { return entry.hasNoGain ? 1 : 0 }
    guard field == .label else { return kinds.firstIndex(of: entry.kind) ?? 0 }
    return entry.label.flatMap(TransactionLabel.ofRewards.firstIndex).map { $0 + 1 } ?? 0
  }

  mutating func choose(word index: Int, of field: Field) {
    guard words(of: field).indices.contains(index) else { return }
    if field == .gain { return entry.hasNoGain = index == 1 }
    guard field == .label else {
      entry.kind = kinds[index]
      return fillInPrice()
    }
    entry.label = index == 0 ? nil : TransactionLabel.ofRewards[index - 1]
  }

  /// Chooses the next or previous word.
  mutating func chooseWord(by step: Int) {
    let count = words(of: focus).count
    choose(word: (chosenWord(of: focus) + step + count) % count, of: focus)
  }

  /// Chooses the next word that starts with a character.
  mutating func chooseWord(beginningWith character: Character) {
    let words = words(of: focus)
    let start = chosenWord(of: focus)
    let order = (1...words.count).map { (start + $0) % words.count }
    let found = order.first { words[$0].lowercased().first == character }
    if let found { choose(word: found, of: focus) }
  }
}

extension TransactionLabel {
  /// The word with a capital initial.
  var displayName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
