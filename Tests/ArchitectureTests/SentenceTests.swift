import FoundationEssentials
import Testing

/// Every sentence that a user may read is in `Tests/Goldens/sentences.txt`, which a person reviews
/// before recording it with `BITPAL_RECORD=1`.
///
/// A sentence is a string literal of at least two words; `…` replaces interpolated values. Commands
/// in examples have their own tests.
struct SentenceTests {
  /// Source files in other languages, and files of names only.
  private static let withoutSentences: Set<String> = [
    "BitpalCommands/Documents/CompletionScript.swift", "ImportText/Cells/TokenContracts.swift",
    "ImportText/Rows/Asset.swift",
  ]

  @Test func `every sentence is in the reviewed list`() throws {
    let targets = SourceTree(folder: "Sources").targets.map { target in
      (target, Self.sentences(of: target))
    }
    let path =
      "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
      + "/Goldens/sentences.txt"
    let environment = ProcessInfo.processInfo.environment
    if environment["BITPAL_RECORD"] == "1", environment["CI"] == nil {
      let text = targets.filter { !$0.1.isEmpty }
        .map { "## \($0)\n" + $1.map { $0.text + "\n" }.joined() }.joined(separator: "\n")
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("recorded \(path)")
      return
    }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let reviewed = Set(lines.filter { !$0.hasPrefix("## ") }.map(String.init))
    let sentences = targets.flatMap(\.1)
    for (file, text) in sentences where !reviewed.contains(text) {
      Issue.record(
        """
        \(file) has a sentence that was not reviewed: \(text)
        Is it plain, short, the reason first? Then: BITPAL_RECORD=1 swift test --filter SentenceTests
        """)
    }
    for text in reviewed.subtracting(sentences.map(\.text)).sorted() {
      Issue.record("The list has a sentence that no file has: \(text)")
    }
  }

  @Test(arguments: [
    (#"Text("You own " + "\(count) \(of("two words")).")"#, ["You own … ….", "two words"]),
    (#"// "in a comment""#, []),
    (#"let name = "name", sql = "SELECT id FROM coins", tag = "<a href=\"x\">a b</a>""#, []),
    (##"examples("bitpal buy btc 1 --price 2")"##, []),
    (##"x = #"raw "text" here"#"##, [#"raw "text" here"#]),
    ("\"\"\"\n    Two lines \\\n    are one.\n    \"\"\"", ["Two lines are one."]),
  ])
  func `sentences are found in code`(code: String, sentences: [String]) {
    #expect(Self.sentences(in: code, isTable: false) == sentences)
  }

  /// The sentences of a target with their files, each once.
  private static func sentences(of target: String) -> [(file: String, text: String)] {
    var known: Set<String> = []
    return SourceTree(folder: "Sources").swiftFiles(of: target)
      .filter { !withoutSentences.contains($0.path) }
      .flatMap { file in
        let isTable =
          file.path.contains("/Formats/") || file.path.hasSuffix("Names.swift")
          || file.path.hasSuffix("/KindWords.swift") || file.path.contains("/MapGuess")
        return sentences(in: file.lines.joined(separator: "\n"), isTable: isTable)
          .filter { known.insert($0).inserted }.map { (file.path, $0) }
      }
  }

  /// - Parameter isTable: Whether most strings are words of exchanges and not bitpal's own.
  private static func sentences(in code: String, isTable: Bool) -> [String] {
    SwiftLiterals(code).texts.map { text in
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }.filter { text in
      let words = text.split(separator: " ")
      guard words.count(where: hasTwoLetters) > 1, !isCommand(text), !isData(text),
        !["</", "/>", "=\"", "@media", "; fill", "font-", ".TP"].contains(where: text.contains)
      else { return false }
      return words.allSatisfy { !sql.contains($0) }
        && (!isTable || text.contains("…") || text.contains(";")
          || !article.isDisjoint(with: words))
    }
  }

  private static func hasTwoLetters(_ word: Substring) -> Bool {
    zip(word, word.dropFirst()).contains { $0.isLetter && $1.isLetter }
  }

  /// Whether a string is a command to type and not a sentence that begins with the program's name.
  private static func isCommand(_ text: String) -> Bool {
    text.hasPrefix("bitpal ") && !text.contains(". ") && !".?;".contains(text.last ?? " ")
  }

  /// Whether a string is a long list of names or numbers.
  private static func isData(_ text: String) -> Bool {
    text.utf8.count > 300 && !text.contains(". ") && !text.hasSuffix(".")
  }

  private static let sql: Set<Substring> = [
    "SELECT", "FROM", "WHERE", "ORDER", "INSERT", "UPDATE", "DELETE", "CREATE", "PRAGMA", "CASE",
    "CAST(?", "AND", "GLOB", "LIKE", "NULL", "ON", "ATTACH", "DETACH", "IN", "COLLATE", "DESC",
    "LIMIT", "DROP", "ALTER", "NULL)", "NULLS", "sequence,",
  ]

  private static let article: Set<Substring> = ["a", "the", "that", "which"]
}
