import ConfigurationFile
import Foundation
import Testing

/// Files that would crash the TOML parser are refused before it sees them.
struct ConfigurationLimitsTests {
  private func fault(_ text: String) throws -> ConfigurationFault {
    try #require(throws: ConfigurationFault.self) { try Configuration(toml: text) }
  }

  @Test func `a file of more than 64 KiB is refused`() throws {
    let comment = "#" + String(repeating: "x", count: ConfigurationLimits.size - 2) + "\n"
    #expect(try Configuration(toml: comment) == Configuration())
    #expect(try fault(comment + "#") == .tooLarge)
    var file = ConfigurationText(comment)
    #expect(throws: ConfigurationFault.tooLarge) { try file.set(.palette, to: "mono") }
    #expect(file.text == comment)
  }

  @Test(arguments: [
    (String(repeating: "a.", count: 30_000) + "b = 1", 1),
    ("\n[" + String(repeating: "a.", count: 33) + "b]", 2),
    ("[" + String(repeating: "a.", count: 20) + "b]\n" + String(repeating: "c.", count: 20), 2),
    (
      "\u{FEFF}[" + String(repeating: "a.", count: 20) + "b]\n"
        + String(repeating: "c.", count: 20), 2
    ),
    ("x = " + String(repeating: "[", count: 33), 1),
    ("x = " + String(repeating: "[\n", count: 33), 33),
    ("x = " + String(repeating: "{ a.b = ", count: 17), 1),
    ("x = \"\"\"\n. \"\"\"\"\"\ny = " + String(repeating: "[", count: 40), 3),
  ])
  func `names, tables and lists inside one another are refused by their line`(
    _ text: String, line: Int
  ) throws {
    #expect(try fault(text) == .tooDeep(line: line))
  }

  @Test(arguments: [
    "# " + String(repeating: ".[", count: 99) + "\n",
    "import.stable = \"" + String(repeating: ".{", count: 99) + "\\\"[[\"",
    "import.stable = '" + String(repeating: ".{", count: 99) + "\"\\'",
    "import.stable = \"\"\"" + String(repeating: ".{", count: 99) + "\"\" \\\"\"\"\"\"\"",
    "import.stable = '''" + String(repeating: ".{", count: 99) + "'' \"'''''",
    "[keys]\n" + (0..<99).map { "a\($0) = [\"[\", '{', \"F5\"]\n" }.joined(),
    (0..<99).map { "keys.a\($0) = [\n\"r\",\n\"F5\",]\n" }.joined(),
  ])
  func `dots and brackets in strings and comments are not levels`(_ text: String) throws {
    #expect(try Configuration.reading(toml: text).faults == [])
  }

  @Test(arguments: [
    ("keys.quit = [\"q\", }", 1, 19, "expected ']', saw '}'"),
    ("x = {a = 1]", 1, 11, "expected '}', saw ']'"),
    ("a = 1\nb = [1979-05-27 0]", 2, 6, "no setting is a date or a time"),
    ("b = [{a = 1979-05-27T'", 1, 11, "no setting is a date or a time"),
    ("b = 07:32:00", 1, 5, "no setting is a date or a time"),
    ("keys.quit = [\u{85}", 1, 14, "a line ends with a character that is not LF"),
    ("keys.quit = [\"q\",\u{2028}]", 1, 18, "a line ends with a character that is not LF"),
    ("# \u{0}", 1, 3, "it has a zero byte"),
    ("color = \"auto\"\nkeys.a = '\u{0}'\n", 2, 11, "it has a zero byte"),
  ])
  func `what ends the parser is refused in its place`(
    _ text: String, line: Int, column: Int, reason: String
  ) throws {
    #expect(try fault(text) == .syntax(line: line, column: column, reason: reason))
  }

  @Test func `names and numbers that resemble dates are read on`() throws {
    let text = "1979-05-27 = 1e-5\n[keys]\n2-up = [\"r\"]\n07-32.a = [1, 2e-1]\n"
    let names = try Configuration.reading(toml: text).faults
    #expect(names == [.unknownSetting("1979-05-27"), .wrongKeys("07-32")])
  }

  @Test func `a value that TOML cannot hold is not repeated`() throws {
    let sentence = try fault("[prices]\nkey = 98765432109876543210987").sentence
    #expect(sentence.contains("line 2") && !sentence.contains("9876"), "\(sentence)")
  }

  /// The fuzzer's saved corpus.
  private static let corpus: [[UInt8]] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fuzz/Corpus/configuration")
    do {
      return try FileManager.default.contentsOfDirectory(atPath: root.path).sorted().map {
        Array(try Data(contentsOf: root.appendingPathComponent($0)))
      }
    } catch {
      Issue.record("\(error)")
      return []
    }
  }()

  @Test func `every promise holds for the fuzzer's corpus`() {
    #expect(Self.corpus.count > 10)
    for bytes in Self.corpus {
      #expect(ConfigurationPromises.broken(by: String(decoding: bytes, as: UTF8.self)) == nil)
    }
  }

  @Test(arguments: 1...4)
  func `and for files made of it at random`(seed: UInt64) throws {
    var random = SeededRandom(state: seed)
    for _ in 0..<250 {
      var bytes = try #require(Self.corpus.randomElement(using: &random))
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...8, using: &random))
        let piece = try #require(Self.pieces.randomElement(using: &random))
        bytes.replaceSubrange(start..<end, with: piece.utf8)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(ConfigurationPromises.broken(by: text) == nil, "\(text.debugDescription)")
    }
  }

  private static let pieces = [
    "", "\n", "[", "]", "{", "}", ",", ".", "=", "\"", "'", "\"\"\"", "'''", "#", "\\", "0", "-",
    ":", " ", "\r\n", "\u{0}", "\u{85}", "\u{2029}", "a.b.c", "[[", "key", "[prices]\n", "T",
    "1979-05-27 ",
  ]
}

/// Numbers that are the same in every run (SplitMix64).
private struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
