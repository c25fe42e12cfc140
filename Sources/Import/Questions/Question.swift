/// What a person must say before some facts count.
public struct Question: Sendable, Hashable {
  /// What is asked.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Whether two reports report one event or two.
    case sameOrTwo = "same"
    /// A leg whose counterpart is missing.
    case halfOfTrade = "half"
    /// Legs of one instant that can be joined to trades in several ways.
    case whichLegs = "legs"
    /// An order and fills that are not its sum: whether they are part of it.
    case restOfOrder = "rest"
    /// A withdrawal and a deposit that may be the same coins.
    case sameCoins = "coins"
    /// A file without an owner at a place with several.
    case whoseFile = "owner"
  }

  /// What the question is about; equal in every derivation that asks it.
  public struct Key: Sendable, Hashable, Comparable {
    /// The key as text, as answers are stored under it.
    public let text: String

    /// Makes a key from its text.
    public init(_ text: String) { self.text = text }

    /// Orders by text.
    public static func < (left: Key, right: Key) -> Bool { left.text < right.text }
  }

  /// The key.
  public let key: Key
  /// What is asked.
  public let kind: Kind
  /// The facts that wait for the answer.
  public let waiting: [Fact.ID]
  /// The facts that the waiting ones may belong to.
  public let candidates: [Fact.ID]
  /// The possible answers, the one with the best evidence first.
  public let choices: [Choice]
}

/// An answer to a question.
public enum Choice: Sendable, Hashable {
  /// The same event, the same order, the same coins.
  case same
  /// Two events: both count.
  case two
  /// Count a leg without its counterpart, or join legs in the order of the file.
  case keep
  /// Leave the rows out.
  case skip
  /// The file belongs to this owner.
  case owner(String)
}
