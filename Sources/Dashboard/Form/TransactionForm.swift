import Exact
import FoundationEssentials
import Portfolio

/// The form in which a transaction is typed.
struct TransactionForm: Equatable, Sendable {
  enum Field: Int, CaseIterable, Sendable {
    case coin, kind, amount, price, date, notes
    // What few trades need stands below what all do.
    case total, currency, fee, account

    var title: String {
      switch self {
      case .coin: "Coin"
      case .kind: "Type"
      case .amount: "Amount"
      case .price: "Price"
      case .date: "Date"
      case .notes: "Notes"
      case .total: "Total"
      case .currency: "Paid in"
      case .fee: "Fee"
      case .account: "Account"
      }
    }
  }

  /// What was typed.
  struct Entry: Equatable, Sendable {
    var coin: Coin?
    var kind = TransactionType.buy
    var texts: [Field: String] = [:]

    subscript(field: Field) -> String {
      get { texts[field] ?? "" }
      set { texts[field] = newValue }
    }
  }

  static let suggestionLimit = 5
  private static let longestText = 200

  /// The transaction that is being changed, `nil` for a new one.
  let editing: Transaction?
  var entry: Entry
  private let original: Entry
  private(set) var focus: Field
  /// Where in the focused field's text one types, counted in characters.
  private(set) var caret = 0
  /// Texts the form filled in itself, by field.
  private var prefilled: [Field: String] = [:]
  /// Whether the focused field's whole text is selected, so that the next character replaces it.
  private(set) var isSelected = false
  /// Fields whose errors may be told by now.
  private(set) var touched: Set<Field> = []
  private(set) var suggestions: [Coin] = []
  /// The places of coins by market value, by id.
  private(set) var ranks: [String: Int] = [:]
  private(set) var suggestion = 0
  /// Whether the price still is the one that was filled in.
  private var hasOwnPrice = false
  /// The change that has been sent and not been answered.
  var saving: LedgerChange?

  /// An empty form, for a coin if one is given.
  init(adding coin: Coin?, owned: [Coin], today: String) {
    editing = nil
    var entry = Entry()
    entry[.date] = today
    entry.coin = coin
    if let coin {
      entry[.coin] = coin.id
      entry[.price] = coin.currentPrice?.canonicalText ?? ""
    }
    self.entry = entry
    original = entry
    prefilled = entry.texts
    focus = coin == nil ? .coin : .kind
    suggestions = Array(owned.prefix(Self.suggestionLimit))
  }

  /// A form filled with a transaction.
  init(editing transaction: Transaction, coin: Coin, days: UserDays) {
    editing = transaction
    var entry = Entry()
    entry.coin = coin
    entry.kind = transaction.type
    entry[.coin] = coin.id
    entry[.amount] = transaction.amount.canonicalText
    entry[.price] = transaction.type == .gift ? "" : transaction.pricePerCoin.canonicalText
    entry[.date] = days.minute(transaction.date)
    entry[.notes] = transaction.notes ?? ""
    if let payment = transaction.payment {
      entry[.price] = ""
      entry[.total] = payment.amount.canonicalText
      entry[.currency] = payment.currency
    }
    if let fee = transaction.fee {
      entry[.fee] = fee.amount.canonicalText + (fee.currency.map { " \($0)" } ?? "")
    }
    entry[.account] = transaction.account ?? ""
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

  /// Fields that can be filled in: a gift has no price.
  var fields: [Field] {
    let money: Set<Field> = [.price, .total, .currency, .fee]
    return Field.allCases.filter { entry.kind != .gift || !money.contains($0) }
  }

  /// What few trades need.
  static let rare: Set<Field> = [.total, .currency, .fee, .account]

  /// Whether the rarer fields are shown: where one of them is filled in or being filled in.
  var showsRare: Bool {
    Self.rare.contains(focus) || Self.rare.contains { !entry[$0].isEmpty }
  }

  /// Whether what was paid stands as it was recorded.
  var isMoneyUnchanged: Bool {
    [Field.amount, .price, .total, .currency, .fee, .date].allSatisfy { entry[$0] == original[$0] }
      && entry.kind == original.kind && entry.coin?.id == original.coin?.id
  }

  /// Whether another day or time was typed.
  var isDateChanged: Bool { entry[.date] != original[.date] }

  /// Whether coins stand to be chosen from.
  var isSearching: Bool { focus == .coin && entry.coin == nil && !suggestions.isEmpty }

  mutating func go(to field: Field) {
    if field != focus { touched.insert(focus) }
    focus = field
    caret = entry[field].count
    isSelected = field != .coin && !entry[field].isEmpty && entry[field] == prefilled[field]
  }

  mutating func goField(by step: Int) {
    let fields = fields
    let place = (fields.firstIndex(of: focus) ?? 0) + step
    go(to: fields[(place + fields.count) % fields.count])
  }

  mutating func touchAll() { touched = Set(Field.allCases) }
}

extension TransactionForm {
  mutating func type(_ character: Character) {
    guard focus != .kind else {
      if let kind = TransactionType.allCases.first(where: { $0.rawValue.first == character }) {
        entry.kind = kind
      }
      // A number typed here is meant for the amount.
      guard character.isNumber else { return }
      go(to: .amount)
      return type(character)
    }
    // What is typed over a chosen coin looks for another one; over a filled-in text, replaces it.
    if isSelected || focus == .coin && entry.coin != nil { eraseAll() }
    guard entry[focus].count < Self.longestText else { return }
    // A combining mark joins the character before it, and so the text may not get longer.
    let count = entry[focus].count
    change { $0.insert(character, at: $1) }
    moveCaret(to: caret + entry[focus].count - count)
  }

