public import FoundationEssentials
public import Portfolio

/// The bytes of a file that are read piece by piece, so that its length costs no memory.
public struct RowBytes {
  /// How many there are.
  public let count: Int
  private let read: (_ offset: Int, _ into: UnsafeMutableRawBufferPointer) throws -> Int

  /// Makes bytes that a function reads.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - read: Reads from an offset on, and returns how many bytes it read: at least one before
  ///     the end.
  public init(
    count: Int, read: @escaping (_ offset: Int, _ into: UnsafeMutableRawBufferPointer) throws -> Int
  ) {
    self.count = count
    self.read = read
  }

  /// The first bytes, at most so many.
  ///
  /// - Throws: What reading throws.
  public func prefix(_ length: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(length, count))
    let found = try bytes.withUnsafeMutableBytes { $0.isEmpty ? 0 : try read(0, $0) }
    return Array(bytes.prefix(found))
  }

  /// Makes bytes that are in memory.
  public init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { offset, buffer in
      let part = bytes[min(offset, bytes.count)...].prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
  }

  /// Fills a buffer from an offset on, to the end of the bytes at most.
  func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) throws -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try read(offset + filled, rest)
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }
}

/// Long files with the row offsets in memory.
public protocol StreamedRows {
  /// The files without their rows.
  var files: [ImportFile] { get }
  /// How many rows there are.
  var rowCount: Int { get }
  /// The instant of the oldest row; `nil` where none has one.
  var firstDate: Date? { get }

  /// Hands on the transactions that the files add to a ledger, in the order in which they are
  /// inserted, and none where the plan turns out not to be acceptable.
  ///
  /// - Parameters:
  ///   - ledger: The ledger, from half a day before the first row on at least.
  ///   - policy: What the user allows, and the evidence for dollars.
  ///   - coins: Says which coin a name is.
  ///   - now: The present instant; no transaction may lie after it.
  ///   - newId: Makes the id of a new transaction or move.
  ///   - aim: What the plan is for.
  ///   - progress: Called with the rows gone through.
  ///   - add: Receives each transaction.
  /// - Returns: The plan, its additions counted and not kept.
  /// - Throws: ``MustReadWhole``; ``MustSettleFirst`` where transactions were handed on that are
  ///   not to be added; what reading throws, and what `add` throws.
  func plan(
    into ledger: ImportLedger, policy: ImportPolicy, coins: CoinDirectory, now: Date,
    newId: @escaping () -> UUID, for aim: StreamAim, progress: (Int) -> Void,
    add: (Transaction) throws -> Void
  ) throws -> ImportPlan
}

/// What a plan of a long file is for.
public enum StreamAim: Sendable {
  /// For display only.
  case preview
  /// To be written while it is made.
  case write
  /// To be written as soon as every sale that nothing covers is known.
  case settledWrite
}

/// What makes a file one that another reader of rows has to read.
public struct OtherForm: Error {}

/// What makes a file one that has to be read whole: rows that are refused or left out, another
/// form, or more than the short way can tell.
///
/// Reading it whole gives the same result, with every reason.
public struct MustReadWhole: Error {
  /// Makes the error.
  public init() {}
}
