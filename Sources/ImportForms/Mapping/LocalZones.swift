import ImportText
public import Portfolio

/// The zones of the user's accounts, for forms with local times and no zone.
///
/// `Europe/Prague` applies to all of them, `bitget=Europe/Prague,revolut=UTC+1` to those named.
public struct LocalZones: Equatable, Sendable {
  /// The zone of some formats; later entries take precedence.
  private struct Entry: Equatable {
    let formats: [ImportFormat]
    let zone: LocalZone
  }

  private var entries: [Entry] = []

  /// No zones.
  public init() {}

  /// Reads zones: one for all forms, or one per exchange name.
  ///
  /// - Throws: ``LocalZonesError`` for a zone without rules, and for a name of no form with local
  ///   times.
  public init(_ text: String) throws(LocalZonesError) {
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(\.trimmed)
      guard let name = sides.last, let zone = Zone(mapped: name) else {
        throw .unknownZone(sides.last ?? "")
      }
      let formats = sides.count == 1 ? Self.formats : Self.formats(named: sides[0])
      guard sides.count <= 2, !formats.isEmpty else { throw .noLocalTimes(sides[0]) }
      // An exchange's own zone takes precedence over the one for all.
      let entry = Entry(formats: formats, zone: LocalZone(name: name, zone: zone))
      entries.insert(entry, at: sides.count == 1 ? 0 : entries.endIndex)
    }
    guard !entries.isEmpty else { throw .unknownZone(text) }
  }

  /// The zone of a format's times.
  func zone(of format: ImportFormat) -> LocalZone? {
    entries.last { $0.formats.contains(format) }?.zone
  }

  /// The formats with local times.
  fileprivate static let formats = FormatReader.all.filter {
    $0.hasLocalTimes || $0.hasZoneInFileName
  }.map(\.format)

  private static func formats(named word: String) -> [ImportFormat] {
    guard word.lowercased() != "auto" else { return [] }
    let named = ImportFormat.named(word)
    return formats.filter { named.contains($0) }
  }
}

/// A zone and its name as the user wrote it.
struct LocalZone: Equatable, Sendable {
  let name: String
  let zone: Zone
}

/// Why zones cannot be used.
public enum LocalZonesError: Error, Equatable, Sendable {
  /// No rules are known for the zone.
  case unknownZone(String)
  /// The exchange's files include their zone, or no format has the name.
  case noLocalTimes(String)

  /// What is wrong, and how to fix it.
  public var message: ErrorMessage {
    switch self {
    case .unknownZone(let zone): ColumnMapError.unknownZone(zone).message
    case .noLocalTimes(let name):
      .init(
        "No file of \"\(name)\" has local times. Those of these formats have: "
          + Set(LocalZones.formats.map(\.rawValue)).sorted().joined(separator: ", ") + ".")
    }
  }
}
