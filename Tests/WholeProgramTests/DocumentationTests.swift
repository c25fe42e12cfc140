import FlyingFox
import Foundation
import Testing

/// Every command in README and docs runs with the current program.
///
/// Runs blocks fenced as `console` page by page, from top to bottom, each page in its own home: the
/// lines that begin with `$ `, and the lines below them that begin with `> `. They must succeed, or
/// exit with N if a comment says `# exits N`, and print the lines that the page shows below them. A
/// line `…` replaces output that the page omits. A block that cannot run in a test states why, as
/// `no-run: REASON` after its language.
@Suite struct DocumentationTests {
  /// Counts the blocks and commands in the text without parsing the pages.
  @Test func `as many commands run as the pages have`() throws {
    var (blocks, commands) = (0, 0)
    for page in try DocumentationPage.all {
      let text = try String(
        contentsOfFile: "\(DocumentationPage.root)/\(page.name)", encoding: .utf8)
      let parts = text.components(separatedBy: "```console\n").dropFirst()
      blocks += parts.count
      commands += parts.reduce(0) { sum, part in
        let block = part.components(separatedBy: "\n```").first ?? ""
        return sum + "\n\(block)".components(separatedBy: "\n$ ").count - 1
      }
    }
    let pages = try DocumentationPage.all
    #expect(pages.reduce(0) { $0 + $1.blocks.count(where: \.isRun) } == blocks && blocks > 50)
    #expect(pages.reduce(0) { $0 + $1.commands.count } == commands && commands > 180)
  }

  @Test(arguments: try DocumentationPage.all)
  func `the commands of`(_ page: DocumentationPage) async throws {
    let commands = page.commands
    guard !commands.isEmpty else { return }
    _ = try await withPrices(Self.recordedPrices) { server in
      let home = try DocumentationHome(priceServer: server)
      for failure in try home.failures(of: commands) {
        Issue.record("\(page.name):\(failure)")
      }
    }
  }

  /// Current prices of the sample portfolio for the coins whose figures are shown on pages.
  @Sendable private static func recordedPrices(_ request: HTTPRequest) -> HTTPResponse {
    let known = [
      "bitcoin": ("btc", "Bitcoin", "76871"), "ethereum": ("eth", "Ethereum", "2287.27"),
    ]
    let now = ISO8601DateFormatter().string(from: Date())
    let rows = pricesAsked(request).map { id in
      let (symbol, name, price) = known[id] ?? ("s", "N", "2")
      return """
        {"id":"\(id)","symbol":"\(symbol)","name":"\(name)","current_price":\(price),\
        "price_change_percentage_24h":-1.25,"last_updated":"\(now)"}
        """
    }
    return pricesJSON("[\(rows.joined(separator: ","))]")
  }

  /// Sentences must be short enough to read once; the decision records are exempt.
  @Test(arguments: try DocumentationPage.all)
  func `sentences are short in`(_ page: DocumentationPage) {
    guard !page.name.hasPrefix("docs/decisions/"), !page.sentences.isEmpty else { return }
    let words = page.sentences.map { $0.split(separator: " ").count }
    let average = words.reduce(0, +) / words.count
    #expect(average <= 25, "\(page.name): \(average) words a sentence")
    for (sentence, count) in zip(page.sentences, words) where count > 60 {
      Issue.record("\(page.name): \(count) words: \(sentence)")
    }
  }

  /// The accepted reasons for not running a block; each is tested elsewhere or on request.
  private static let reasons: Set = [
    // `make` and the scripts it calls: InstallTests, CI and the checks that CONTRIBUTING.md lists.
    "builds the program", "builds and tests everything", "builds five programs",
    "builds the program and installs a package as root", "installs a release", "runs this test too",
    "builds the release program and takes minutes",
    // InstallTests runs the cron line and reads the timer's unit.
    "needs a systemd user session", "changes your crontab",
    // MarketTests, with a local server.
    "needs the network",
    "needs a desktop", "your zsh may be set up otherwise", "the files are not part of the project",
  ]

  @Test(arguments: try DocumentationPage.all)
  func `no command hides from the test`(_ page: DocumentationPage) {
    for block in page.blocks where block.isRun {
      #expect(
        block.lines.contains { $0.hasPrefix("$ ") }, "\(page.name):\(block.line) has no command")
    }
    for block in page.blocks where !block.isRun {
      let reason = block.info.components(separatedBy: "no-run: ").dropFirst().first ?? ""
      if ["console", "sh"].contains(block.language) {
        #expect(
          Self.reasons.contains(reason),
          "\(page.name):\(block.line) is not run, and \"\(reason)\" is not a reason known here")
      } else {
        let commands = block.lines.filter { $0.hasPrefix("$ ") || $0.hasPrefix("bitpal ") }
        #expect(commands.isEmpty, "\(page.name):\(block.line) has commands that no test runs")
      }
    }
    for (number, line) in page.indentedLines {
      let text = line.trimmingCharacters(in: .whitespaces)
      let isCommand = ["bitpal ", "$ ", "make "].contains { text.hasPrefix($0) }
      #expect(!isCommand, "\(page.name):\(number) is a command outside a block")
    }
  }
}
