/// The word that a mistyped one most likely means: the one with the fewest typing mistakes, or one
/// it is a prefix of.
///
/// - Parameters:
///   - typed: The text as typed, in any case.
///   - words: The candidates.
/// - Returns: `nil` if nothing is close.
public func nearestWord(to typed: String, among words: [String]) -> String? {
  let wanted = typed.lowercased()
  var meter = EditDistance(Array(wanted.utf8))
  var best: (word: String, typos: Int)?
  for word in words.sorted() {
    let bytes = Array(word.utf8)
    guard let typos = bytes.withUnsafeBytes({ meter.typos(in: $0) }) else { continue }
    if typos < best?.typos ?? Int.max { best = (word, typos) }
  }
  return best?.word ?? words.sorted().first { wanted.count > 1 && $0.hasPrefix(wanted) }
}
