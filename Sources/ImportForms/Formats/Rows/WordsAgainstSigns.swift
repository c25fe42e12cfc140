import FoundationEssentials
import ImportText
import Portfolio

extension CSVRecord {
  /// What the row means, where no word of the user's contradicts the sign of its amount.
  ///
  /// A reader that knows that a word is a deposit's need not look at the sign any more. So the row
  /// is read once more as a move, whose direction is its sign's.
  ///
  /// - Parameters:
  ///   - isOut: Whether coins left by a meaning; `nil` for trades and whatever moves nothing.
  ///   - read: Reads a record; it is asked three times where the row has a word of the user's.
  /// - Throws: ``RefusalReason/againstSign(word:bySign:isOut:)``.
  func checkingSigns<Meaning>(
    _ isOut: (Meaning) -> Bool?, _ read: (CSVRecord) throws(RefusalReason) -> Meaning
  ) throws(RefusalReason) -> Meaning {
    let meaning = try read(self)
    guard !header.words.isEmpty, let way = isOut(meaning), let word = unknownWord(read),
      let saysOut = named(word)?.isOut
    else { return meaning }
    let wayBySign: Bool?
    do throws(RefusalReason) {
      wayBySign = isOut(try read(naming([word.lowercased(): .move])))
    } catch {
      wayBySign = nil
    }
    // Where a form has no signs every amount is above zero: then the word alone knows.
    let isAgainst = wayBySign == !saysOut && (!saysOut || header.hasSigns)
    guard way != saysOut || isAgainst else { return meaning }
    throw .againstSign(word: word, bySign: "move=\(word)", isOut: saysOut)
  }

  /// The row's word that only the user knows.
  private func unknownWord<Meaning>(
    _ read: (CSVRecord) throws(RefusalReason) -> Meaning
  ) -> String? {
    do throws(RefusalReason) { _ = try read(naming([:])) } catch {
      if case .unknownKind(let word) = error { return word }
    }
    return nil
  }

  private func naming(_ words: KindTable) -> CSVRecord {
    var header = header
    header.words = words
    return CSVRecord(header: header, row: row)
  }
}

extension RowKind {
  /// Whether coins leave by a word that says which way they go.
  ///
  /// A reward below zero is one taken back, and trades have both ways.
  fileprivate var isOut: Bool? {
    switch self {
    case .deposit, .gift: false
    case .withdrawal, .payment, .fee: true
    default: nil
    }
  }
}

extension RowMeaning {
  /// Whether coins left, where the row has one side only.
  var isOut: Bool? {
    switch self {
    case .move(let facts): facts.quantity.amount < 0
    case .trade(let facts): facts.isOut
    default: nil
    }
  }
}

extension LegMeaning {
  /// As ``RowMeaning/isOut``.
  var isOut: Bool? {
    switch self {
    case .move(let leg), .reward(let leg, _): leg.change < 0
    case .trade(let facts): facts.isOut
    case .part, .contract, .leftOut: nil
    }
  }
}

extension TradeFacts {
  fileprivate var isOut: Bool? {
    switch (received, spent) {
    case (nil, .some): true
    case (.some, nil): false
    default: nil
    }
  }
}
