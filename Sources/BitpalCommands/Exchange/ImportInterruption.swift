import Glibc
import LedgerStore
import Synchronization

/// Handles Ctrl-C during an import: reports that nothing was imported, and how to continue.
///
/// A half-written first ledger is deleted, on other signals too.
///
/// Only one may exist at a time, because a signal has one handler.
struct ImportInterruption {
  /// A signal ignored at startup stays ignored.
  private let isHeard = !isIgnored(SIGINT)
  private let others = [SIGTERM, SIGHUP, SIGQUIT].filter { !isIgnored($0) }

  init() {
    stage.store(.reading, ordering: .sequentiallyConsistent)
    isOnTerminal.store(isatty(STDERR_FILENO) == 1, ordering: .sequentiallyConsistent)
    for other in others {
      signal(other) { number in
        UnfinishedLedger.remove()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    guard isHeard else { return }
    signal(SIGINT) { number in
      UnfinishedLedger.remove()
      // A signal handler may do very little: it must not create strings or allocate.
      let stage = stage.load(ordering: .relaxed)
      if stage != .over, isOnTerminal.load(ordering: .relaxed) { say("\n") }
      switch stage {
      case .reading:
        say("Interrupted: nothing was imported. Run the command again to import it.\n")
      case .saving:
        say(
          "Interrupted while saving: everything was imported, or nothing. Run the command again; ")
        say("no row is added twice.\n")
      case .over: break
      }
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  /// Marks the start of saving: from here on the rows may be in the ledger.
  static func isSaving() { stage.store(.saving, ordering: .sequentiallyConsistent) }

  /// Marks that the import's result has been shown.
  static func isOver() { stage.store(.over, ordering: .sequentiallyConsistent) }

  /// Restores the default signal handling.
  func end() {
    for number in others + (isHeard ? [SIGINT] : []) { signal(number, SIG_DFL) }
  }
}

/// The stage, for the handler; global because a signal handler cannot capture context.
private let stage = Atomic(Stage.reading)
private let isOnTerminal = Atomic(false)

/// The stage of an import.
private enum Stage: UInt8, AtomicRepresentable { case reading, saving, over }

private func say(_ text: StaticString) {
  _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
}
