import AppGroup
import Application
import ArgumentParser
import CellGrid
import CoinCatalogue
import ConfigurationFile
import Exact
import ImportForms
import ImportText
import LedgerStore
import MarketData
import Portfolio
import Reports
import WidgetTimeline

/// `bitpal completions`.
struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "completions",
    abstract: "Print a completion script for a shell.",
    discussion: examples(
      "bitpal completions bash > ~/.local/share/bash-completion/completions/bitpal",
      "bitpal completions zsh > ~/.zfunc/_bitpal",
      "bitpal completions fish > ~/.config/fish/completions/bitpal.fish"))

  @Argument(help: "The shell.") var shell: CompletedShell

  func run() { Console.write(shell.script) }
}

/// `bitpal complete`, which the completion scripts call.
///
/// It writes one candidate per line, with a note after a tab.
struct Complete: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "complete",
    abstract: "List what may be typed next.", shouldDisplay: false)

  @Argument(parsing: .postTerminator, help: "The words so far.") var words: [String] = []

  private static let maxCandidates = 50

  func run() throws {
    let completion = Completion(words, in: try CommandTree.all())
    var candidates: [Completion.Candidate] = []
    if let source = completion.source {
      candidates += try candidatesOf(source, typed: words.last ?? "")
    }
    // The source has the same words with notes.
    let known = Set(candidates.map(\.word))
    candidates = completion.candidates.filter { !known.contains($0.word) } + candidates
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
    case .ledgerCoins, .heldCoins, .watchedCoins: found = try knownCoins(source)
    case .transactions:
      let context = try AppContext()
      let style = context.style(isPrivate: context.configuration.isPrivate)
      let query = TransactionQuery(order: .newestFirst, limit: Self.maxCandidates)
      found = try
        (typed.isEmpty
        ? context.ledger.transactions(query)
        : context.ledger.transactions(idPrefix: typed, limit: Self.maxCandidates))
        .map { Completion.Candidate(word: $0.shortID, note: $0.words(style)) }
    case .accounts:
      found = try AppContext().ledger.accounts().map { Completion.Candidate(word: $0) }
    case .formats:
      found = (["auto"] + ImportFormat.allCases.map(\.rawValue)).map {
        Completion.Candidate(word: $0)
      }
    case .currencies:
      found = Currency.all.map { Completion.Candidate(word: $0.code, note: $0.name) }
        .filter { $0.word.hasPrefix(typed.uppercased()) }
      return found
    case .moves:
      let moves = try AppContext().ledger.moves.all()
      found = moves.suffix(Self.maxCandidates).map {
        Completion.Candidate(
          word: $0.shortID, note: "\($0.amount < 0 ? "withdrawal" : "deposit") of \($0.coinId)")
      }
    case .files:
      found = try AppContext().ledger.imports.summaries().suffix(Self.maxCandidates).map {
        Completion.Candidate(word: "\($0.file.id)", note: $0.file.name)
      }
    case .alerts:
      found = (try AppContext().store.alerts()?.alerts ?? []).map {
        Completion.Candidate(word: $0.shortID, note: "\($0.coinId) \($0.words)")
      }
    case .commands:
      found = (["config.5"] + (try CommandTree.all().subcommands.map(\.name))).map {
        Completion.Candidate(word: $0)
      }
    case .figures:
      found =
        [Completion.Candidate(word: "total", note: "The portfolio's total")]
        + (try coins(typed))
    case .values(let name): found = Self.values(of: name)
    case .settings:
      found = Setting.allCases.map { Completion.Candidate(word: $0.rawValue, note: $0.kind.words) }
    }
    return found.filter { $0.word.hasPrefix(typed) }
  }

  private static func values(of name: String) -> [Completion.Candidate] {
    guard let setting = Setting(rawValue: name) else { return [] }
    switch setting.kind {
    case .choice(let words), .list(let words): return words.map { Completion.Candidate(word: $0) }
    case .flag: return ["true", "false"].map { Completion.Candidate(word: $0) }
    case .currency: return Currency.all.map { .init(word: $0.code, note: $0.name) }
    case .lotOrder: return LotOrder.Rule.allCases.map { .init(word: $0.rawValue) }
    case .count, .day, .zone, .text, .secret: return []
    }
  }

  /// The coins that a command accepts; current holdings are sorted by value.
  private func knownCoins(_ source: Completion.Source) throws -> [Completion.Candidate] {
    let context = try AppContext()
    let ids =
      switch source {
      case .heldCoins:
        try context.service.snapshot(currency: usDollarCode).positions.holdings.map(\.id)
      case .watchedCoins: context.store.watchlist()?.coinIds ?? []
      default: try context.ledger.coinIds()
      }
    return ids.map { id in
      Completion.Candidate(word: id, note: context.catalogue.coin(id: id)?.name ?? "")
    }
  }

  /// The ledger's coins, plus the catalog's if some letters are typed.
  private func coins(_ typed: String) throws -> [Completion.Candidate] {
    let context = try AppContext()
    let owned = try context.ledger.coinIds()
      .filter { $0.hasPrefix(typed) }
    let listed =
      typed.isEmpty
      ? context.catalogue.bestRanked(limit: Self.maxCandidates)
      : context.catalogue.search(typed, limit: Self.maxCandidates)
    let known = Set(owned)
    return owned.map { id in
      Completion.Candidate(word: id, note: context.catalogue.coin(id: id)?.name ?? "")
    }
      + listed.filter { $0.id.hasPrefix(typed) && !known.contains($0.id) }
      .map { Completion.Candidate(word: $0.id, note: $0.name) }
  }
}
