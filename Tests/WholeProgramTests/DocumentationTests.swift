import Foundation
import Testing

/// Every command in README and docs runs with the program as it is.
///
/// Blocks fenced as `console` are run page by page, from top to bottom, on a desk of their own: the
/// lines that begin with `$ `, and the lines below them that begin with `> `. What they print is
/// not compared; that they succeed is. `# exits N` in a command's comment names another exit code.
/// A block that cannot run in a test says so and why, as `no-run: REASON` beside its language.
@Suite struct DocumentationTests {
  @Test("the commands of", arguments: try DocumentationPage.all)
  func everyCommandRuns(_ page: DocumentationPage) async throws {
    let commands = page.commands
    guard !commands.isEmpty else { return }
    _ = try await withPrices(pricesOfAll) { server in
      let desk = try DocumentationDesk(priceServer: server)
      for failure in try desk.failures(of: commands) {
        Issue.record("\(page.name):\(failure)")
      }
    }
  }

  @Test("no command hides from the test", arguments: try DocumentationPage.all)
  func everyBlockIsRunOrSaysWhyNot(_ page: DocumentationPage) {
    for block in page.blocks where !block.isRun {
      let reason = block.info.components(separatedBy: "no-run: ").dropFirst().first ?? ""
      if ["console", "sh"].contains(block.language) {
        #expect(!reason.isEmpty, "\(page.name):\(block.line) gives no reason for no-run")
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
