import FoundationEssentials
import Testing

/// Words that bitpal does not use: retired phrases and British spellings, in the comments and
/// strings of every source file and on every documentation page.
///
/// A word that is needed anyway, such as an option's old value or an exchange's own word, is in
/// ``quoted``.
struct VocabularyTests {
  /// A phrase and what to write instead.
  ///
  /// Matching ignores case and respects word boundaries; `*` at the end matches any suffix.
  private static let retired: [(phrase: String, better: String)] = [
    ("is told", "what is shown or reported"), ("are told", "what is shown or reported"),
    ("stands in for", "replaces"), ("stand in for", "replace"), ("stands in the", "is in the"),
    ("heeded", "respected"), ("goes ahead", "imports, writes"), ("be of use", "help"),
    ("takes back", "reverses"), ("take back", "reverse"), ("for you alone", "private (0700)"),
    ("dearest", "highest cost"), ("turned round", "read from the end"),
    ("to be had", "available"), ("could be had", "fetched"), ("can be had", "available"),
    ("as it comes", "default"), ("as they come", "in order"), ("may come", "is allowed"),
    ("did not come", "was not fetched"), ("come to the same", "are equal"),
    ("for the eyes", "visible"), ("the other way round", "reversed"),
    ("colour*", "color"), ("coloured", "colored"), ("behaviour*", "behavior"),
    ("favour*", "favor"), ("honour*", "honor"), ("neighbour*", "neighbor"), ("centre*", "center"),
    ("grey*", "gray"), ("licence", "license"), ("synchronis*", "synchroniz"),
    ("recognis*", "recogniz"), ("normalis*", "normaliz"), ("sanitis*", "sanitiz"),
    ("summaris*", "summariz"), ("organis*", "organiz"), ("initialis*", "initializ"),
    ("optimis*", "optimiz"), ("realised", "realized"), ("labelled", "labeled"),
    ("whilst", "while"), ("artefact*", "artifact"), ("judgement*", "judgment"),
  ]

  /// Words that files quote: values that stay accepted, C names, words of exchanges.
  private static let quoted = [
    "colour-blind", "replacing(\"colour\"", "\"grey\"", "_colours", "realised pnl",
    "realised profit", "realised loss", "neighbour(",
    "centred(", "var dearest", "dearest?", "&dearest",
  ]

  @Test(arguments: SourceTree(folder: "Sources").targets)
  func `comments and texts of`(_ target: String) {
    for file in SourceTree(folder: "Sources").swiftFiles(of: target) {
      // Word tables contain the exchanges' own words.
      check(file, where: { file.path.contains("/Formats/") ? !$0.contains("\"") : true })
    }
  }

  /// Words that comments and the names of tests do not need.
  private static let retiredInComments: Set<String> = [
    "anew", "beside", "heeded", "nobody", "whoever", "whom",
  ]

  @Test(arguments: ["Sources", "Tests"])
  func `comments and names of tests in`(_ folder: String) {
    let tree = SourceTree(folder: folder)
    for file in tree.targets.flatMap(tree.swiftFiles(of:)) {
      for (index, line) in file.lines.enumerated()
      where line.drop(while: \.isWhitespace).hasPrefix("//") || line.contains("func `") {
        let words = Set(SourceTree.File.words(of: line).map { $0.lowercased() })
        for word in words.intersection(Self.retiredInComments).sorted() {
          Issue.record("\(folder)/\(file.path):\(index + 1) says \"\(word)\"")
        }
      }
    }
  }

  @Test(arguments: ["docs", "Examples", "."])
  func `pages of`(_ folder: String) {
    for file in SourceTree(folder: folder).pages(isDeep: folder != ".") { check(file) }
  }

  @Test func `a retired word is found and a word that holds it is not`() {
    #expect(Self.findings(in: "The user is told so.") == ["is told"])
    #expect(Self.findings(in: "Colours differ.") == ["colour*"])
    #expect(Self.findings(in: "this told us; colorful; dear; the palette colour-blind").isEmpty)
    #expect(Self.findings(in: "X is no date") == ["is no"])
    #expect(Self.findings(in: "There is no file; it is no longer held").isEmpty)
  }

  private func check(
    _ file: SourceTree.File, where isChecked: (Substring) -> Bool = { _ in true }
  ) {
    // Skip files early, since most contain none of the words.
    guard Self.mayHold(file.words) else { return }
    for (index, line) in file.lines.enumerated()
    where Self.mayHold(SourceTree.File.words(of: line)) && isChecked(line) {
      for phrase in Self.findings(in: line) {
        let better = Self.retired.first { $0.phrase == phrase }?.better ?? "\"is not a\""
        Issue.record("\(file.path):\(index + 1) says \"\(phrase)\"; write \(better)")
      }
    }
  }

  /// Whether some words may contain a retired phrase.
  private static func mayHold(_ words: some Sequence<String>) -> Bool {
    let words = Set(words.map { $0.lowercased() })
    return !words.isDisjoint(with: keys.words)
      || keys.beginnings.contains { key in words.contains { $0.hasPrefix(key) } }
      || words.contains("no") && !words.isDisjoint(with: ["is", "are"])
  }

  /// The rarest word of each phrase, and the prefixes of the phrases with `*`.
  private static let keys: (words: Set<String>, beginnings: [Substring]) = {
    let rarest = retired.map { entry in
      entry.phrase.split(separator: " ").max { $0.count < $1.count } ?? Substring(entry.phrase)
    }
    return (
      Set(rarest.filter { !$0.hasSuffix("*") }.map(String.init)),
      rarest.filter { $0.hasSuffix("*") }.map { $0.dropLast() }
    )
  }()

  /// The retired phrases in a line.
  static func findings(in line: some StringProtocol) -> [String] {
    var text = line.lowercased()
    for word in quoted where text.contains(word) { text = text.replacing(word, with: "") }
    let words = text.split { !($0.isLetter || $0 == "'") }
    let plain = " " + words.joined(separator: " ") + " "
    var found = retired.map(\.phrase).filter { phrase in
      phrase.hasSuffix("*")
        ? plain.contains(" " + phrase.dropLast()) : plain.contains(" " + phrase + " ")
    }
    for verb in ["is no", "are no"] {
      let allowed = ["there \(verb)", "\(verb) longer", "\(verb) more", "\(verb) other"]
      let rest = allowed.reduce(plain) { $0.replacing($1, with: "") }
      if rest.contains(" \(verb) ") { found.append(verb) }
    }
    return found
  }
}
