import GRDB
import Threads

/// The rows of a statement; one thread reads the next ones while another uses the previous ones.
///
/// Unchecked, because a statement is not `Sendable`: only one thread reads from it at a time.
struct ReadAhead<Value: Sendable>: @unchecked Sendable {
  private let statement: Statement
  private let make: (StatementColumns) throws -> Value

  /// - Parameter make: Makes a value of a row, on the reading thread; calls never overlap.
  init(_ statement: Statement, _ make: @escaping (StatementColumns) throws -> Value) {
    (self.statement, self.make) = (statement, make)
  }

  func forEach(_ body: (Value) throws -> Void) throws {
    let batchSize = 256
    defer { statement.reset() }
    let batches = Prefetcher(isLast: { $0.count < batchSize }) { try next(batchSize) }
    try batches.forEach { batch in for value in batch { try body(value) } }
  }

  private func next(_ count: Int) throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    while values.count < count, let row = try statement.nextRow() { values.append(try make(row)) }
    return values
  }
}