  mutating func erase() {
    guard focus != .kind, caret > 0 else { return }
    if isSelected || focus == .coin && entry.coin != nil { return eraseAll() }
    caret -= 1
    change { $0.remove(at: $1) }
    moveCaret(to: caret)
  }

  mutating func eraseRight() {
    if isSelected { return eraseAll() }
    guard focus != .kind, caret < entry[focus].count else { return }
    change { $0.remove(at: $1) }
    moveCaret(to: caret)
  }

  mutating func eraseAll() {
    guard focus != .kind else { return }
    caret = 0
    change { text, _ in text = "" }
  }

  /// Moves in the text, within its ends; what was selected is then edited, not replaced.
  mutating func moveCaret(to place: Int) {
    caret = max(0, min(place, entry[focus].count))
    isSelected = false
  }

  /// Changes the focused text at the caret.
  private mutating func change(_ edit: (inout String, String.Index) -> Void) {
    var text = entry[focus]
    edit(&text, text.index(text.startIndex, offsetBy: caret))
    entry[focus] = text
    isSelected = false
    switch focus {
    case .coin:
      entry.coin = nil
      suggestion = 0
    case .price:
      hasOwnPrice = true
      touched.insert(.price)
    case .amount, .notes, .total, .currency, .fee, .account: touched.insert(focus)
    case .kind, .date: break
    }
  }
}

extension TransactionForm {
  /// Takes coins that match what is typed, those that are owned first.
  mutating func suggest(_ coins: [Coin], ranks: [String: Int] = [:], owned: [Coin]) {
    self.ranks = ranks
    let key = entry[.coin].lowercased()
    let found = Set(coins.map(\.id))
    let mine = owned.filter { coin in
      found.contains(coin.id)
        || [coin.id, coin.symbol, coin.name].contains { $0.lowercased().hasPrefix(key) }
    }
    let ids = Set(mine.map(\.id))
    suggestions = Array((mine + coins.filter { !ids.contains($0.id) }).prefix(Self.suggestionLimit))
    suggestion = min(suggestion, max(0, suggestions.count - 1))
  }

  /// Lets it be told that no coin is called what was typed.
  mutating func touchUnknownCoin() { if suggestions.isEmpty { touched.insert(.coin) } }

  /// Goes to the next suggestion, or back.
  mutating func chooseSuggestion(by step: Int) {
    guard !suggestions.isEmpty else { return }
    suggestion = (suggestion + step + suggestions.count) % suggestions.count
  }

  /// Goes to the next kind, or back.
  mutating func chooseKind(by step: Int) {
    let kinds = TransactionType.allCases
    let place = kinds.firstIndex(of: entry.kind) ?? 0
    entry.kind = kinds[(place + step + kinds.count) % kinds.count]
  }

  /// Takes a suggestion, and its price unless one was typed.
  mutating func accept(suggestion index: Int) {
    guard suggestions.indices.contains(index) else { return }
    let coin = suggestions[index]
    entry.coin = coin
    entry[.coin] = coin.id
    guard !hasOwnPrice else { return }
    entry[.price] = coin.currentPrice?.canonicalText ?? ""
    prefilled[.price] = entry[.price]
  }
}
