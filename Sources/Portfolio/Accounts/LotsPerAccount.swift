public import Exact

/// The location of a lot when each account has its own book.
public enum LotLocation: Hashable, Sendable {
  /// In an account; `nil` for rows that name none.
  case account(String?)
  /// In transit between accounts.
  case onTheWay

  /// The account's name; `nil` for rows that name none and for lots in transit.
  public var account: String? { if case .account(let name) = self { name } else { nil } }
}

/// How lots are kept when each account has its own book (SPEC §3.12).
public struct LotsPerAccount: Hashable, Sendable {
  /// The first day of per-account books; before it there is one book over all accounts.
  ///
  /// `nil` means always.
  public var from: UTCDay?
  /// How the lots held on that day are allocated to accounts.
  public var order: LotOrder

  /// Makes rules.
  public init(from: UTCDay? = nil, order: LotOrder = LotOrder()) {
    self.from = from
    self.order = order
  }

  /// The rules in one line; different rules have different lines.
  public var text: String { "\(from?.text ?? "always") \(order.text)" }
}

/// The order in which the lots of one book are allocated to accounts by balance.
///
/// The orders are those of Revenue Procedure 2024-28.
public struct LotOrder: Hashable, Sendable {
  /// Which lot is next.
  public enum Rule: String, CaseIterable, Sendable {
    /// The lot acquired first.
    case earliest
    /// The lot with the highest cost per coin; the earliest of equals.
    case highestCost = "highest-cost"
  }

  /// Coins acquired on one day that go to a given account regardless of the rule.
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
  /// The accounts served first; all others follow by name.
  public var accounts: [String]
  /// Allocations made before the rule applies.
  public var choices: [Choice]

  /// Creates an order.
  public init(rule: Rule = .earliest, accounts: [String] = [], choices: [Choice] = []) {
    self.rule = rule
    self.accounts = accounts
    self.choices = choices
  }
}

// MARK: - In words

extension LotOrder {
  /// Reads a setting: `earliest` or `highest-cost`, then after a colon the accounts to serve first,
  /// separated by commas, and after a semicolon each `AMOUNT COIN of DAY to ACCOUNT`.
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

  /// The order in the format that ``init(text:)`` reads.
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
