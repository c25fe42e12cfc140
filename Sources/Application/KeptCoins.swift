import AppGroup
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio

/// Stores a value for each coin in a file, with the digest of the rows it follows from.
///
/// The file is a cache: it may be missing, and a coin whose entry is outdated or corrupted is
/// recomputed alone.
struct KeptCoins {
  private static let format = "4"
  /// Enough for a million closed cycles.
  private static let sizeLimit = 256 * 1_048_576

  private struct Row {
    let digest: String
    let value: JSONValue
  }

  private let path: String
  /// The other inputs of the values: rates, the zone of days, rules for lots.
  private let rules: String
  /// Whether the digests still match the rows: what was read while another process wrote may mix
  /// two versions of the ledger and is not stored.
  private let isCurrent: () throws -> Bool

  init(path: String, rules: String, isCurrent: @escaping () throws -> Bool) {
    self.path = path
    self.rules = rules
    self.isCurrent = isCurrent
  }

  /// Returns the values of coins.
  ///
  /// - Parameters:
  ///   - digests: Every coin with the digest of its rows.
  ///   - wanted: Whether a coin's value is requested; other coins keep their stored value.
  ///   - read: Decodes a value that `make` encoded.
  ///   - follow: Updates a value stored under an earlier digest; `nil` if the coin must be computed
  ///     from its rows.
  ///   - make: Computes a coin's value from its rows.
  /// - Returns: The values of the requested coins, in the order of `digests`.
  func values<Value>(
    _ digests: [(coinId: String, digest: String)], of wanted: (String) -> Bool = { _ in true },
    read: (String, JSONValue) -> Value?,
    follow: (_ coinId: String, _ earlier: Value, _ digest: String) throws -> (Value, JSONValue)? =
      { _, _, _ in nil },
    make: (String) throws -> (Value, JSONValue)
  ) throws -> [Value] {
    let kept = keptRows()
    var rows: [String: Row] = [:]
    var values: [Value] = []
    var isChanged = false
    for (id, digest) in digests {
      let known = kept[id].flatMap { $0.digest == digest ? $0 : nil }
      guard wanted(id) else {
        rows[id] = known
        continue
      }
      if let known, let value = read(id, known.value) {
        rows[id] = known
        values.append(value)
        continue
      }
      let (value, json) = try followed(id, kept[id], read: read, follow) ?? make(id)
      rows[id] = Row(digest: digest, value: json)
      values.append(value)
      isChanged = true
    }
    if try (isChanged || rows.count != kept.count) && isCurrent() { write(rows) }
    return values
  }

  private func followed<Value>(
    _ coinId: String, _ earlier: Row?, read: (String, JSONValue) -> Value?,
    _ follow: (String, Value, String) throws -> (Value, JSONValue)?
  ) throws -> (Value, JSONValue)? {
    guard let earlier, let value = read(coinId, earlier.value) else { return nil }
    return try follow(coinId, value, earlier.digest)
  }

  private func keptRows() -> [String: Row] {
    guard let content = Self.content(path), content["format"]?.string == Self.format,
      content["rules"]?.string == rules, let rows = content["coins"]?.array
    else { return [:] }
    return Dictionary(rows.compactMap(Self.row), uniquingKeysWith: { first, _ in first })
  }

  /// Whether a file is intact, whatever its rules; a file of another version counts as intact.
  static func isSound(_ path: String) -> Bool {
    guard let content = content(path), let format = content["format"]?.string else { return false }
    guard format == Self.format else { return true }
    return content["rules"]?.string != nil
      && content["coins"]?.array?.allSatisfy { row($0) != nil } ?? false
  }

  /// A coin's row; `nil` if it is corrupted.
  private static func row(_ json: JSONValue) -> (String, Row)? {
    guard let id = json["coinId"]?.string, let digest = json["digest"]?.string,
      let value = json["value"], json["check"]?.string == check(id, digest, value)
    else { return nil }
    return (id, Row(digest: digest, value: value))
  }

  /// A checksum that detects figures edited by hand.
  private static func check(_ coinId: String, _ digest: String, _ value: JSONValue) -> String {
    sha256Text(of: "\(coinId) \(digest) \(value.text())")
  }

  private static func content(_ path: String) -> JSONValue? {
    do {
      return try AtomicFile.read(path, limit: sizeLimit).map { try JSONValue(parsing: $0) }
    } catch { return nil }
  }

  /// Replaces the file if there is a container.
  ///
  /// A failed write, as in a read-only container, only means recomputing the next time; reading
  /// must not fail because of it.
  private func write(_ rows: [String: Row]) {
    let content: JSONValue = .object([
      "format": .string(Self.format),
      "rules": .string(rules),
      "coins": .array(
        rows.sorted { $0.key < $1.key }.map { id, row in
          .object([
            "coinId": .string(id), "digest": .string(row.digest),
            "check": .string(Self.check(id, row.digest, row.value)), "value": row.value,
          ])
        }),
    ])
    do throws(ContainerError) {
      try AtomicFile.write(Array(content.text().utf8), to: path, isDurable: false)
    } catch {}
  }
}
