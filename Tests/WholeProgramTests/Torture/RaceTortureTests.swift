import BitpalTesting
import Foundation
import Testing

/// Two processes: one stands still at a call of the file system while the other runs whole.
///
/// What both say and what the ledger then holds is what comes of running them one after the other,
/// or one is refused because the ledger changed meanwhile, and the ledger holds what comes of the
/// other alone. So each change that was acknowledged is there once, and no other.
struct RaceTortureTests {
  /// Stops at which all is read and nothing written or published.
  private static let races: [Race] = [
    // Before SQLite's lock for writing; the first lock of that kind belongs to opening the file.
    Race(first: .undo, stop: "ledger", number: 2, second: .buy),
    Race(first: .undo, stop: "ledger", number: 2, second: .import),
    Race(first: .redo, stop: "ledger", number: 2, second: .redo),
    Race(first: .redo, stop: "ledger", number: 2, second: .buy),
    Race(first: .delete, stop: "ledger", number: 2, second: .undo),
    Race(first: .delete, stop: "ledger", number: 2, second: .delete),
    Race(first: .moves, stop: "ledger", number: 2, second: .moves),
    Race(first: .import, stop: "ledger", number: 2, second: .import),
    // Before the first lock of a file: the container's, or that of a restore's folder.
    Race(first: .restore, stop: "flock", second: .buy),
    Race(first: .buy, stop: "flock", second: .undo),
    Race(first: .refresh, stop: "flock", second: .buy),
    // Before the first ledger has its name.
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

  /// Every pair of commands at every call of the first one, as far as the minutes go.
  @Test func `any two commands at any call of the first one come one after the other`()
    async throws
  {
    guard let end = Torture.end else { return }
    let faults = try await Torture.alone {
      let start = try RaceStart()
      var faults: [String] = []
      var dice = SeededGenerator(seed: Torture.seed)
      // Of each pair the calls that are left, up to more than any command makes.
      var open = RaceCommand.allCases.flatMap { first in
        RaceCommand.allCases.flatMap { second in
          [false, true].map { isFirstLedger in
            (Race(first: first, second: second, isFirstLedger: isFirstLedger), Set(1...400))
          }
        }
      }
      let pairs = open.count
      var count = 0
      while !open.isEmpty, ContinuousClock.now < end {
        let place = Int.random(in: open.indices, using: &dice)
        var (race, left) = open.remove(at: place)
        race.number = left.sorted().randomElement(using: &dice) ?? 1
        left.remove(race.number)
        if let fault = try fault(in: race, from: start, mayWait: true) {
          if !fault.isEmpty { faults.append(fault) }
          count += 1
        } else {
          left = left.filter { $0 < race.number }
        }
        if !left.isEmpty { open.append((race, left)) }
      }
      print("\(count) races; \(pairs - open.count) of \(pairs) pairs at every call")
      return faults
    }
    #expect(faults == [])
  }

  /// Runs a race and compares what came of it with both orders.
  ///
  /// - Returns: What is wrong, an empty text where all is right; `nil` where the first command ends
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

extension RaceOutcome {
  /// The same with the second command first.
  fileprivate var reversed: RaceOutcome {
    RaceOutcome(first: second, second: first, ledger: ledger)
  }
}
