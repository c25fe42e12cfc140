import AppGroup
import ArgumentParser
import CellGrid
import ConfigurationFile
import FoundationEssentials
import ImportForms
import ImportText
import Portfolio

/// Maps the columns of a file in an unknown format.
struct ImportMapping: ParsableArguments {
  @Option(
    name: .long,
    help:
      "What the columns mean, such as 'date=Day,side=Side,pair=Pair,amount=N,total=Sum'.")
  var map: String?
  @Option(name: .long, help: "Save the map under a name, so that such files are recognized.")
  var saveMap: String?

  func validate() throws {
    if let map {
      do throws(ColumnMapError) {
        _ = try ColumnMap(map)
      } catch {
        throw ValidationError(error.message.about("--map"))
      }
    }
    guard let saveMap else { return }
    guard SavedColumnMap.isName(saveMap) else {
      throw ValidationError("--save-map takes a name of letters, digits, - and _.")
    }
  }

  /// The map given by `--map`.
  var given: ColumnMap? {
    get throws(ColumnMapError) {
      guard let map else { return nil }
      return try ColumnMap(map)
    }
  }

  /// Shows the probable meaning of the columns, and uses it only if the user confirms.
  ///
  /// - Returns: `nil` if the user skips the file.
  func ask(
    _ proposal: MapProposal, _ bytes: [UInt8], name: String, _ context: AppContext,
    canAsk: Bool, isTrial: Bool
  ) throws -> ColumnMap? {
    Console.writeError(
      "\(name): bitpal does not know these columns: "
        + clipped(proposal.header.joined(separator: ", "), to: 300))
    for near in proposal.nearest { Console.writeError("  nearest: \(Self.words(near))") }
    for column in proposal.unreadFees {
      Console.writeError("  " + cleaned("not read: \(column); \(proposal.advice(onFee: column))"))
    }
    for column in proposal.otherFeeColumns.map(cleaned) {
      Console.writeError("  not read: \(column), which is not the fee itself; the map has no fee")
    }
    var map = proposal.map ?? proposal.partial
    if !proposal.missing.isEmpty {
      guard canAsk else {
        for words in Self.refusal(of: proposal, bytes, name: name) {
          Console.writeError("  \(clipped(words, to: 160))")
        }
        throw CommandFailure.refused(name, Self.refusal(proposal))
      }
      Console.writeError(Self.firstRow(of: proposal))
      guard let completed = try complete(map, of: proposal) else { return nil }
      map = completed
    }
    while true {
      let file = try readBack(map, bytes, name: name, proposal)
      guard canAsk else {
        throw CommandFailure(
          "Not imported: \(name) has columns that only you can confirm.",
          help: "If that is right, add the --map above; otherwise correct it.", .refused)
      }
      let answer = Console.ask("Read it this way? [y/N, or a correction such as amount=Qty]") ?? ""
      if ["y", "yes"].contains(answer.lowercased()) {
        if !isTrial { try keep(map, file, context) }
        return map
      }
      guard answer.contains("=") else { return nil }
      do {
        let corrected = try corrected(map, by: answer, of: proposal)
        guard let completed = try complete(corrected, of: proposal) else { return nil }
        map = completed
      } catch let slip as Slip {
        Console.writeError(slip.sentence)
      }
    }
  }

  /// A known format that the file nearly matches, and what to do about it.
  private static func words(_ near: MapProposal.NearFormat) -> String {
    let name = near.format.rawValue
    guard near.missing.isEmpty else {
      return "\(name), without \(near.missing.joined(separator: ", "))"
    }
    return near.mayBeAsked ? "\(name); if it is that, add --format \(name)" : name
  }

  /// Reads a file with a map, and explains its first rows.
  private func readBack(
    _ map: ColumnMap, _ bytes: [UInt8], name: String, _ proposal: MapProposal
  ) throws -> ImportFile {
    Console.writeError("They may be read with --map \(inQuotesForShell(map.text)):")
    let file: ImportFile
    do throws(ImportError) {
      file = try readImport(bytes, name: name, map: map)
    } catch {
      throw CommandFailure.refused(name, error.message)
    }
    for words in proposal.repeatedNames(in: map) { Console.writeError("  \(cleaned(words))") }
    let unread = proposal.unreadColumns(in: map)
    if !unread.isEmpty {
      Console.writeError(clipped("  not read: \(cleaned(unread.joined(separator: ", ")))", to: 160))
    }
    for words in file.firstRows(3) { Console.writeError("  \(clipped(words, to: 160))") }
    return file
  }

  /// The first refused rows of a proposal that lacks only the currency, if every row would be
  /// refused.
  private static func refusal(
    of proposal: MapProposal, _ bytes: [UInt8], name: String
  ) -> [String] {
    guard proposal.missing == ["currency"] else { return [] }
    do {
      let map = try proposal.partial.corrected(by: proposal.currencyOfHeadings.fields)
      let file = try readImport(bytes, name: name, map: map)
      return file.isRefused ? file.firstRows(0) : []
    } catch {
      return []
    }
  }

