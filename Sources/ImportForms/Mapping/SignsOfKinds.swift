import FoundationEssentials
import ImportText
import Portfolio

/// The signs of the amounts of what left, by what their rows are called: where sales are below
/// zero, one above zero contradicts its word.
struct KindSigns: Sendable {
  private let side: String
  private let amount: String
  private let map: ColumnMap
  private var kinds: [String: RowKind?] = [:]
  private var signs: [RowKind: FeeSigns] = [:]

  /// - Returns: `nil` where no column has words, or none has amounts.
  init?(_ map: ColumnMap) {
    guard let side = map.column(.side), let amount = map.column(.amount) else { return nil }
    (self.map, self.side, self.amount) = (map, side, amount)
  }

  /// Takes one more row into account.
  mutating func look(at record: CSVRecord) {
    let word = record[side]
    if kinds[word] == nil { kinds[word] = .some(Self.out(map.kinds.kind(ofWord: word))) }
    guard let kind = kinds[word] ?? nil else { return }
    signs[kind, default: FeeSigns()].look(at: record[amount])
  }

  /// Takes other rows into account.
  mutating func merge(_ other: KindSigns) {
    for (kind, found) in other.signs { signs[kind, default: FeeSigns()].merge(found) }
  }

  /// Whether rows of a kind are below zero, but for those that contradict them.
  func areBelowZero(_ kind: RowKind) -> Bool {
    guard let found = signs[kind] else { return false }
    return found.below > 0 && found.below >= found.above
  }

  private static func out(_ kind: RowKind?) -> RowKind? {
    switch kind {
    case .sell, .withdrawal, .payment: kind
    default: nil
    }
  }
}

extension KindSigns {
  /// What the rows below a header show.
  init?(_ map: ColumnMap, in table: CSVTable) {
    self.init(map)
    do throws(FileTextError) {
      try table.eachRecord { record, _ in
        look(at: record)
        return true
      }
    } catch {
      // RowResult the rows says what is wrong.
    }
  }
}
