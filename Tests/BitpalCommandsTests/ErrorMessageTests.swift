import ArgumentParser
import ConfigurationFile
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Testing

@testable import BitpalCommands

/// How errors are written: the reason first, then what to do.
struct ErrorMessageTests {
  @Test func `a number with a comma is shown as it is written here`() {
    let error = #expect(throws: CommandFailure.self) { try decimal("80,000", of: "amount") }
    #expect(
      error?.message
        == ErrorMessage(
          "The amount \"80,000\" has a comma.", help: "Write 80000, without the comma."))
  }

  @Test(
    arguments: [
      (
        ["ls", "--sort", "foo"], "\"foo\" is not valid for --sort.",
        "Use oldest, newest, amount or total."
      ),
      (["chart", "--candles"], "--candles needs one coin.", "bitpal chart bitcoin --candles"),
      (
        ["delete"],
        "<id> is missing.\nUsage: bitpal delete <id> [--dry-run]",
        "`bitpal delete --help` has examples."
      ),
      (
        ["gains", "x", "y"], "`bitpal gains` does not take \"y\".",
        "`bitpal gains --help` has examples."
      ),
      (
        ["gains", "-p", "foo"], "\"foo\" is not a period.",
        "Write 2025, 2025-03, 2025-Q1, 30d, 6m, 1y, ytd, all, or a range such as "
          + "2025-01-01..2025-03-31."
      ),
      (["undo", "0"], "The number of changes must be from 1 to 1000.", nil),
    ] as [([String], String, String?)])
  func `the way on is apart from the reason`(words: [String], reason: String, help: String?) {
    let error = #expect(throws: (any Error).self) { try BitpalCommand.parseAsRoot(words) }
    let text = error.map { BitpalCommand.fullMessage(for: $0, columns: HelpScreen.unbroken) } ?? ""
    #expect(UsageMessage(text, words).message == ErrorMessage(reason, help: help))
  }

  @Test func `an error of the ledger has its way on`() throws {
    let failure = try #require(CommandFailure(LedgerStoreError.missing("a.sqlite") as any Error))
    #expect(
      failure.message
        == ErrorMessage("No such file: a.sqlite.", help: "Check the name and try again."))
    let twice = LedgerStoreError.duplicateRow
    let unsaved = try #require(CommandFailure(PortfolioError.saveFailed(twice) as any Error))
    #expect(unsaved.message == twice.message)
    let short = try #require(
      CommandFailure(
        PortfolioError.insufficientBalance(
          coinId: "bitcoin", owned: Quantity(ExactDecimal(7, exponent: -1)), attempted: 3,
          date: nil,
          kind: .sell)))
    #expect(short.message == ErrorMessage("You only own 0.7 bitcoin. Cannot sell 3."))
  }

  @Test func `one line has both, with a full stop between them`() {
    #expect(ErrorMessage("No file", help: "Name one.").sentence == "No file. Name one.")
    #expect(
      ErrorMessage("Is it?", help: "Name one.").about("a.csv").sentence == "a.csv: Is it? Name one."
    )
    #expect(ErrorMessage("No file").sentence == "No file")
  }

  @Test(arguments: [
    ("no connection", "No connection"), ("earliest: write it", "Earliest: write it"),
    ("pro-api.coingecko.com takes pro keys only", "pro-api.coingecko.com takes pro keys only"),
    ("prices.key has no effect", "prices.key has no effect"),
    ("bitpal has none", "bitpal has none"), ("`bitpal coins` finds it", "`bitpal coins` finds it"),
    ("", ""),
  ])
  func `only a plain word gets a capital at the beginning`(text: String, sentence: String) {
    #expect(text.sentenceCased == sentence)
  }

  @Test func `labels are colored where colors are wanted`() {
    #expect(ErrorColor.isOn(.always, ["NO_COLOR": "1"]))
    #expect(!ErrorColor.isOn(.never, ["TERM": "xterm"]))
    #expect(!ErrorColor.isOn(nil, ["NO_COLOR": "1", "TERM": "xterm"]))
    #expect(CommonOptions.color(in: ["buy", "--color", "always"]) == .always)
    #expect(CommonOptions.color(in: ["--color=Never", "buy"]) == .never)
    #expect(CommonOptions.color(in: ["buy", "--", "--color=never"]) == nil)
    #expect(CommonOptions.color(in: ["buy", "--color"]) == nil)
  }
}
