public import FoundationEssentials

extension UUID {
  /// The id of a row without an assigned id.
  package static let unassigned = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  /// The first characters, which identify a transaction in `edit` and `delete`.
  public var shortText: String { String(lowercasedText.prefix(8)) }

  /// The id as bitpal writes it: `1f0c2a3b-` and 24 more digits in four groups.
  public var lowercasedText: String { text(firstLetter: UInt8(ascii: "a")) }

  /// The id as Foundation writes it, but faster.
  package var uppercasedText: String { text(firstLetter: UInt8(ascii: "A")) }

  private func text(firstLetter: UInt8) -> String {
    func letter(_ digit: UInt8) -> UInt8 {
      digit + (digit < 10 ? UInt8(ascii: "0") : firstLetter - 10)
    }
    return withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: Self.textLength) { text in
        var index = 0
        for byte in bytes {
          if Self.isHyphen(index) {
            text[index] = UInt8(ascii: "-")
            index += 1
          }
          (text[index], text[index + 1]) = (letter(byte >> 4), letter(byte & 15))
          index += 2
        }
        return index
      }
    }
  }

  private static let textLength = 36

  /// Whether the text has a hyphen at an index.
  private static func isHyphen(_ index: Int) -> Bool {
    index == 8 || index == 13 || index == 18 || index == 23
  }

  /// Reads ``lowercasedText`` and ``uppercasedText``; `nil` for anything else.
  package init?(digits text: String) {
    var text = text
    guard let number = text.withUTF8(Self.number) else { return nil }
    let bytes = withUnsafeBytes(of: number.bigEndian) { $0.loadUnaligned(as: uuid_t.self) }
    self.init(uuid: bytes)
  }

  private static func number(of text: UnsafeBufferPointer<UInt8>) -> UInt128? {
    guard text.count == textLength else { return nil }
    var number: UInt128 = 0
    for (index, character) in text.enumerated() {
      if isHyphen(index) {
        guard character == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = value(ofDigit: character) else { return nil }
        number = number << 4 | UInt128(digit)
      }
    }
    return number
  }

  private static func value(ofDigit character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