  /// Advice on what to add, if no question can be asked.
  private static func refusal(_ proposal: MapProposal) -> ErrorMessage {
    if proposal.missing == ["currency"] {
      let money = proposal.currencyOfHeadings
      return ErrorMessage(
        "The file does not say which currency its amounts are in.",
        help: "If it is \(money.words), add "
          + "--map \(inQuotesForShell("\(proposal.partial.text),\(money.fields)")).")
    }
    guard !proposal.partial.text.isEmpty else {
      return ErrorMessage(
        "bitpal does not know what the columns mean.",
        help: "Name them, such as --map 'date=Created,side=Side,pair=Market,amount=Qty,"
          + "total=Total,fee=Fee'.")
    }
    let isWhole = proposal.partial.missing.isEmpty
    let help =
      "Add it to --map \(inQuotesForShell(proposal.partial.text))."
      + (proposal.missing.contains("side")
        ? " Where every row is of one kind, write it as side==deposit, side==buy and so on." : "")
      + (proposal.missing.contains("side") && proposal.hasSignedAmounts
        ? " Where the sign of the amount tells what it is, write side==trade, or side==move,move==move "
          + "for deposits and withdrawals." : "")
      + (proposal.missing.contains("zone")
        ? " Write the zone of its times as zone=Europe/Berlin or zone=UTC+2." : "")
      + (proposal.unclearAmount.map {
        " Whether \(cleaned($0)) is coins or money is not clear: if it is coins, add amount=\($0)."
      } ?? "")
      + (isWhole ? " Deposits, withdrawals and rewards can be read without it." : "")
    return ErrorMessage(
      "bitpal does not know which column is \(proposal.missing.joined(separator: " and ")).",
      help: help)
  }

  /// The first row, each cell preceded by its column name.
  private static func firstRow(of proposal: MapProposal) -> String {
    let cells = zip(proposal.header, proposal.firstRow).filter { !$1.isEmpty }
    return "  the first row: "
      + clipped(cells.map { cleaned("\($0): \($1)") }.joined(separator: " · "), to: 400)
  }

  /// Asks for missing parts of a map until it is complete, repeating after an invalid answer.
  ///
  /// - Returns: `nil` if an answer skips the file.
  private func complete(_ start: ColumnMap, of proposal: MapProposal) throws -> ColumnMap? {
    var map = start
    while let missing = map.allMissing.first {
      let question =
        switch missing {
        case "currency": "Which currency are the amounts in, such as USD, or which column names it?"
        case "side":
          "Which column holds the side? If every row is of one kind, type =buy, =deposit and so on."
        case "zone": "Which time zone are the times in, such as Europe/Berlin or UTC+2?"
        default: "Which column holds the \(missing)?"
        }
      let answer = Console.ask("\(question) [Enter: leave the file out]") ?? ""
      // A column may be named Q.
      guard !Console.isLeaving(answer) || proposal.header.contains(answer.lowercased()),
        !answer.isEmpty
      else { return nil }
      do {
        map = try corrected(map, by: try meaning(of: answer, as: missing, proposal), of: proposal)
      } catch let slip as Slip {
        Console.writeError(slip.sentence)
      }
    }
    return map
  }

  /// Converts an answer to map syntax.
  private func meaning(
    of answer: String, as missing: String, _ proposal: MapProposal
  ) throws -> String {
    if answer.hasPrefix("="), missing != "total or price" {
      let text = answer.drop { $0 == "=" || $0 == " " }
      // The sign of the amount decides the type of a move.
      if missing == "side", text.lowercased() == "move" { return "side==move,move==move" }
      return "\(missing.split(separator: " ").last ?? "")==\(text)"
    }
    guard !answer.contains("=") else { return answer }
    let isCode = (3...5).contains(answer.count) && answer.allSatisfy(\.isLetter)
    if missing == "currency", isCode { return "currency==\(answer.uppercased())" }
    if missing == "pair or coin", proposal.pairColumns.contains(answer.lowercased()) {
      return "pair=\(answer)"
    }
    guard missing == "total or price" else {
      // Use the more general field of `pair or coin`.
      return "\(missing.split(separator: " ").last ?? "")=\(answer)"
    }
    let kind = Console.ask("Is it the total paid, or the price per coin? [total/price]")
    let word = kind?.lowercased() ?? ""
    guard !word.isEmpty, let field = ["total", "price"].first(where: { $0.hasPrefix(word) }) else {
      throw Slip(sentence: "Type total or price.")
    }
    return "\(field)=\(answer)"
  }

