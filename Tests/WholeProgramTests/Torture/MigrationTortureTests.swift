import BitpalTesting
import Foundation
import Glibc
import Testing

/// A ledger of an older schema, killed or failing during migration: it is either the complete old
/// one or the complete new one.
@Suite(.serialized)
struct MigrationTortureTests {
  @Test(arguments: [("v1-many", 100), ("v2-kinds", 12)])
  func `a migration that is killed or fails leaves a ledger with every row`(
    fixture: String, least: Int
  ) async throws {
    try await Torture.alone {
      let undisturbed = try TestHome()
      try Self.putOldLedger(undisturbed, fixture)
      let expected = try undisturbed.amounts()
      try #require(expected.count > least)
      try Torture.rounds(2) { dice in
        let home = try TestHome()
        try Self.putOldLedger(home, fixture)
        if Bool.random(using: &dice) {
          _ = try home.bitpal(killedAfter: Int.random(in: 1...120, using: &dice), ["summary"])
        } else {
          _ = try home.bitpal(
            failingAfter: Int.random(in: 0...60, using: &dice),
            code: [ENOSPC, EIO].randomElement(using: &dice) ?? EIO, ["summary"])
        }
        #expect(try home.amounts() == expected)
        let verification = try home.bitpal("verify")
        #expect(verification.status == 0, "\(verification.standardError)")
      }
    }
  }

  @Test(arguments: ["v1-many", "v2-kinds"])
  func `a migration that is killed at a call leaves every row`(fixture: String) async throws {
    try await Torture.alone {
      let undisturbed = try TestHome()
      let stopper = try undisturbed.stopper()
      try Self.putOldLedger(undisturbed, fixture)
      let expected = try undisturbed.amounts()
      var count = 0
      for number in stride(from: 1, to: 100_000, by: Repetition.isLong ? 1 : 401) {
        let home = try TestHome()
        try Self.putOldLedger(home, fixture)
        let ended = try home.run(
          ["kill", "\(number)", "\(home.path)/home", try TestHome.program, "summary"], by: stopper)
        guard ended.status == 128 + SIGKILL else { break }
        count += 1
        #expect(try home.amounts() == expected, "call \(number)")
        let verification = try home.bitpal("verify")
        #expect(verification.status == 0, "call \(number): \(verification.standardError)")
      }
      if Repetition.isLong { print("\(fixture): killed at \(count) calls") }
      #expect(count > 0)
    }
  }

  /// Puts a database written by a released program in place.
  private static func putOldLedger(_ home: TestHome, _ fixture: String) throws {
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../LedgerStoreTests/Fixtures/\(fixture).sqlite").path
    try FileManager.default.createDirectory(
      atPath: home.container, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: fixture, toPath: "\(home.container)/BitpalShared.sqlite")
  }
}
