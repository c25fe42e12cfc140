import ConfigurationFile
import Testing

@testable import BitpalCommands

/// How errors are written: the reason, and the way on.
struct ErrorTextTests {
  @Test(
    arguments: [
      (
        "The price \"80,000\" has a comma. Write 80000, without the comma.",
        "The price \"80,000\" has a comma.", "Write 80000, without the comma."
      ),
      (
        "\"foo\" is not valid for --sort; use oldest, newest, amount or total.",
        "\"foo\" is not valid for --sort.", "Use oldest, newest, amount or total."
      ),
      (
        "--candles needs one coin: bitpal chart bitcoin --candles", "--candles needs one coin.",
        "bitpal chart bitcoin --candles"
      ),
      (
        "bitpal has no command \"lst\". Did you mean `bitpal list`?",
        "bitpal has no command \"lst\".", "Did you mean `bitpal list`?"
      ),
      (
        "<id> is missing.\nUsage: bitpal delete <id>\n`bitpal delete --help` has examples.",
        "<id> is missing.\nUsage: bitpal delete <id>", "`bitpal delete --help` has examples."
      ),
      (
        "`bitpal gains` does not take \"x\". `bitpal gains --help` has examples.",
        "`bitpal gains` does not take \"x\".", "`bitpal gains --help` has examples."
      ),
      (
        "Permission denied: could not read /etc/x. Check who owns it.",
        "Permission denied: could not read /etc/x.", "Check who owns it."
      ),
      ("You only own 0.7 bitcoin. Cannot sell 3.", "You only own 0.7 bitcoin. Cannot sell 3.", nil),
      ("", "", nil),
    ] as [(String, String, String?)])
  func `the way on is apart from the reason`(sentence: String, reason: String, help: String?) {
    let text = ErrorText(sentence)
    #expect(text.reason == reason)
    #expect(text.help == help)
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
    #expect(ErrorText.isColored(.always, ["NO_COLOR": "1"]))
    #expect(!ErrorText.isColored(.never, ["TERM": "xterm"]))
    #expect(!ErrorText.isColored(nil, ["NO_COLOR": "1", "TERM": "xterm"]))
    #expect(CommonOptions.color(in: ["buy", "--color", "always"]) == .always)
    #expect(CommonOptions.color(in: ["--color=Never", "buy"]) == .never)
    #expect(CommonOptions.color(in: ["buy", "--", "--color=never"]) == nil)
    #expect(CommonOptions.color(in: ["buy", "--color"]) == nil)
  }
}
