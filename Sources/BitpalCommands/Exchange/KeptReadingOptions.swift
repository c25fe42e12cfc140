import Application
import CoinCatalogue
import FoundationEssentials
import Import
import ImportForms
import ImportText
import LedgerStore
import Portfolio

/// The options a file was read with, stored with the file so that it can be read again.
struct KeptReadingOptions {
  /// The value of `--format`, or `auto`.
  var format = "auto"
  /// The column map, or `nil`.
  var map: ColumnMap?
  /// The zones of local times; may be empty.
  var zones = ""

  /// The options as lines such as `zones=Europe/Prague`; empty if none were given.
  var lines: [String] {
    [
      format == "auto" ? nil : "format=\(format)", map.map { "map=\($0.text)" },
      zones.isEmpty ? nil : "zones=\(zones)",
    ].compactMap(\.self)
  }

  init() {}

  /// Parses ``lines``, separated by line feeds.
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
  /// - Returns: The file, and whether its times are local times in an unknown zone.
  /// - Throws: `ImportError` if the file as a whole cannot be read.
  func records(
    of bytes: [UInt8], name: String, account: String?, _ options: KeptReadingOptions,
    forms: [ImportFormat]
  ) throws -> (file: ReadFile, hasUnknownZone: Bool) {
    let names = CoinMeanings(owned: [], catalogue: catalogue)
    let zones =
      options.zones.isEmpty ? LocalZones() : try ImportMapping.zones(options.zones)
    let digest = ReadFile.digest(of: bytes)
    let reading = ReadingOptions(
      digest: digest, account: account, name: name, map: options.map,
      known: ImportMapping.saved(self), zones: zones, now: now)
    let read = try ImportForms.records(of: bytes, as: forms, options: reading)
    var file = ReadFile(
      name: ReadFile.title(ofFile: name), form: read.form.text,
      options: (options.lines + (read.hasLostZone ? [ReadFile.lostZone] : []))
        .joined(separator: "\n"),
      account: account, bytes: bytes, records: read.records)
    file.unusedZone = read.unusedZone
    file.coins = read.coins(
      id: { asset in
        guard case .coin(let id)? = names.meaning(of: asset), catalogue.coin(id: id) != nil else {
          return nil
        }
        return id
      },
      rank: { catalogue.coin(id: $0)?.rank })
    if try ledger.imports.hasReferences() {
      file = file.naming(try formerReferences(of: bytes, as: forms, options: reading))
    }
    return (file, read.hasUnknownZone)
  }
}

extension ReadFile {
  /// The display name of a file argument.
  static func title(ofFile name: String) -> String {
    name == "-" ? "standard input" : name.split(separator: "/").last.map(String.init) ?? name
  }
}
