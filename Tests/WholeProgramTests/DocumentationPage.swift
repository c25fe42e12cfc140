import Foundation
import Testing

/// A page of the documentation, with its fenced blocks.
struct DocumentationPage: CustomTestStringConvertible {
  /// A fenced block.
  struct Block {
    /// The language and the rest of the line, such as `console no-run: needs root`.
    let info: String
    /// The number of its first line.
    let line: Int
    let lines: [String]

    var language: String { info.split(separator: " ").first.map(String.init) ?? "" }
    var isRun: Bool { info == "console" }
  }

  /// A command and the exit code that the page states.
  struct Command {
    let line: Int
    var text: String
    let status: Int
    /// The output lines shown on the page, without those omitted with "…".
    var shown: [String] = []
  }

  let name: String
  let blocks: [Block]
  /// The sentences of its prose, without blocks, tables, headings and markup.
  let sentences: [String]
  /// Lines outside of fences that are indented like code.
  let indentedLines: [(number: Int, text: String)]

  var testDescription: String { name }

  init(name: String, text: String) {
    var blocks: [Block] = []
    var indented: [(Int, String)] = []
    var open: (info: String, line: Int, lines: [String])?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      // A fence may be indented, as in a list.
      let fence = line.drop { $0 == " " }
      if fence.hasPrefix("```") || fence.hasPrefix("~~~") {
        if let block = open {
          blocks.append(Block(info: block.info, line: block.line, lines: block.lines))
          open = nil
        } else {
          open = (String(fence.dropFirst(3)), index + 2, [])
        }
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("    ") {
        indented.append((index + 1, line))
      }
    }
    self.name = name
    self.blocks = blocks
    sentences = Self.sentences(of: text)
    indentedLines = indented
  }

  /// A sentence ends at a period, question mark or exclamation mark, or with its paragraph or item.
  private static func sentences(of text: String) -> [String] {
    var sentences: [String] = []
    var words: [Substring] = []
    func end() {
      if !words.isEmpty { sentences.append(words.joined(separator: " ")) }
      words = []
    }
    var isFenced = false
    for line in text.components(separatedBy: "\n") {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("```") { isFenced.toggle() }
      let isProse = !isFenced && !trimmed.isEmpty && !"#|<!`".contains(trimmed.prefix(1))
      guard isProse || (!isFenced && trimmed.hasPrefix("`") && !trimmed.hasPrefix("```")) else {
        end()
        continue
      }
      let item = trimmed.prefixMatch(of: #/(?:[-*]|\d+\.) /#)
      if item != nil { end() }
      for word in trimmed[(item?.range.upperBound ?? trimmed.startIndex)...].split(separator: " ") {
        words.append(word)
        if let last = word.last(where: { !")*\"_".contains($0) }), ".!?".contains(last) { end() }
      }
    }
    end()
    return sentences
  }

  /// The commands that run, in the order of the page.
  var commands: [Command] {
    blocks.filter(\.isRun).flatMap { block in
      var commands: [Command] = []
      for (index, line) in block.lines.enumerated() {
        if line.hasPrefix("$ ") {
          let promised = line.components(separatedBy: "# exits ").dropFirst().first ?? "0"
          let status = Int(promised.prefix { $0.isNumber }) ?? 0
          let isMaybe = line.contains("# exits \(status) when")
          commands.append(
            Command(
              line: block.line + index, text: String(line.dropFirst(2)),
              status: isMaybe ? 0 : status))
        } else if line.hasPrefix("> "), !commands.isEmpty {
          commands[commands.count - 1].text += "\n" + line.dropFirst(2)
        } else if !line.isEmpty, line != "…", !commands.isEmpty {
          commands[commands.count - 1].shown.append(line)
        }
      }
      return commands
    }
  }

  /// README, the pages next to it and all of `docs`.
  static var all: [DocumentationPage] {
    get throws {
      let below = try FileManager.default.subpathsOfDirectory(atPath: root + "/docs")
        .filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
      let beside =
        try FileManager.default.contentsOfDirectory(atPath: root)
        .filter { $0.hasSuffix(".md") } + ["Examples/README.md"]
      return try (beside + below).sorted().map { name in
        DocumentationPage(
          name: name, text: try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8))
      }
    }
  }

  /// The folder of the package.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
}
