import BitpalTesting
import Foundation
import Synchronization

/// A server that sends the same bytes for every request, valid or not.
final class PricesRawServer: Sendable {
  private let server: RawServer
  private let bytes: [UInt8]
  private let end: RawServer.End
  private let count = Mutex(0)

  /// Listens on a free port; requests are answered only during ``serve(_:)``.
  init(_ bytes: [UInt8], then end: RawServer.End = .close) throws {
    server = try RawServer()
    self.bytes = bytes
    self.end = end
  }

  var baseURL: String { "\(server.baseURL)/api/v3" }

  /// The number of requests so far.
  var requests: Int { count.withLock { $0 } }

  /// Answers requests for the duration of some blocking work.
  func serve<Value>(_ work: () throws -> Value) rethrows -> Value {
    Thread.detachNewThread { [self] in
      while server.answerOnce(bytes, then: end, heard: { count.withLock { $0 += 1 } }) {}
      server.close()
    }
    defer { server.stop() }
    return try work()
  }
}
