import BitpalTesting
import Foundation
import Glibc
import Testing

/// A ledger of an older schema, killed and failing on its way to the newest: it is the old one or
/// the new one, whole.
@Suite(.serialized)
struct MigrationTortureTests {
  @Test(arguments: [("v1-many", 100), ("v2-kinds", 12)])
  func `a migration that is killed or fails leaves a ledger with every row`(
    fixture: String, least: Int
  ) async throws {
    try await Torture.alone {
      let undisturbed = try Desk()
      try Self.putOldLedger(undisturbed, fixture)
      let expected = try undisturbed.amounts()
      try #require(expected.count > least)
      try Torture.rounds(2) { dice in
        let desk = try Desk()
        try Self.putOldLedger(desk, fixture)
        if Bool.random(using: &dice) {
          _ = try desk.bitpal(killedAfter: Int.random(in: 1...120, using: &dice), ["summary"])
        } else {
          _ = try desk.bitpal(
            failingAfter: Int.random(in: 0...60, using: &dice),
            code: [ENOSPC, EIO].randomElement(using: &dice) ?? EIO, ["summary"])
        }
        #expect(try desk.amounts() == expected)
        let proof = try desk.bitpal("verify")
        #expect(proof.status == 0, "\(proof.complaints)")
      }
    }
  }

  @Test(arguments: ["v1-many", "v2-kinds"])
  func `a migration that is killed at a call leaves every row`(fixture: String) async throws {
    try await Torture.alone {
      let undisturbed = try Desk()
      let stopper = try undisturbed.stopper()
      try Self.putOldLedger(undisturbed, fixture)
      let expected = try undisturbed.amounts()
      var count = 0
      for number in stride(from: 1, to: 100_000, by: Repetition.isLong ? 1 : 401) {
        let desk = try Desk()
        try Self.putOldLedger(desk, fixture)
        let ended = try desk.run(
          ["kill", "\(number)", "\(desk.home)/home", try Desk.program, "summary"], by: stopper)
        guard ended.status == 128 + SIGKILL else { break }
        count += 1
        #expect(try desk.amounts() == expected, "call \(number)")
        let proof = try desk.bitpal("verify")
        #expect(proof.status == 0, "call \(number): \(proof.complaints)")
      }
      if Repetition.isLong { print("\(fixture): killed at \(count) calls") }
      #expect(count > 0)
    }
  }

  /// A database as a released program wrote it.
  private static func putOldLedger(_ desk: Desk, _ fixture: String) throws {
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../LedgerStoreTests/Fixtures/\(fixture).sqlite").path
    try FileManager.default.createDirectory(
      atPath: desk.container, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: fixture, toPath: "\(desk.container)/BitpalShared.sqlite")
  }
}
