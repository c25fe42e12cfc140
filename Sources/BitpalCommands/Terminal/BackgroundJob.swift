import Dashboard
import Glibc
import Synchronization

/// Runs shell commands in the background, one at a time, while the dashboard keeps the screen.
final class BackgroundJob: Sendable {
  private struct State {
    var child: ChildCommand?
    var job: DashboardJob?
    var result: DashboardJobResult?
  }

  private let state = Mutex(State())
  private let pipe: WakePipe

  init() throws { pipe = try WakePipe() }

  /// Becomes readable when a job ends.
  var descriptor: Int32 { pipe.descriptor }

  /// Starts a job; the dashboard starts no other while one runs.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - words: Its command line.
  ///   - home: The portfolio's folder.
  func start(_ job: DashboardJob, _ words: [String], home: String) {
    guard let child = ChildCommand(words, home: home, isQuiet: true) else {
      let reason = "The system could not start a process. Close some programs and try again."
      return record(DashboardJobResult(job, status: 1, lines: [reason]))
    }
    state.withLock { state in
      state.child = child
      state.job = job
    }
    onBackgroundThread {
      let (status, text) = child.wait()
      let lines = text.split(separator: "\n").map(String.init)
      self.record(DashboardJobResult(job, status: status, lines: lines))
    }
  }

  /// The result of a job that ended since the last call.
  func nextResult() -> DashboardJobResult? {
    pipe.drain()
    return state.withLock { state in
      defer { state.result = nil }
      return state.result
    }
  }

  /// Waits for a job that writes, or terminates one that only reads.
  ///
  /// - Returns: Its result, if not yet delivered.
  func close() -> DashboardJobResult? {
    state.withLock { state in
      if state.job?.isOnlyRead == true { state.child?.end() }
    }
    while state.withLock({ $0.child != nil }) { _ = pipe.wait(milliseconds: 100) }
    let result = nextResult()
    return result?.job.isOnlyRead == true ? nil : result
  }

  private func record(_ result: DashboardJobResult) {
    state.withLock { state in
      state.result = result
      state.child = nil
      state.job = nil
    }
    pipe.wake()
  }
}
