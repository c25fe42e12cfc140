import BitpalTesting

/// Runs a server for the duration of a closure.
func withTLSServer(
  certificateFor name: String, answers: [String: String] = [:],
  _ body: @Sendable (TLSServer) async throws -> Void
) async throws {
  let server = try await onThread {
    Result { try TLSServer(certificateFor: name, answers: answers) }
  }.get()
  do {
    try await body(server)
  } catch {
    await onThread { server.stop() }
    throw error
  }
  await onThread { server.stop() }
}
