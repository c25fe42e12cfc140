/// Finds one text in many others, ignoring ASCII case.
struct TextMatcher {
  private let wanted: [UInt8]
  private let words: [ArraySlice<UInt8>]

  /// - Parameter wanted: The text in lower-case ASCII, not empty.
  init(_ wanted: [UInt8]) {
    self.wanted = wanted
    words = wanted.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
  }

  /// How the searched text occurs in another; `nil` if it does not.
  func quality(of text: UnsafeRawBufferPointer) -> CoinMatch.Quality? {
    switch firstOccurrence(in: text) {
    case 0?: text.count == wanted.count ? .exact : .beginning
    case _?: beginsWords(of: text) ? .words : .part
    case nil: words.count > 1 && beginsWords(of: text) ? .words : nil
    }
  }

  private func firstOccurrence(in text: UnsafeRawBufferPointer) -> Int? {
    guard text.count >= wanted.count else { return nil }
    let first = wanted[0]
    for index in 0...(text.count - wanted.count)
    where lowercased(text[index]) == first && isFound(wanted[...], at: index, in: text) {
      return index
    }
    return nil
  }

  /// Whether every searched word begins a word of the text, in the same order.
  private func beginsWords(of text: UnsafeRawBufferPointer) -> Bool {
    var remaining = words[...]
    for index in 0..<text.count where index == 0 || isSeparator(text[index - 1]) {
      guard let word = remaining.first else { break }
      if isFound(word, at: index, in: text) { remaining.removeFirst() }
    }
    return remaining.isEmpty && !words.isEmpty
  }

  private func isFound(
    _ part: ArraySlice<UInt8>, at index: Int, in text: UnsafeRawBufferPointer
  ) -> Bool {
    guard index + part.count <= text.count else { return false }
    var at = index
    for byte in part {
      guard lowercased(text[at]) == byte else { return false }
      at += 1
    }
    return true
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...0xFF:
      false
    default: true
    }
  }
}
