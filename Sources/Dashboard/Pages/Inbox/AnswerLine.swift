import CellGrid
import Exact
import Portfolio

/// An answer with a value, as typed after `answer`: `answer price 0.35`.
struct AnswerLine: Equatable {
  /// The command's prefix.
  static let word = "answer "

  /// The answer that needs a value.
  let offer: OfferedAnswer
  /// The text typed so far.
  let typed: String

  /// The coin being searched for.
  var query: String? { offer.value == .coin ? typed : nil }
}

extension DashboardState {
  /// The answer being typed in the command line.
  var answerLine: AnswerLine? {
    guard let text = palette?.text, text.lowercased().hasPrefix(AnswerLine.word),
      pageContext == .inbox
    else { return nil }
    let rest = text.dropFirst(AnswerLine.word.count)
    return inbox.selected?.offers.lazy.compactMap { offer in
      guard offer.value != nil, rest.lowercased().hasPrefix(offer.choice + " ") else { return nil }
      return AnswerLine(
        offer: offer, typed: String(rest.dropFirst(offer.choice.count + 1)).trimmingBlanks)
    }.first
  }

  /// Completions of the line.
  func entries(of line: AnswerLine) -> [PaletteEntry] {
    switch line.offer.value {
    case .coin:
      watchable.query == line.typed
        ? watchable.coins.map { .answerCoin($0, rank: watchable.ranks[$0.id]) } : []
    case .price:
      ExactDecimal(line.typed).map { $0 > .zero } == true
        ? [.answer("\(line.offer.choice) \(line.typed)", line.offer.meaning)] : []
    case nil: []
    }
  }
}
