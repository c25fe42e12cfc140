import Reports
import Application
import ArgumentParser
import CellGrid
import CoinCatalogue
import ConfigurationFile
import Interchange
import LedgerStore
import Portfolio

/// `bitpal completions`.
struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Write a shell's completion script.",
    discussion: examples(
      "bitpal completions bash > ~/.local/share/bash-completion/completions/bitpal",
      "bitpal completions zsh > ~/.zfunc/_bitpal",
      "bitpal completions fish > ~/.config/fish/completions/bitpal.fish"))

  @Argument(help: "The shell.") var shell: CompletedShell

  func run() { Console.write(shell.script) }
}

/// `bitpal complete`, which the completion scripts call.
///
/// It writes one candidate a line, the note after a tab.
struct Complete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "List what may be typed next.", shouldDisplay: false)

  @Argument(parsing: .postTerminator, help: "The words so far.") var words: [String] = []

  private static let mostCandidates = 50

  func run() throws {
    let completion = Completion(words, in: try CommandTree.all())
    var candidates = completion.candidates
    if let source = completion.source {
      candidates += try candidatesOf(source, typed: words.last ?? "")
    }
    for candidate in candidates {
      let note = candidate.note.isEmpty ? "" : "\t\(cleaned(candidate.note))"
      Console.write("\(cleaned(candidate.word))\(note)\n")
    }
  }

  private func candidatesOf(
    _ source: Completion.Source, typed: String
  ) throws -> [Completion.Candidate] {
    let found: [Completion.Candidate]
    switch source {
    case .coins: found = try coins(typed)
    case .transactions:
      let context = try AppContext()
      let style = context.style(isPrivate: context.configuration.isPrivate)
      let query = TransactionQuery(order: .newestFirst, limit: Self.mostCandidates)
      found = try
        (typed.isEmpty
        ? context.ledger.transactions(query)
        : context.ledger.transactions(idPrefix: typed, limit: Self.mostCandidates))
        .map { Completion.Candidate(word: $0.shortID, note: $0.words(style)) }
    case .accounts:
      found = try AppContext().ledger.accounts().map { Completion.Candidate(word: $0) }
    case .formats:
      found = (["auto"] + ImportFormat.allCases.map(\.rawValue)).map {
        Completion.Candidate(word: $0)
      }
    case .currencies: found = []
    case .settings:
      found = Setting.allCases.map { Completion.Candidate(word: $0.rawValue, note: $0.kind.words) }
    }
    return found.filter { $0.word.hasPrefix(typed) }
  }

  /// The ledger's coins; with some letters typed, the catalogue's too.
  private func coins(_ typed: String) throws -> [Completion.Candidate] {
    let context = try AppContext()
    let owned = try context.ledger.coinIds()
      .filter { $0.hasPrefix(typed) }
    let listed =
      typed.isEmpty
      ? context.catalogue.bestRanked(limit: Self.mostCandidates)
      : context.catalogue.search(typed, limit: Self.mostCandidates)
    let known = Set(owned)
    return owned.map { id in
      Completion.Candidate(word: id, note: context.catalogue.coin(id: id)?.name ?? "")
    }
      + listed.filter { $0.id.hasPrefix(typed) && !known.contains($0.id) }
      .map { Completion.Candidate(word: $0.id, note: $0.name) }
  }
}
