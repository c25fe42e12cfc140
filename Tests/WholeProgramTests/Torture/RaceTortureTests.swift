import BitpalTesting
import Foundation
import Synchronization
import Testing

/// Two processes: one is paused at a file system call while the other runs to its end.
///
/// The outputs and the ledger must match running them one after the other. Otherwise one is refused
/// because the ledger changed meanwhile, and the ledger matches running only the other. So each
/// acknowledged change is there exactly once, and no other.
struct RaceTortureTests {
  /// Stops after everything is read and before anything is written or published.
  private static let races: [Race] = [
    // Before SQLite's write lock; the first lock of that kind is taken when the file is opened.
    Race(first: .undo, stop: "ledger", number: 2, second: .buy),
    Race(first: .undo, stop: "ledger", number: 2, second: .import),
    Race(first: .redo, stop: "ledger", number: 2, second: .redo),
    Race(first: .redo, stop: "ledger", number: 2, second: .buy),
    Race(first: .delete, stop: "ledger", number: 2, second: .undo),
    Race(first: .delete, stop: "ledger", number: 2, second: .delete),
    Race(first: .moves, stop: "ledger", number: 2, second: .moves),
    Race(first: .import, stop: "ledger", number: 2, second: .import),
    // Before the first file lock: the container's, or that of a restore's folder.
    Race(first: .restore, stop: "flock", second: .buy),
    Race(first: .buy, stop: "flock", second: .undo),
    Race(first: .refresh, stop: "flock", second: .buy),
    // Before the first ledger gets its name.
    Race(first: .restore, stop: "link", second: .buy, isFirstLedger: true),
    Race(first: .buy, stop: "link", second: .restore, isFirstLedger: true),
  ]

  @Test func `a command that stands still before it writes does what it says, or is refused`()
    async throws
  {
    let start = try await onThread { try RaceStart() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for race in Self.races {
        group.addTask {
          let found = try await onThread { try fault(in: race, from: start, mayWait: false) }
          #expect(found == "", "\(race)")
        }
      }
      try await group.waitForAll()
    }
  }

  /// Every pair of commands at every call of the first one, as far as time permits.
  @Test func `any two commands at any call of the first one come one after the other`()
    async throws
  {
    guard let end = Torture.end else { return }
    let start = try await onThread { try RaceStart() }
    let open = OpenRaces(seed: Torture.seed)
    // Run several at once, since races mostly wait.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...6 {
        group.addTask {
          try await Torture.alone {
            while ContinuousClock.now < end, let race = open.next() {
              open.ended(race, try fault(in: race, from: start, mayWait: true))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    print(open.summary)
    #expect(open.faults == [])
  }

  /// Runs a race and compares its outcome with both orders.
  ///
  /// - Returns: The fault, or an empty text if there is none; `nil` if the first command ends
  ///   before its stop.
  private func fault(in race: Race, from start: RaceStart, mayWait: Bool) throws -> String? {
    guard let outcome = try start.run(race, mayWait: mayWait) else { return nil }
    let (first, second) = (race.first, race.second)
    let isFirstLedger = race.isFirstLedger
    let isInOrder =
      if outcome.first.isOvertaken {
        try start.alone(second, isFirstLedger: isFirstLedger)
          == (outcome.second, outcome.ledger)
      } else if outcome.second.isOvertaken {
        try start.alone(first, isFirstLedger: isFirstLedger) == (outcome.first, outcome.ledger)
      } else {
        try start.inTurn(second, first, isFirstLedger: isFirstLedger).reversed == outcome
          || start.inTurn(first, second, isFirstLedger: isFirstLedger) == outcome
      }
    let isSilent = outcome.first.isSilentFailure || outcome.second.isSilentFailure
    if isInOrder, !isSilent, outcome.fault.isEmpty { return "" }
    return """
      \(race)
      \(outcome.first)
      \(outcome.second)
      \(outcome.fault)
      \(outcome.ledger)
      """
  }
}

/// The remaining races, in random order.
private final class OpenRaces: Sendable {
  private struct State {
    var dice: SeededGenerator
    /// The remaining calls of each pair, up to more than any command makes.
    var pairs: [(race: Race, calls: Set<Int>)]
    var count = 0
    var faults: [String] = []
  }

  private let state: Mutex<State>
  private let pairCount: Int

  init(seed: UInt64) {
    let pairs = RaceCommand.allCases.flatMap { first in
      RaceCommand.allCases.flatMap { second in
        [false, true].map { isFirstLedger in
          (Race(first: first, second: second, isFirstLedger: isFirstLedger), Set(1...400))
        }
      }
    }
    pairCount = pairs.count
    state = Mutex(State(dice: SeededGenerator(seed: seed), pairs: pairs))
  }

  var faults: [String] { state.withLock(\.faults) }

  var summary: String {
    state.withLock {
      "\($0.count) races; \(pairCount - $0.pairs.count) of \(pairCount) pairs at every call"
    }
  }

  /// A race that has not run; `nil` if every pair has run at every call.
  func next() -> Race? {
    state.withLock { state in
      guard let index = state.pairs.indices.randomElement(using: &state.dice) else { return nil }
      var race = state.pairs[index].race
      race.number = state.pairs[index].calls.sorted().randomElement(using: &state.dice) ?? 1
      state.pairs[index].calls.remove(race.number)
      if state.pairs[index].calls.isEmpty { state.pairs.remove(at: index) }
      return race
    }
  }

  /// Records the result of a race; `nil` means that the first command makes fewer calls.
  func ended(_ race: Race, _ fault: String?) {
    state.withLock { state in
      guard fault == nil else {
        state.count += 1
        if let fault, !fault.isEmpty {
          state.faults.append(fault)
          print(fault)
        }
        return
      }
      for index in state.pairs.indices where state.pairs[index].race.isPair(of: race) {
        state.pairs[index].calls = state.pairs[index].calls.filter { $0 < race.number }
      }
      state.pairs.removeAll { $0.calls.isEmpty }
    }
  }
}

extension Race {
  /// Whether both races run the same commands.
  fileprivate func isPair(of other: Race) -> Bool {
    first == other.first && second == other.second && isFirstLedger == other.isFirstLedger
  }
}

extension RaceOutcome {
  /// The outcome with the two commands exchanged.
  fileprivate var reversed: RaceOutcome {
    RaceOutcome(first: second, second: first, ledger: ledger)
  }
}
