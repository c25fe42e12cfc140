import FoundationEssentials
import Portfolio

/// Looks whether rows of several files may be one, though they are not equal: a report of another
/// form tells the same of one account, or a spreadsheet wrote rows without ids anew.
///
/// That takes all rows of the files to say.
struct RowsBesideOthers {
  /// A number for each form, by the files.
  private let forms: [Int]
  private let hasSeveralForms: Bool
  /// The format of each file that another file has, too.
  private let sources: [String?]
  /// Which form tells of an account.
  private var formOfAccount: [String: Int] = [:]
  /// Rows without ids of the present minute.
  private var minute = 0
  private var near: [Shape: [(file: Int, amount: Decimal)]] = [:]
  /// Deposits and withdrawals without ids, which are few.
  private var moves: [Shape: [(file: Int, amount: Decimal)]] = [:]

  private struct Shape: Hashable {
    let account: String
    let coinId: String
    let kind: Int
    let minute: Int
  }

  init(_ files: [ImportFile]) {
    let names = files.map(\.form)
    forms = names.map { names.firstIndex(of: $0) ?? 0 }
    hasSeveralForms = forms.contains { $0 > 0 }
    let formats = files.map(\.format)
    sources = formats.map { format in
      formats.count { $0 == format } > 1 ? format.rawValue : nil
    }
  }

  /// - Throws: ``MustReadWhole`` where a row may be one of another file.
  mutating func compare(_ row: Transaction, of file: Int) throws {
    try note(row.account, file)
    guard hasNoId(row.reference, file) else { return }
    let minute = row.date.millisecondsSince1970 / 60_000
    if minute != self.minute {
      self.minute = minute
      near.removeAll(keepingCapacity: true)
    }
    let kind = row.type == .sell ? 1 : row.type == .gift ? 2 : 0
    try Self.add(
      row.amount, of: file, to: &near,
      Shape(account: row.account?.lowercased() ?? "", coinId: row.coinId, kind: kind, minute: 0))
  }

  /// - Throws: ``MustReadWhole`` where a deposit or withdrawal may be one of another file.
  mutating func compare(_ move: Move, of file: Int) throws {
    try note(move.account, file)
    guard hasNoId(move.reference, file) else { return }
    try Self.add(
      abs(move.amount) + move.fee, of: file, to: &moves,
      Shape(
        account: move.account.lowercased(), coinId: move.coinId, kind: move.amount < 0 ? 1 : 0,
        minute: move.date.millisecondsSince1970 / 60_000))
  }

  private mutating func note(_ account: String?, _ file: Int) throws {
    // Of one form no two tell the same.
    guard hasSeveralForms, let account = account?.lowercased() else { return }
    let known = formOfAccount[account] ?? forms[file]
    guard known == forms[file] else { throw MustReadWhole() }
    formOfAccount[account] = known
  }

  private func hasNoId(_ reference: Reference?, _ file: Int) -> Bool {
    guard let reference, reference.source == sources[file] else { return false }
    return reference.isDigest || reference.source == ImportFormat.taxBit.rawValue
  }

  private static func add(
    _ amount: Decimal, of file: Int, to rows: inout [Shape: [(file: Int, amount: Decimal)]],
    _ shape: Shape
  ) throws {
    let isOther = rows[shape]?.contains { other in
      other.file != file && RewrittenRows.Digits.few.agree(other.amount, amount)
    }
    guard isOther != true else { throw MustReadWhole() }
    rows[shape, default: []].append((file, amount))
  }
}
