import AppGroup
import Application
import ArgumentParser
import CellGrid
import ConfigurationFile
import FoundationEssentials
import Import
import Interchange
import LedgerStore
import Portfolio
import Reports

/// What a file was read with, as the ledger keeps it with the file, so that it can be read again.
struct KeptReadingOptions {
  /// The word of `--format`, or `auto`.
  var format = "auto"
  /// The column map, or `nil`.
  var map: ColumnMap?
  /// The zones of local times, or empty.
  var zones = ""

  /// The options in lines such as `zones=Europe/Prague`; empty where none was given.
  var text: String {
    let lines = [
      format == "auto" ? nil : "format=\(format)", map.map { "map=\($0.text)" },
      zones.isEmpty ? nil : "zones=\(zones)",
    ]
    return lines.compactMap(\.self).joined(separator: "\n")
  }

  init() {}

  /// Reads ``text``.
  init(_ text: String) throws(ColumnMapError) {
    for line in text.split(separator: "\n") {
      let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { continue }
      switch sides[0] {
      case "format": format = String(sides[1])
      case "map": map = try ColumnMap(String(sides[1]))
      case "zones": zones = String(sides[1])
      default: break
      }
    }
  }
}

extension AppContext {
  /// Reads a file into records.
  ///
  /// - Throws: `ImportError` when the file as a whole cannot be read.
  func records(
    of bytes: [UInt8], name: String, account: String?, _ options: KeptReadingOptions,
    forms: [ImportFormat]
  ) throws -> ReadFile {
    let names = CoinMeanings(owned: [], catalogue: catalogue)
    let zones =
      options.zones.isEmpty ? LocalZones() : try ImportMapping.zones(options.zones)
    let shownName = name.split(separator: "/").last.map(String.init) ?? name
    let digest = NewFile(name: name, form: "", bytes: bytes, records: []).digestText
    let reading = ReadingOptions(
      digest: digest, account: account, name: name, map: options.map,
      known: ImportMapping.saved(self), zones: zones)
    let read = try Interchange.records(of: bytes, as: forms, options: reading)
    var file = ReadFile(
      name: name == "-" ? "standard input" : shownName, form: read.form.rawValue,
      options: options.text, account: account, bytes: bytes, records: read.records)
    for (asset, coinName) in read.coinNames {
      guard case .coin(let id)? = names.meaning(asset, called: coinName),
        names.meaning(asset, at: .distantFuture) != .coin(id)
      else { continue }
      file.coins[asset] = id
    }
    guard try ledger.hasReferences() else { return file }
    return file.naming(try formerReferences(of: bytes, as: forms, options: reading))
  }
}

extension Import {
  /// Imports through records: every row of every file is kept, and what follows is booked.
  func importRecords(_ context: AppContext) throws {
    let form = try mapping.form(named: format, context)
    var progress = Progress()
    defer { progress.clear() }
    var read: [ReadFile] = []
    for file in files {
      let inputs = try InputFile.all(in: context.readInput(file), named: file) {
        form.recognizes($0, known: ImportMapping.saved(context))
      }
      for input in inputs {
        if input.bytes.count > 200_000 { progress.say("Reading \(cleaned(input.name))") }
        read.append(try records(of: input, as: form, context))
      }
    }
    progress.clear()
    var change = EvidenceChange.add(read)
    change.answers = try evidence.answers(for: read, context)
    // A rehearsal needs a ledger.
    try context.container.create()
    let service = try context.importService(evidence)
    let seen = try context.ledger.newestChange()
    let preview = try service.preview(change)
    let description = ImportDescription(preview, read, context.style(privacy))
    description.lines(isVerbose: verbose).forEach(Console.print)
    if strict, !preview.questions.allSatisfy(\.question.waiting.isEmpty) {
      throw CommandFailure(
        "Nothing was imported: \(countOf(description.waitingRows, "row")) would wait. Import "
          + "without --strict and answer what `bitpal inbox` asks.", .refused)
    }
    if dryRun { return Console.print("Would add \(description.size).") }
    guard preview.change != nil else { return Console.print("Nothing was added.") }
    if mustAsk {
      let answer = Console.ask("Add \(description.size)? [y/N]")
      guard ["y", "yes"].contains(answer?.lowercased() ?? "") else {
        return Console.print("Nothing was added.")
      }
    }
    try context.service.write(note: writeNote) {
      try service.apply(change, label: label, expecting: expected(seen))
    } recorded: { outcome in
      let written = ImportDescription(outcome, read, context.style(privacy))
      Console.print("Added \(written.size).")
      if let advice = written.advice { Console.print(advice) }
    }
  }

  private func records(
    of input: InputFile, as form: AskedForm, _ context: AppContext
  ) throws -> ReadFile {
    var options = KeptReadingOptions()
    (options.format, options.map) = (form.formats.count == 1 ? format : "auto", form.map)
    options.zones = context.configuration.zones ?? ""
    func read(_ options: KeptReadingOptions) throws -> ReadFile {
      let accounts = try context.accountNames()
      return try context.records(
        of: input.bytes, name: input.name, account: evidence.account.map(accounts.spelling),
        options, forms: form.formats)
    }
    do {
      return try read(options)
    } catch ImportError.unknownFormat(let line) {
      guard let proposal = mapProposal(for: input.bytes) else {
        let sentence = cleaned(
          "\(input.name): \(ImportError.unknownFormat(firstLine: line).sentence)")
        throw CommandFailure(
          "\(clipped(sentence, to: 300)). A file that bitpal can read has a line that names its "
            + "columns.", .refused)
      }
      options.map =
        try mapping.ask(
          proposal, input.bytes, name: input.name, context, canAsk: mustAsk, isTrial: dryRun
        ).map
      return try read(options)
    } catch let error as ImportError {
      throw CommandFailure(clipped("\(input.name): \(cleaned(error.sentence))", to: 400), .refused)
    }
  }
}

extension ImportEvidence {
  /// The answers that options of an import give in advance.
  func answers(
    for files: [ReadFile], _ context: AppContext
  ) throws -> [Question.Key: Choice] {
    var answers: [Question.Key: Choice] = [:]
    if deposits != nil { answers[.openDeposits] = .gift }
    if missing != nil { answers[.every(.uncovered)] = .gift }
    let list = StablecoinList(stable ?? context.configuration.stablecoins)
    for (ticker, isDollar) in list.said {
      answers[.stablecoin(ticker)] = isDollar ? .dollars : .keep
    }
    for ticker in try stablecoins(context) { answers[.stablecoin(ticker)] = .dollars }
    let coins = coins
    guard !coins.isEmpty else { return answers }
    for name in Set(files.flatMap(\.assetNames)) {
      let asset = Asset(factName: name)
      if let id = coins[asset.word.lowercased()] ?? asset.tokenId.flatMap({ coins[$0] }) {
        answers[.coin(name)] = .coin(id)
      }
    }
    return answers
  }
}

extension ReadFile {
  /// The names of all assets in the file.
  fileprivate var assetNames: Set<String> {
    var names: Set<String> = []
    for fact in records.lazy.flatMap(\.facts) {
      names.insert(fact.amount.asset)
      for amount in [fact.counter, fact.fee].compactMap(\.self) + fact.otherFees {
        names.insert(amount.asset)
      }
    }
    return names
  }
}
