import FoundationEssentials
import ImportText
import Portfolio

/// The signs of a file's fees.
///
/// If all are equal, the fees are charges; otherwise one of the signs means rebates.
struct FeeSigns: Equatable, Sendable {
  /// The number of negative fees, and of positive ones.
  private(set) var below = 0
  private(set) var above = 0

  /// Whether fees of both signs occur.
  var areBoth: Bool { below > 0 && above > 0 }

  /// Counts one more cell.
  mutating func look(at cell: String) {
    guard cell.utf8.contains(where: { (0x31...0x39).contains($0) }) else { return }
    let sign = cell.prefix { !$0.isNumber }
    if sign.contains(where: { "-(\u{2212}".contains($0) }) { below += 1 } else { above += 1 }
  }

  /// Adds the counts of other rows.
  mutating func merge(_ other: FeeSigns) {
    below += other.below
    above += other.above
  }

  /// The signs that cannot be assumed to be charges: the rarer one, or both if equally frequent.
  var unclear: (below: Bool, above: Bool) {
    areBoth ? (below <= above, above <= below) : (false, false)
  }
}

/// Which fees of a file are charged, and which are rebates.
enum FeeRule: Sendable {
  /// Every fee is charged, regardless of its sign.
  case charged
  /// Negative fees are rebates.
  case belowIsRebate
  /// Positive fees are rebates.
  case aboveIsRebate
  /// Both signs occur, and the map does not say what the rarer one means.
  case unclear(below: Bool, above: Bool)

  /// The rule stated by a map or shown by the signs in the rows.
  init(_ map: ColumnMap, in table: CSVTable) {
    switch map.literal(.fees)?.lowercased() {
    case "positive": self = .belowIsRebate
    case "negative": self = .aboveIsRebate
    case "both": self = .charged
    default:
      var signs = FeeSigns()
      do throws(FileTextError) {
        if let column = map.signedColumn {
          try table.eachRecord { record, _ in
            signs.look(at: record[column])
            return true
          }
        }
      } catch {
        // Reading the rows reports what is wrong.
      }
      let unclear = signs.unclear
      self = signs.areBoth ? .unclear(below: unclear.below, above: unclear.above) : .charged
    }
  }
}

extension ColumnMap {
  /// The fee column if the map does not state the meaning of its signs.
  var signedColumn: String? { has(.fees) ? nil : column(.fee) }
}

/// The signs of outgoing amounts for each kind: if sales are negative, a positive one contradicts
/// its word.
struct KindSigns: Sendable {
  private let side: String
  private let amount: String
  private let map: ColumnMap
  private var kinds: [String: RowKind?] = [:]
  private var signs: [RowKind: FeeSigns] = [:]

  /// - Returns: `nil` if no column has words, or none has amounts.
  init?(_ map: ColumnMap) {
    guard let side = map.column(.side), let amount = map.column(.amount) else { return nil }
    (self.map, self.side, self.amount) = (map, side, amount)
  }

  /// Counts one more row.
  mutating func look(at record: CSVRecord) {
    let word = record[side]
    if kinds[word] == nil { kinds[word] = .some(Self.out(map.kinds.kind(ofWord: word))) }
    guard let kind = kinds[word] ?? nil else { return }
    signs[kind, default: FeeSigns()].look(at: record[amount])
  }

  /// Adds the counts of other rows.
  mutating func merge(_ other: KindSigns) {
    for (kind, found) in other.signs { signs[kind, default: FeeSigns()].merge(found) }
  }

  /// Whether the amounts of a kind are negative, with few exceptions.
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
  /// The rule shown by the rows.
  init?(_ map: ColumnMap, in table: CSVTable) {
    self.init(map)
    do throws(FileTextError) {
      try table.eachRecord { record, _ in
        look(at: record)
        return true
      }
    } catch {
      // Reading the rows reports what is wrong.
    }
  }
}
