import BitpalTesting
import Foundation

/// Runs a raw server alongside blocking work and returns the work's result.
func withRawServer<Value: Sendable>(
  _ bytes: [UInt8], then end: RawServer.End, _ work: @escaping @Sendable (RawServer) -> Value
) async throws -> Value {
  let server = try RawServer()
  defer { server.close() }
  // A thread starts at once: a task would wait for the threads that tests share.
  let isServed = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    server.answerOnce(bytes, then: end)
    isServed.signal()
  }
  return await onThread {
    defer { isServed.wait() }
    return work(server)
  }
}

/// The head of a response that announces some length.
func head(_ length: Int?, more: String = "") -> [UInt8] {
  let promise = length.map { "Content-Length: \($0)\r\n" } ?? ""
  return Array(
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(promise)\(more)\r\n".utf8)
}
