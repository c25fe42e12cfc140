public import Exact

/// Where a lot is, with a book for each account.
public enum LotLocation: Hashable, Sendable {
  /// In an account; `nil` stands for rows that name none.
  case account(String?)
  /// It left an account and has arrived in none.
  case onTheWay

  /// The account's name; `nil` for rows that name none and for what is on the way.
  public var account: String? { if case .account(let name) = self { name } else { nil } }
}

/// How lots are kept with a book for each account (SPEC §3.12).
public struct LotsPerAccount: Hashable, Sendable {
  /// The first day with a book for each account, before which there is one over all.
  ///
  /// `nil` for always.
  public var from: UTCDay?
  /// How the lots held on that day go to the accounts.
  public var order: LotOrder

  /// Makes rules.
  public init(from: UTCDay? = nil, order: LotOrder = LotOrder()) {
    self.from = from
    self.order = order
  }

  /// The rules in one line; others have another line.
  public var text: String { "\(from?.text ?? "always") \(order.text)" }
}

/// In which order the lots of one book go to accounts by their balances.
///
/// The orders are those of Revenue Procedure 2024-28.
public struct LotOrder: Hashable, Sendable {
  /// Which lot is next.
  public enum Rule: String, CaseIterable, Sendable {
    /// The one that was acquired first.
    case earliest
    /// The one of the highest cost per coin; of equals, the earliest.
    case highestCost = "highest-cost"
  }

  /// Coins of one day that go to an account whatever the rule says.
  public struct Choice: Hashable, Sendable {
    /// Coins.
    public let amount: Quantity
    /// The coin's id.
    public let coinId: String
    /// The day on which the lot was acquired.
    public let acquired: UTCDay
    /// The account.
    public let account: String
  }

  /// Which lot is next.
  public var rule: Rule
  /// The accounts that come first; all others follow by name.
  public var accounts: [String]
  /// What goes to an account before the rule decides.
  public var choices: [Choice]

  /// Makes an order.
  public init(rule: Rule = .earliest, accounts: [String] = [], choices: [Choice] = []) {
    self.rule = rule
    self.accounts = accounts
    self.choices = choices
  }
}

// MARK: - In words

extension LotOrder {
  /// Reads what a setting says: `earliest` or `highest-cost`, after a colon the accounts that come
  /// first, with commas between them, and after a semicolon each `AMOUNT COIN of DAY to ACCOUNT`.
  ///
  /// - Returns: `nil` for any other text.
  public init?(text: String) {
    self.init()
    var parts = text.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)[...]
    guard let first = parts.first else { return nil }
    if Self.choice(first) == nil {
      let words = first.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        .map { trimmed($0) }
      guard let rule = words.first.flatMap(Rule.init) else { return nil }
      self.rule = rule
      accounts =
        words.dropFirst().first?.split(separator: ",", omittingEmptySubsequences: false)
        .map { trimmed($0) } ?? []
      guard !accounts.contains("") else { return nil }
      parts.removeFirst()
    }
    choices = parts.compactMap(Self.choice)
    guard choices.count == parts.count else { return nil }
  }

  /// The order as ``init(text:)`` reads it.
  public var text: String {
    let list = accounts.isEmpty ? "" : ": " + accounts.joined(separator: ", ")
    let chosen = choices.map { "\($0.amount) \($0.coinId) of \($0.acquired.text) to \($0.account)" }
    return (["\(rule.rawValue)\(list)"] + chosen).joined(separator: "; ")
  }

  /// `2 bitcoin of 2019-07-01 to Kraken`.
  private static func choice(_ text: String) -> Choice? {
    let words = text.split(separator: " ", maxSplits: 5)
    guard words.count == 6, words[2] == "of", words[4] == "to",
      let amount = Quantity(String(words[0])), amount > .zero,
      let day = UTCDay(text: String(words[3]))
    else { return nil }
    return Choice(
      amount: amount, coinId: String(words[1]), acquired: day, account: trimmed(words[5]))
  }
}

private func trimmed(_ text: some StringProtocol) -> String {
  String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
}
