import AppGroup
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio

/// Positions counted in a currency as a file keeps them, each with the digest of the rows it was
/// counted from.
///
/// The file is a cache: it may be missing, and what does not fit, or is not as it was written, is
/// counted again.
struct CountedPositionsFile {
  private static let format = "3"
  /// Room for a million closed cycles.
  private static let sizeLimit = 256 * 1_048_576

  /// What the rates were that the positions were counted by.
  let rates: String
  /// Positions by coin id.
  var coins: [String: (digest: String, position: CountedPosition)]

  init(rates: String, coins: [String: (digest: String, position: CountedPosition)] = [:]) {
    self.rates = rates
    self.coins = coins
  }

  /// Reads a file; one of other rates, or that cannot be read, holds nothing of use.
  init(path: String, rates: String) {
    self.init(rates: rates)
    guard let content = Self.content(path), content["format"]?.string == Self.format,
      content["rates"]?.string == rates, let rows = content["coins"]?.array
    else { return }
    for (digest, position) in rows.compactMap(Self.position) {
      coins[position.summary.coinId] = (digest, position)
    }
  }

  /// Whether a file is as it was written, whatever its rates; one of another version counts as that.
  static func isSound(_ path: String) -> Bool {
    guard let content = content(path), let format = content["format"]?.string else { return false }
    guard format == Self.format else { return true }
    return content["rates"]?.string != nil
      && content["coins"]?.array?.allSatisfy { position($0) != nil } ?? false
  }

  /// The position of a row, with its digest; `nil` where it is not as it was written.
  private static func position(_ row: JSONValue) -> (digest: String, position: CountedPosition)? {
    guard let digest = row["digest"]?.string, let json = row["position"],
      row["check"]?.string == check(digest, json), let position = CountedPosition(json: json)
    else { return nil }
    return (digest, position)
  }

  /// What a hand that changes a figure in the file does not change with it.
  private static func check(_ digest: String, _ position: JSONValue) -> String {
    sha256Text(of: digest + position.text())
  }

  private static func content(_ path: String) -> JSONValue? {
    do {
      return try AtomicFile.read(path, limit: sizeLimit).map { try JSONValue(parsing: $0) }
    } catch { return nil }
  }

  /// Replaces the file, where there is a container.
  ///
  /// - Throws: ``ContainerError``.
  func write(to path: String) throws(ContainerError) {
    let rows = coins.values.sorted { $0.position.summary.coinId < $1.position.summary.coinId }
    let content: JSONValue = .object([
      "format": .string(Self.format),
      "rates": .string(rates),
      "coins": .array(
        rows.map { row in
          let json = row.position.json
          return .object([
            "digest": .string(row.digest), "check": .string(Self.check(row.digest, json)),
            "position": json,
          ])
        }),
    ])
    try AtomicFile.write(Array(content.text().utf8), to: path)
  }
}