  private func corrected(
    _ map: ColumnMap, by text: String, of proposal: MapProposal
  ) throws -> ColumnMap {
    let map: ColumnMap = try {
      do throws(ColumnMapError) {
        return try map.corrected(by: text)
      } catch {
        throw Slip(sentence: error.message.about("--map").sentence)
      }
    }()
    guard let unknown = proposal.unknownColumn(of: map) else { return map }
    throw Slip(
      sentence:
        "There is no column \(cleaned(unknown)). Write a text that is the same in every row "
        + "with two signs, such as coin==BTC.")
  }
}

/// An invalid answer; the question is repeated.
private struct Slip: Error {
  let sentence: String
}

extension ImportMapping {
  /// The time zones of the user's accounts, for files with local times.
  static func zones(_ context: AppContext) throws -> LocalZones {
    guard let text = context.configuration.zones else { return LocalZones() }
    return try zones(text)
  }

  /// - Throws: `CommandFailure` for unusable zones.
  static func zones(_ text: String) throws -> LocalZones {
    do throws(LocalZonesError) {
      return try LocalZones(text)
    } catch {
      throw CommandFailure.refused("import.zone", error.message)
    }
  }

  /// Checks the zone of a file, which a user typed as an answer.
  ///
  /// - Throws: `CommandFailure` for anything but one usable zone.
  static func checkZone(_ text: String) throws {
    do throws(LocalZonesError) {
      guard !text.contains(where: { ",=".contains($0) }) else { throw .unknownZone(text) }
      _ = try LocalZones(text)
    } catch {
      throw CommandFailure(error.message, .refused)
    }
  }
}

/// The file formats and the map selected by `--format`.
struct AskedForm {
  let formats: [ImportFormat]
  let map: ColumnMap?
}

/// Maps saved under a name.
extension ImportMapping {
  /// The meaning of a `--format` value: formats, in addition to the map of `--map`, or a saved map.
  ///
  /// - Throws: If the value is neither, or there would be two maps.
  func form(named word: String, _ context: AppContext) throws -> AskedForm {
    let formats = ImportFormat.named(word)
    guard formats.isEmpty else { return AskedForm(formats: formats, map: try given) }
    let saved = Self.saved(context).first { $0.name.lowercased() == word.lowercased() }
    guard let saved else {
      let path = context.container.path(.importMap, named: word)
      if SavedColumnMap.isName(word), try fileKind(path) != nil {
        // Its problem was reported when it was read.
        throw CommandFailure("", .refused)
      }
      throw ValidationError(Import.unknownFormat(word))
    }
    guard map == nil else {
      throw ValidationError(
        "\(saved.name) is one of your maps.",
        help: "Give --format or --map, not both.")
    }
    return AskedForm(formats: ImportFormat.allCases, map: saved.map)
  }

  /// Saves the map of `--map`, if the user wants to.
  ///
  /// - Parameters:
  ///   - bytes: The file that was read with it.
  ///   - name: The map's name.
  func keepGiven(
    _ bytes: [UInt8], as form: AskedForm, name: String, _ context: AppContext
  ) throws {
    guard saveMap != nil, let given = try given else { return }
    let file = try readImport(
      bytes, as: form.formats, name: name, map: given, zones: try Self.zones(context))
    try keep(given, file, context)
  }

  func keep(_ map: ColumnMap, _ file: ImportFile, _ context: AppContext) throws {
    guard let saveMap, let saved = SavedColumnMap(name: saveMap, map: map, file: file) else {
      return
    }
    try context.container.create()
    let path = context.container.path(.importMap, named: saveMap)
    if try fileKind(path) != nil, case .failure = Self.read(path, in: context.container) {
      try context.keepAside(path)
    }
    try AtomicFile.write(Array(saved.json.utf8), to: path)
    Console.writeError("Files with this header are now known as \(saveMap).")
  }

  /// The saved maps by name; an unreadable one is reported and skipped.
  static func saved(_ context: AppContext) -> [SavedColumnMap] {
    let files: [String]
    do throws(ContainerError) { files = try context.container.files(.importMap) } catch {
      context.warnings.say(error.sentence)
      return []
    }
    return files.compactMap { path in
      switch read(path, in: context.container) {
      case .success(let map): return map
      case .failure(let damage):
        context.warnings.say(damage.sentence)
        return nil
      }
    }
  }

  /// Reads a saved map.
  static func read(
    _ path: String, in container: AppGroupContainer
  ) -> Result<SavedColumnMap, DamagedMap> {
    let name = container.name(of: path, .importMap)
    do {
      if let bytes = try AtomicFile.read(path, limit: 1 << 20),
        let map = SavedColumnMap(name: name, json: bytes)
      {
        return .success(map)
      }
    } catch {
      // Reported like a file without a map.
    }
    let cure = "It is not used: import with `--map … --save-map \(name)` again."
    return .failure(DamagedMap(sentence: FileDamage(path, cure: cure).sentence))
  }
}

/// Why a saved map is unusable.
struct DamagedMap: Error {
  let sentence: String
}
