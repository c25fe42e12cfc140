import Exact
import FoundationEssentials

/// A coin's position under every method of ``CostBasis/stored``.
///
/// A checkpoint stores its lots in pieces. A walk that continues from it loads only the pieces that
/// sales need.
public struct PositionWalk: CoinWalk {
  /// Pieces do not record which purchase a lot is from.
  public static var keepsOrigins: Bool { false }

  private let carried: CarriedLots
  /// The position while no lot has been needed.
  private var summary: CoinPositionSummary
  /// The purchases since the checkpoint while no lot has been needed.
  private var later: [Transaction] = []
  /// The position with its lots; `nil` until one is needed.
  private var lots: PiecewisePosition?
  /// The lots of the checkpoint; `nil` without a checkpoint or once its cycle ended.
  private var kept: KeptPieces?
  private var closed: [ClosedCycle] = []

  /// Starts a walk at the first transaction.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - carried: The lots that migrations carry over.
  public init(of coinId: String, carrying carried: CarriedLots = .none) {
    summary = CoinPosition(coinId: coinId).summary
    do throws(PositionDataError) { lots = try PiecewisePosition(summary: summary) } catch {}
    self.carried = carried
  }

  /// Continues from a checkpoint.
  ///
  /// - Parameter checkpoint: Returns its sections.
  /// - Returns: `nil` if they are not the sections of a checkpoint.
  public init?(of coinId: String, checkpoint: @escaping (_ section: Int) -> [UInt8]?) {
    guard let first = checkpoint(0) else { return nil }
    do {
      var bytes = CheckpointReader(first)
      let text: String = try bytes.read()
      guard let summary = CoinPositionSummary(json: try JSONValue(parsing: Array(text.utf8))),
        summary.coinId == coinId
      else { return nil }
      self.summary = summary
      let books: [Int: CheckpointBlob] = try bytes.read()
      kept = KeptPieces(coinId: coinId, books: books, checkpoint)
      guard bytes.isAtEnd else { return nil }
    } catch { return nil }
    carried = .none
  }

  /// Applies the coin's next transaction in ledger order.
  public mutating func apply(_ transaction: Transaction) throws(PositionDataError) {
    if lots == nil {
      if let added = summary.adding(transaction) {
        summary = added
        return later.append(transaction)
      }
      lots = try opened()
    }
    while let kept, let absent = lots?.missing(for: transaction), !absent.isEmpty {
      lots?.load(try kept.pieces(absent))
    }
    // An invalid history is shown as recorded.
    do throws(PortfolioError) {
      let ended = try lots?.apply(transaction, carrying: carried, isChecked: false)
      if let ended { closed.append(ended) }
    } catch {}
    if kept != nil, lots?.isAtRest ?? false { kept = nil }
  }

  private func opened() throws(PositionDataError) -> PiecewisePosition {
    if let lots { return lots }
    let outlines = try kept?.outlines() ?? []
    let last = try outlines.last.flatMap { last throws(PositionDataError) in
      try kept?.pieces([last.number]).first
    }
    return try PiecewisePosition(summary: summary, outlines: outlines, last: last, later: later)
  }

  /// The position and the closed cycles.
  public func finished() -> (sums: CoinPositionSummary, closed: [ClosedCycle]) {
    (lots?.summary ?? summary, closed)
  }

  /// The position and the remainders of its lots, then the lots piece by piece.
  public mutating func checkpoint() throws(PositionDataError) -> [[UInt8]] {
    let opened = try opened()
    lots = opened
    let pieces = try KeptPieces.merged(opened.pieces, with: kept)
    var first = CheckpointWriter()
    first.write(opened.summary.json.text(), pieces.books)
    return [first.bytes] + pieces.sections
  }
}

/// The lots of a checkpoint, piece by piece.
private struct KeptPieces {
  /// A sale reads whole sections, so each has few pieces.
  ///
  /// The file's header lists all sections, so there must not be too many of them.
  private static func sectionSize(ofPieces count: Int) -> Int { max(8, (count + 255) / 256) }

  private let coinId: String
  /// The remainders of each piece, by number.
  private let books: [Int: CheckpointBlob]
  private let sectionSize: Int
  private let section: (Int) -> [UInt8]?

  init(coinId: String, books: [Int: CheckpointBlob], _ section: @escaping (Int) -> [UInt8]?) {
    (self.coinId, self.books, self.section) = (coinId, books, section)
    sectionSize = Self.sectionSize(ofPieces: (books.keys.max() ?? 0) + 1)
  }

  /// The outlines of all pieces, by number.
  func outlines() throws(PositionDataError) -> [LotPiece.Outline] {
    try books.sorted { $0.key < $1.key }.map { number, bytes throws(PositionDataError) in
      guard let outline = LotPiece.Outline(number: number, books: bytes.bytes) else {
        throw damaged
      }
      return outline
    }
  }

  func pieces(_ numbers: [Int]) throws(PositionDataError) -> [LotPiece] {
    try lots(numbers).map { number, lots throws(PositionDataError) in
      guard let books = books[number],
        let piece = LotPiece(number: number, lots: lots.bytes, books: books.bytes)
      else { throw damaged }
      return piece
    }
  }

  private func lots(_ numbers: [Int]) throws(PositionDataError) -> [Int: CheckpointBlob] {
    var found: [Int: CheckpointBlob] = [:]
    for (number, wanted) in Dictionary(grouping: numbers, by: { $0 / sectionSize }) {
      do throws(CheckpointError) {
        guard let section = section(number + 1) else { throw CheckpointError() }
        var bytes = CheckpointReader(section)
        let lots: [Int: CheckpointBlob] = try bytes.read()
        for number in wanted { found[number] = lots[number] }
      } catch { throw damaged }
    }
    guard found.count == Set(numbers).count else { throw damaged }
    return found
  }

  private var damaged: PositionDataError { PositionDataError(coinId: coinId) }

  /// The pieces of a position in sections of bytes.
  ///
  /// - Parameters:
  ///   - pieces: Those in memory.
  ///   - kept: Those of the previous checkpoint; `pieces` replace the ones with the same numbers.
  static func merged(
    _ pieces: [LotPiece], with kept: KeptPieces?
  ) throws(PositionDataError) -> (books: [Int: CheckpointBlob], sections: [[UInt8]]) {
    var books = kept?.books ?? [:]
    for piece in pieces { books[piece.number] = CheckpointBlob(piece.encodedBooks) }
    let changed = Dictionary(pieces.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
    let size = sectionSize(ofPieces: (books.keys.max() ?? 0) + 1)
    var sections: [[UInt8]] = []
    for first in stride(from: 0, through: books.keys.max() ?? -1, by: size) {
      let numbers = (first..<first + size).filter { books[$0] != nil }
      var lots = try kept?.lots(numbers.filter { changed[$0] == nil }) ?? [:]
      for number in numbers {
        if let piece = changed[number] { lots[number] = CheckpointBlob(piece.encodedLots) }
      }
      var section = CheckpointWriter()
      section.write(lots)
      sections.append(section.bytes)
    }
    return (books, sections)
  }
}
