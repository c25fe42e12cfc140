/// A terminal's reply to queries for its background (OSC 11), Kitty graphics support and, as the
/// end mark, its device attributes (DA1).
public struct TerminalReply: Hashable, Sendable {
  /// The background, if reported.
  public var appearance = Appearance.unknown
  /// Whether Kitty's graphics protocol is supported.
  public var hasKittyPictures = false
  /// Whether sixels are supported, according to the device attributes.
  public var hasSixels = false
  /// Whether the device attributes have arrived; nothing follows them.
  public var isComplete = false
  /// Other bytes: keys pressed in the meantime, or the start of an incomplete reply.
  public var typedAhead: [UInt8] = []

  /// The query for background and device attributes.
  public static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  /// The query including picture support.
  public static let pictureQuestion =
    "\u{1B}_Gi=\(pictureNumber),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + question
  private static let pictureNumber = 31

  /// Parses the bytes received.
  public init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let byte = rest.first {
      if let (color, length) = Self.background(at: rest) {
        appearance = Self.appearance(ofColor: color)
        rest = rest.dropFirst(length)
      } else if let (isOffered, length) = Self.kittyPictures(at: rest) {
        hasKittyPictures = isOffered
        rest = rest.dropFirst(length)
      } else if let (hasSixels, length) = Self.kind(at: rest) {
        self.hasSixels = hasSixels
        isComplete = true
        rest = rest.dropFirst(length)
      } else {
        typedAhead.append(byte)
        rest = rest.dropFirst()
      }
    }
  }

  /// Parses `ESC ] 11 ; color` up to BEL or `ESC \`: the color and the total length.
  private static func background(at bytes: ArraySlice<UInt8>) -> (color: String, length: Int)? {
    let start = Array("\u{1B}]11;".utf8)
    guard bytes.starts(with: start) else { return nil }
    let tail = bytes.dropFirst(start.count)
    guard let end = tail.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else { return nil }
    let isBell = bytes[end] == 0x07
    guard isBell || bytes[end...].starts(with: [0x1B, UInt8(ascii: "\\")]) else { return nil }
    let color = String(decoding: tail[..<end], as: UTF8.self)
    return (color, end - bytes.startIndex + (isBell ? 1 : 2))
  }

  /// Parses `ESC _ G keys ; OK` up to `ESC \`, with an error in place of `OK` on failure.
  private static func kittyPictures(
    at bytes: ArraySlice<UInt8>
  ) -> (isOffered: Bool, length: Int)? {
    let start = Array("\u{1B}_Gi=\(pictureNumber)".utf8)
    guard bytes.starts(with: start) else { return nil }
    let answer = bytes.dropFirst(start.count).prefix { $0 != 0x1B }
    guard bytes[answer.endIndex...].starts(with: [0x1B, UInt8(ascii: "\\")]) else { return nil }
    return (answer.suffix(3).elementsEqual(";OK".utf8), start.count + answer.count + 2)
  }

  /// Parses `ESC [ ? class ; features c`: whether the features include sixels (4), and the length.
  private static func kind(at bytes: ArraySlice<UInt8>) -> (hasSixels: Bool, length: Int)? {
    let start = Array("\u{1B}[?".utf8)
    guard bytes.starts(with: start) else { return nil }
    let numbers = bytes.dropFirst(start.count).prefix { (0x30...0x3B).contains($0) }
    guard numbers.endIndex < bytes.endIndex, bytes[numbers.endIndex] == UInt8(ascii: "c") else {
      return nil
    }
    let features = numbers.split(separator: UInt8(ascii: ";")).dropFirst()
    return (features.contains { $0.elementsEqual("4".utf8) }, start.count + numbers.count + 1)
  }

  /// Classifies an X11 color as light or dark: `rgb:ffff/ffff/ffff`, `rgba:…`, `#ffffff`.
  static func appearance(ofColor text: String) -> Appearance {
    var parts: [Substring]
    if text.hasPrefix("#"), text.utf8.count % 3 == 1 {
      let digits = text.dropFirst()
      let length = digits.count / 3
      parts = (0..<3).map { digits.dropFirst($0 * length).prefix(length) }
    } else if text.hasPrefix("rgb:") || text.hasPrefix("rgba:") {
      parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/")
    } else {
      return .unknown
    }
    let levels = parts.prefix(3).compactMap(level)
    guard levels.count == 3 else { return .unknown }
    // Luminance weights of the primaries in parts of 10,000 (Rec. 709).
    let brightness = 2126 * levels[0] + 7152 * levels[1] + 722 * levels[2]
    return brightness >= 10_000 * 128 ? .light : .dark
  }

  /// One to four hexadecimal digits, scaled to 0…255.
  private static func level(_ digits: Substring) -> Int? {
    guard (1...4).contains(digits.count), let value = Int(digits, radix: 16), value >= 0 else {
      return nil
    }
    return value * 255 / ((1 << (4 * digits.count)) - 1)
  }
}
