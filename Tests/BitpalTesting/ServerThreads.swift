import Dispatch

/// Threads for the servers of tests: those that tests run on are few, and a test that waits for a
/// process keeps one for itself while the process waits for its server.
public final class ServerThreads: TaskExecutor {
  /// The threads all servers share.
  public static let shared = ServerThreads()

  private let queue = DispatchQueue(label: "servers of tests", attributes: .concurrent)

  /// Runs a piece of a server's work.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
