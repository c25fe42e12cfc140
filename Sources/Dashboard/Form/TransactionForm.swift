import Exact
import FoundationEssentials
import Portfolio

/// The form in which an event is typed.
struct TransactionForm: Equatable, Sendable {
  /// What was typed and chosen.
  struct Entry: Equatable, Sendable {
    var coin: Coin?
    /// The coin that came, of a swap or a migration.
    var other: Coin?
    var kind = TransactionKind.buy
    var label: TransactionLabel?
    /// Whether what is given has no gain, as to a spouse or a charity.
    var hasNoGain = false
    var texts: [Field: String] = [:]

    subscript(field: Field) -> String {
      get { texts[field] ?? "" }
      set { texts[field] = newValue }
    }

    /// The coin that was chosen in a field.
    subscript(coin field: Field) -> Coin? {
      get { field == .coin ? coin : other }
      set { if field == .coin { coin = newValue } else { other = newValue } }
    }
  }

  /// What the ledger's side found wrong with what was typed.
  struct Refusal: Equatable, Sendable {
    let entry: Entry
    let field: Field
    let sentence: String
  }

  /// Coins to choose from, and the one that would be taken.
  struct Suggestions: Equatable, Sendable {
    var coins: [Coin] = []
    /// The places of coins by market value, by id.
    var ranks: [String: Int] = [:]
    /// Whether no coin is called what was typed, and these are only near it.
    var areNear = false
    /// The one that would be taken; `nil` where a person has to choose one.
    var chosen: Int? = 0
  }

  static let suggestionLimit = 5
  private static let longestText = 200

  /// The transaction or the move that is being changed, `nil` for a new one.
  let editing: UUID?
  /// The rows of its event as they were shown; none for a new one.
  let event: RecordedEvent
  /// What those rows say.
  let old: EventTerms
  var entry: Entry
  private let original: Entry
  private(set) var focus: Field
  /// Where in the focused field's text one types, counted in characters.
  private(set) var caret = 0
  /// Texts the form filled in itself, by field.
  private var prefilled: [Field: String] = [:]
  /// Whether the focused field's whole text is selected, so that the next character replaces it.
  private(set) var isSelected = false
  /// Fields whose errors may be shown by now.
  private(set) var touched: Set<Field> = []
  private(set) var suggestions = Suggestions()
  /// Whether the price is not the one that was filled in.
  private(set) var hasOwnPrice = false
  /// The change that has been sent and not been answered.
  var saving: DashboardChange?
  private var refusal: Refusal?

  /// An empty form, for a coin if one is given.
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

  /// A form filled with an event.
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

  /// The kinds that can be chosen: what was one coin stays one, and a move stays what it is.
  var kinds: [TransactionKind] {
    guard let kind = old.kind else { return TransactionKind.offered }
    guard !kind.hasTwoCoins, !kind.isMove else { return [kind] }
    let others = TransactionKind.offered.filter { !$0.hasTwoCoins && !$0.isMove }
    return others.contains(kind) ? others : others + [kind]
  }

  /// Fields that can be filled in.
  var fields: [Field] { entry.kind.fields }

  /// What is filled in rarely: the fields below the notes.
  var rare: [Field] { fields.drop { $0 != .notes }.dropFirst().map(\.self) }

  /// Whether the rarer fields are shown: where one of them is filled in or being filled in.
  var showsRare: Bool { rare.contains { $0 == focus || !entry[$0].isEmpty } }

  /// Whether another text stands in a field than at first.
  func isChanged(_ field: Field) -> Bool { entry[field] != original[field] }

  /// Whether coins are there to be chosen from.
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

  /// Shows the ledger's error at its field, until the field is edited.
  mutating func refuse(_ field: Field, _ sentence: String) {
    refusal = Refusal(entry: entry, field: field, sentence: sentence)
    go(to: field)
  }

  /// What the ledger's side found wrong with a field as it is.
  func refusal(on field: Field) -> String? {
    refusal.flatMap { $0.field == field && $0.entry == entry ? $0.sentence : nil }
  }
}

extension TransactionForm {
  mutating func type(_ character: Character) {
    guard !focus.isChoice else {
      chooseWord(beginningWith: character)
      // A number typed at the kind is meant for the amount.
      guard character.isNumber, focus == .kind else { return }
      go(to: .amount)
      return type(character)
    }
    // What is typed over a chosen coin looks for another one; over a filled-in text, replaces it.
    if isSelected || hasChosenCoin { eraseAll() }
    guard entry[focus].count < Self.longestText else { return }
    // A combining mark joins the character before it, and so the text may not get longer.
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

  /// Moves in the text, within its ends; what was selected is then edited, not replaced.
  mutating func moveCaret(to index: Int) {
    caret = max(0, min(index, entry[focus].count))
    isSelected = false
  }

  /// Changes the focused text at the caret.
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
  /// Takes coins that match what is typed, those that are owned first.
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

  /// Lets it be said that no coin is called what was typed.
  mutating func touchUnknownCoin() { if suggestions.coins.isEmpty { touched.insert(focus) } }

  /// Goes to the next suggestion, or back.
  mutating func chooseSuggestion(by step: Int) {
    let count = suggestions.coins.count
    guard count > 0 else { return }
    let start = suggestions.chosen ?? (step > 0 ? -1 : count)
    suggestions.chosen = (start + step + count) % count
  }

  /// Takes the chosen suggestion, if there is one, and goes to another field; where what was typed
  /// names no coin, a person has to choose one first.
  mutating func acceptAndGo(by step: Int) {
    if isSearching {
      guard let chosen = suggestions.chosen else { return }
      accept(suggestion: chosen)
    }
    goField(by: step)
  }

  /// Takes a suggestion, and its price unless one was typed.
  mutating func accept(suggestion index: Int) {
    guard suggestions.coins.indices.contains(index), focus.isCoin else { return }
    entry[coin: focus] = suggestions.coins[index]
    entry[focus] = suggestions.coins[index].id
    fillInPrice()
  }

  /// Fills in the last known price, where a price has to be typed and none was.
  mutating func fillInPrice() {
    guard !hasOwnPrice else { return }
    entry[.price] =
      entry.kind.needsMoney ? entry.coin?.currentPrice?.description ?? "" : ""
    prefilled[.price] = entry[.price]
  }
}

extension Coin {
  /// Whether the id, the symbol or the name has a text in it, as typed in small letters.
  fileprivate func isCalled(_ text: String) -> Bool {
    text.isEmpty || [id, symbol, name].contains { $0.lowercased().contains(text) }
      || text.split { " -".contains($0) }.allSatisfy { name.lowercased().contains($0) }
  }
}

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
