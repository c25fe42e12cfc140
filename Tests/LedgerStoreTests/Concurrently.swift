import Dispatch
import Synchronization

/// Runs `body` on several threads at once and returns the results.
func concurrently<Value: Sendable>(
  _ count: Int, _ body: @Sendable () throws -> Value
) throws -> [Value] {
  let results = Mutex<[Result<Value, any Error>]>([])
  DispatchQueue.concurrentPerform(iterations: count) { _ in
    let result = Result { try body() }
    results.withLock { $0.append(result) }
  }
  return try results.withLock { $0 }.map { try $0.get() }
}
