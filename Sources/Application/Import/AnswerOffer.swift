public import Import

/// An answer that a question offers.
public struct AnswerOffer: Sendable, Equatable {
  /// A value that a person adds to an answer.
  public enum Value: String, Sendable {
    /// The CoinGecko id of a coin.
    case coin = "ID"
    /// US dollars for one coin.
    case price = "DOLLARS"
    /// The zone of a file's times; the file is then reread.
    case zone = "ZONE"
  }

  /// The answer; `nil` if it needs a value from the person.
  public let choice: Choice?
  /// The answer as typed, without such a value.
  public let word: String
  /// The value to add; `nil` for a complete answer.
  public let value: Value?
  /// What it means, in one clause.
  public let meaning: String

  init(choice: Choice? = nil, word: String, value: Value? = nil, meaning: String) {
    (self.choice, self.word, self.value, self.meaning) = (choice, word, value, meaning)
  }

  /// The answer as typed, such as `price DOLLARS`.
  public var words: String { value.map { "\(word) \($0.rawValue)" } ?? word }
}

extension Question.Kind {
  /// Answers that need a value from the person.
  var valueOffers: [AnswerOffer] {
    let (word, value, meaning): (String, AnswerOffer.Value, String)
    switch self {
    case .unknownCoin:
      (word, value, meaning) = ("coin", .coin, "another coin, by its id; `bitpal coins` finds it")
    case .noWorth: (word, value, meaning) = ("price", .price, "what one coin was worth")
    case .uncovered:
      (word, value, meaning) = ("price", .price, "what one coin cost when you bought them")
    case .whichZone:
      (word, value, meaning) = ("zone", .zone, "the zone its name had, such as UTC+2")
    default: return []
    }
    return [AnswerOffer(word: word, value: value, meaning: meaning)]
  }
}
