import Foundation
import Portfolio
import Testing

@testable import Interchange

/// Files read whole and opened as streams, to compare what is planned either way.
struct BothWays {
  private typealias Tests = StreamedFileTests

  private let read: [ImportFile]
  /// `nil` where they must be read whole.
  private let stream: StreamedFiles?

  init(_ contents: [String], _ map: ColumnMap? = nil) throws {
    let given = contents.enumerated().map { ("\($0.offset).csv", Array($0.element.utf8)) }
    try self.init(
      read: given.map { try readImport($1, name: $0, map: map) },
      given.map { name, bytes in
        { isOneOfSeveral in
          try StreamedFile(
            RowBytes(bytes), name: name, map: map, isOneOfSeveral: isOneOfSeveral)
        }
      })
  }

  /// A format's own file.
  init(_ fixture: Fixture) throws {
    try self.init(
      read: [fixture.file],
      [{ _ in try StreamedFile(RowBytes(fixture.bytes), name: Fixture.fileName) }])
  }

  private init(read: [ImportFile], _ streams: [(Bool) throws -> StreamedFile]) throws {
    self.read = read
    do {
      stream = try StreamedFiles(streams.map { try $0(streams.count > 1) })
    } catch is MustReadWhole {
      stream = nil
    }
  }

  /// Compares a plan of the whole files with that of their streams.
  ///
  /// - Returns: The plan, and whether the files could be streamed.
  @discardableResult func compare(
    into ledger: ImportLedger, _ policy: ImportPolicy
  ) throws -> (whole: ImportPlan, isStreamed: Bool) {
    func plan(_ ledger: ImportLedger) -> ImportPlan {
      planImport(read, into: ledger, policy: policy, coins: Tests.coins, now: Tests.now)
    }
    let whole = plan(ledger)
    let wanted = Self.texts(whole)
    if read.count == 1 {
      #expect(Self.difference(of: Self.texts(plan(ledger.since(read))), from: wanted) == nil)
    }
    do {
      guard let stream else { throw MustReadWhole() }
      let ledger = ledger.pieceByPiece(read)
      var additions: [Transaction] = []
      func plan(_ aim: StreamAim) throws -> ImportPlan {
        additions = []
        return try stream.plan(
          into: ledger, policy: policy, coins: Tests.coins, now: Tests.now, for: aim
        ) { additions.append($0) }
      }
      let preview = try plan(.preview)
      #expect(Self.difference(of: Self.texts(preview), from: wanted) == nil)
      #expect(preview.totals == whole.totals)
      let written: ImportPlan
      do {
        written = try plan(.write)
      } catch is MustSettleFirst {
        written = try plan(.settledWrite)
      }
      #expect(Self.difference(of: Self.texts(written), from: wanted) == nil)
      #expect(written.totals.count == whole.totals.count)
      #expect(written.estimatedCount == whole.estimatedCount)
      for (file, other) in zip(stream.files, read) {
        #expect(written.refusedRows(of: file) == whole.refusedRows(of: other))
        #expect(file.header == other.header)
      }
      #expect(Set(written.totals.coins.keys) == Set(whole.totals.coins.keys))
      if whole.isAcceptable {
        #expect(
          Self.difference(of: additions.map(Self.text), from: whole.additions.map(Self.text))
            == nil)
      }
      return (whole, true)
    } catch is MustReadWhole {
      // Reading them whole gives the plan.
      return (whole, false)
    }
  }

  private static func difference(of texts: [String], from others: [String]) -> String? {
    for (text, other) in zip(texts, others) where text != other { return "\(text) is not \(other)" }
    guard texts.count != others.count else { return nil }
    return "\(texts.count) of \(others.count): \((texts + others).suffix(1))"
  }

  private static func text(_ row: Transaction) -> String {
    let anonymous = Transaction(
      id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), coinId: row.coinId,
      type: row.type, amount: row.amount, pricePerCoin: row.pricePerCoin, date: row.date,
      notes: row.notes, account: row.account, kind: row.kind, label: row.label,
      link: row.link.map { _ in UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) },
      acquired: row.acquired, payment: row.payment,
      fee: row.fee, valuation: row.valuation, reference: row.reference)
    return "\(anonymous)"
  }

  private static func text(_ move: Move) -> String {
    "\(move.account) \(move.coinId) \(move.amount) \(move.fee) \(move.date) \(move.hash ?? "") "
      + "\(String(describing: move.reference)) \(move.transfer == nil)"
  }

  private static func texts(_ plan: ImportPlan) -> [String] {
    var texts = ["\(plan.formats) \(plan.totals.count) \(plan.alreadyThere)"]
    texts += plan.moves.map(text) + ["changed"] + plan.changedMoves.map(text)
    texts += plan.refused.map { "\($0.source.place) \($0.source.text): \($0.reason.sentence)" }
    texts += plan.leftOut.filter { $0.firstOfTrade == nil }
      .map { "\($0.source.place) \($0.source.text): \($0.reason.sentence)" }
    texts += ["\(plan.mergedRowCount) merged, \(plan.refusedRowCount) refused"]
    texts += plan.notices.map(\.sentence) + plan.incompleteCoins
    texts += ["unsure"] + plan.unsureMoves.map(text)
    texts += plan.missingPrices.map { "\($0.key) \($0.value)" }.sorted()
    texts += plan.lookalikes.map { text($0.addition) + " like " + text($0.other) }
    return texts
  }
}
