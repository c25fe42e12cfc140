import Glibc
import Synchronization

/// Signals as bytes of a pipe, so that waiting for a descriptor hears them too.
///
/// One at a time: a signal has one handler.
final class SignalPipe {
  /// Readable when a signal came.
  let descriptor: Int32

  /// Those heard here; what the program was started to ignore, as by nohup, stays ignored.
  private let heard: [Int32]

  /// Begins to hear signals.
  ///
  /// - Throws: A refusal when no descriptor is left.
  init(_ numbers: [Int32]) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CommandFailure(
        "Too many open files.",
        help: "Close some programs and try again.",
        .inputOutput)
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    descriptor = ends[0]
    wakeDescriptor.store(ends[1], ordering: .sequentiallyConsistent)
    heard = numbers.filter { !isIgnored($0) }
    for number in heard { listen(number) }
  }

  deinit {
    for number in heard { signal(number, SIG_DFL) }
    close(wakeDescriptor.exchange(-1, ordering: .sequentiallyConsistent))
    close(descriptor)
  }

  /// The first of the signals that came and were not asked for yet, `nil` when there is none.
  func next() -> Int32? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? Int32(byte) : nil
  }

  /// Stops the program as Ctrl-Z does, and returns when it is continued.
  func stop() {
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    listen(SIGTSTP)
  }

  private func listen(_ number: Int32) {
    signal(number) { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(wakeDescriptor.load(ordering: .relaxed), &byte, 1)
      errno = error
    }
  }
}

/// Where the handler writes; outside the type because a handler holds nothing.
private let wakeDescriptor = Atomic<Int32>(-1)

/// Whether the program was started to ignore a signal, as by nohup.
func isIgnored(_ number: Int32) -> Bool {
  var action = sigaction()
  guard sigaction(number, nil, &action) == 0 else { return false }
  let handler = action.__sigaction_handler.sa_handler
  return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}
