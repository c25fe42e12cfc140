import Glibc
import LedgerStore
import Synchronization

/// What Ctrl-C says during an import: that nothing came in, and how to go on.
///
/// A first ledger that is half written goes, by other signals as well.
///
/// One at a time: a signal has one handler.
struct ImportInterruption {
  /// What the program was started to ignore stays ignored.
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
      // A handler may do next to nothing: no text is made here, and nothing kept.
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

  /// Says that the ledger may take the rows at any moment.
  static func isSaving() { stage.store(.saving, ordering: .sequentiallyConsistent) }

  /// Says that the user knows what came of the import.
  static func isOver() { stage.store(.over, ordering: .sequentiallyConsistent) }

  /// Leaves signals to the system again.
  func end() {
    for number in others + (isHeard ? [SIGINT] : []) { signal(number, SIG_DFL) }
  }
}

/// What the handler knows; outside the type because a handler holds nothing.
private let stage = Atomic(Stage.reading)
private let isOnTerminal = Atomic(false)

/// How far an import is.
private enum Stage: UInt8, AtomicRepresentable { case reading, saving, over }

private func say(_ text: StaticString) {
  _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
}
