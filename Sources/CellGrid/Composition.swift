/// The scalars of a character, with marks composed into their letter if Unicode has a scalar for
/// the pair.
func composedScalars(of character: Character) -> [Unicode.Scalar] {
  let scalars = Array(character.unicodeScalars)
  guard scalars.count > 1, let base = scalars.first, !base.isASCII || !scalars[1].isASCII else {
    return scalars
  }
  if let (syllable, used) = Hangul.syllable(from: scalars) {
    return [syllable] + scalars[used...]
  }
  for count in stride(from: min(scalars.count, 4), to: 1, by: -1) {
    var candidate = String.UnicodeScalarView()
    candidate.append(contentsOf: scalars[..<count])
    guard let composed = Composites.shared.scalar(equalTo: String(candidate)) else { continue }
    return [composed] + scalars[count...]
  }
  return scalars
}

/// Letters that exist both precomposed and as a letter with marks.
///
/// Swift compares characters by canonical equivalence, so a set of the precomposed scalars also
/// finds the decomposed ones, and no decomposition table is needed.
private struct Composites: Sendable {
  static let shared = Composites()

  private let characters: Set<Character>

  private init() {
    let blocks: [ClosedRange<UInt32>] = [
      0x00C0...0x024F, 0x0370...0x04FF, 0x0622...0x06D3, 0x0929...0x0934, 0x1E00...0x1FFF,
      0x3040...0x30FF,
    ]
    var characters: Set<Character> = []
    for value in blocks.joined() {
      guard let scalar = Unicode.Scalar(value), columnWidth(of: scalar) > 0 else { continue }
      characters.insert(Character(scalar))
    }
    self.characters = characters
  }

  func scalar(equalTo text: String) -> Unicode.Scalar? {
    guard text.count == 1, let character = text.first,
      let index = characters.firstIndex(of: character)
    else { return nil }
    return characters[index].unicodeScalars.first
  }
}

/// Hangul syllable composition (The Unicode Standard, section 3.12).
enum Hangul {
  private static let leads: ClosedRange<UInt32> = 0x1100...0x1112
  private static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
  private static let tails: ClosedRange<UInt32> = 0x11A8...0x11C2
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  private static let tailCount: UInt32 = 28

  /// Whether the scalar appears only after another jamo.
  static func isVowelOrTail(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
  }

  /// The syllable that the scalars start with, and the number of scalars it consumes.
  static func syllable(from scalars: [Unicode.Scalar]) -> (Unicode.Scalar, Int)? {
    var value: UInt32
    var used = 1
    let first = scalars[0].value
    if leads.contains(first), vowels.contains(scalars[1].value) {
      let lead = first - leads.lowerBound
      let vowel = scalars[1].value - vowels.lowerBound
      value = syllables.lowerBound + (lead * UInt32(vowels.count) + vowel) * tailCount
      used = 2
    } else if syllables.contains(first) {
      value = first
    } else {
      return nil
    }
    if (value - syllables.lowerBound) % tailCount == 0, used < scalars.count,
      tails.contains(scalars[used].value)
    {
      value += scalars[used].value - tails.lowerBound + 1
      used += 1
    }
    return Unicode.Scalar(value).map { ($0, used) }
  }
}
