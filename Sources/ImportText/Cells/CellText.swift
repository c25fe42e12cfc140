extension StringProtocol {
  /// The text without surrounding white space and byte order marks.
  package var trimmed: String {
    // Nearly every cell starts and ends with a letter or digit.
    if let first = utf8.first, let last = unicodeScalars.last, (0x21...0x7E).contains(first),
      (0x21...0x7E).contains(last.value)
    {
      return String(self)
    }
    guard let first = firstIndex(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }),
      let last = lastIndex(where: { !$0.isWhitespace && $0 != "\u{FEFF}" })
    else { return "" }
    return String(self[first...last])
  }
}

extension String {
  /// As for any string, with a fast path for cells that need no trimming.
  package var trimmed: String {
    if let first = utf8.first, let last = utf8.last, (0x21...0x7E).contains(first),
      (0x21...0x7E).contains(last)
    {
      return self
    }
    return self[...].trimmed
  }
}

extension String {
  /// The first `count` words, separated by blanks.
  package func firstWords(_ count: Int) -> [String] {
    var text = self
    return text.withUTF8 { bytes in
      var words: [String] = []
      words.reserveCapacity(count)
      var start = 0
      for end in 0...bytes.count
      where words.count < count && (end == bytes.count || bytes[end] == UInt8(ascii: " ")) {
        if end > start { words.append(String(decoding: bytes[start..<end], as: UTF8.self)) }
        start = end + 1
      }
      return words
    }
  }

  /// Whether the text starts with a digit of any script.
  package var beginsWithNumber: Bool {
    guard let byte = utf8.first, !(0x30...0x39).contains(byte) else { return !isEmpty }
    return first?.isNumber ?? false
  }

  /// Whether the text contains a digit of any script.
  package var hasNumber: Bool {
    utf8.contains { (0x30...0x39).contains($0) } || contains(where: \.isNumber)
  }

  /// The text without commas.
  package var withoutCommas: String {
    utf8.contains(UInt8(ascii: ",")) ? filter { $0 != "," } : self
  }
}

/// The nonempty parts, joined with semicolons.
package func words(_ parts: String...) -> String {
  parts.filter { !$0.isEmpty }.joined(separator: "; ")
}
