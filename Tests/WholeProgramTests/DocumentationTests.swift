import Foundation
import Testing

/// Every command in README and docs runs with the program as it is.
///
/// Blocks fenced as `console` are run page by page, from top to bottom, on a desk of their own: the
/// lines that begin with `$ `, and the lines below them that begin with `> `. What they print is
/// not compared; that they succeed is. `# exits N` in a command's comment names another exit code.
/// A block that cannot run in a test says so and why, as `no-run: REASON` after its language.
@Suite struct DocumentationTests {
  /// The blocks and commands there are, counted in the texts without taking pages apart.
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

  @Test("the commands of", arguments: try DocumentationPage.all)
  func everyCommandRuns(_ page: DocumentationPage) async throws {
    let commands = page.commands
    guard !commands.isEmpty else { return }
    _ = try await withPrices(presentPricesOfAll) { server in
      let desk = try DocumentationDesk(priceServer: server)
      for failure in try desk.failures(of: commands) {
        Issue.record("\(page.name):\(failure)")
      }
    }
  }

  /// Why a block may not run here; each of these is tested in another way or on request.
  private static let reasons: Set = [
    // `make` and the scripts it calls: InstallTests, CI and the checks that CONTRIBUTING.md lists.
    "builds the program", "builds and tests everything", "builds five programs",
    "builds the program and installs a package as root", "runs this test too",
    "builds the release program and takes minutes",
    // InstallTests runs the cron line and reads the timer's unit.
    "needs a systemd user session", "changes your crontab",
    // MarketTests, with a server on this machine.
    "needs the network",
    "needs a desktop", "your zsh may be set up otherwise", "the files are not part of the project",
  ]

  @Test("no command hides from the test", arguments: try DocumentationPage.all)
  func everyBlockIsRunOrSaysWhyNot(_ page: DocumentationPage) {
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
