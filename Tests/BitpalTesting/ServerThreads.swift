import Dispatch

/// Threads for test servers.
///
/// The threads of the test pool are few, and a test that waits for a process blocks one of them
/// while the process waits for its server.
public final class ServerThreads: TaskExecutor {
  /// The threads all servers share.
  public static let shared = ServerThreads()

  private let queue = DispatchQueue(label: "servers of tests", attributes: .concurrent)

  /// Runs a job of a server.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
