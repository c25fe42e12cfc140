import BitpalTesting

/// Runs a raw server beside some blocking work and gives what the work gave.
func withRawServer<Value: Sendable>(
  _ bytes: [UInt8], then end: RawServer.End, _ work: @escaping @Sendable (RawServer) -> Value
) async throws -> Value {
  let server = try RawServer()
  defer { server.close() }
  async let served: Void = onThread { server.answerOnce(bytes, then: end) }
  let value = await onThread { work(server) }
  await served
  return value
}

/// The head of an answer that promises some bytes.
func head(_ length: Int?, more: String = "") -> [UInt8] {
  let promise = length.map { "Content-Length: \($0)\r\n" } ?? ""
  return Array(
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(promise)\(more)\r\n".utf8)
}
