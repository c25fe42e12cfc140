import AppGroup
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio

/// What is kept of each coin in a file, with the digest of the rows it follows from.
///
/// The file is a cache: it may be missing, and what does not fit, or is not as it was written, is
/// made again, that coin alone.
struct KeptCoins {
  private static let format = "4"
  /// Room for a million closed cycles.
  private static let sizeLimit = 256 * 1_048_576

  private struct Row {
    let digest: String
    let value: JSONValue
  }

  private let path: String
  /// The other inputs of the values: rates, the zone of days, rules for lots.
  private let rules: String
  /// Whether the rows are still those of the digests: what was read while another process wrote may
  /// be of two ledgers, and is not kept.
  private let isCurrent: () throws -> Bool

  init(path: String, rules: String, isCurrent: @escaping () throws -> Bool) {
    self.path = path
    self.rules = rules
    self.isCurrent = isCurrent
  }

  /// The values of coins.
  ///
  /// - Parameters:
  ///   - digests: Every coin with the digest of its rows.
  ///   - wanted: Whether a coin's value is asked for; those of others stay as they are kept.
  ///   - read: Reads what `make` gave.
  ///   - follow: Updates a value kept under an earlier digest; `nil` where the coin must be computed
  ///     from its rows.
  ///   - make: Makes a coin's value from its rows.
  /// - Returns: The values of the coins asked for, in the order of `digests`.
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

  /// Whether a file is as it was written, whatever its rules; one of another version counts as that.
  static func isSound(_ path: String) -> Bool {
    guard let content = content(path), let format = content["format"]?.string else { return false }
    guard format == Self.format else { return true }
    return content["rules"]?.string != nil
      && content["coins"]?.array?.allSatisfy { row($0) != nil } ?? false
  }

  /// A coin's row; `nil` where it is not as it was written.
  private static func row(_ json: JSONValue) -> (String, Row)? {
    guard let id = json["coinId"]?.string, let digest = json["digest"]?.string,
      let value = json["value"], json["check"]?.string == check(id, digest, value)
    else { return nil }
    return (id, Row(digest: digest, value: value))
  }

  /// What a hand that changes a figure in the file does not change with it.
  private static func check(_ coinId: String, _ digest: String, _ value: JSONValue) -> String {
    sha256Text(of: "\(coinId) \(digest) \(value.text())")
  }

  private static func content(_ path: String) -> JSONValue? {
    do {
      return try AtomicFile.read(path, limit: sizeLimit).map { try JSONValue(parsing: $0) }
    } catch { return nil }
  }

  /// Replaces the file, where there is a container.
  ///
  /// What cannot be written, as in a container that is read only, is made again the next time:
  /// nothing but time is lost, and reading must not fail for it.
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
