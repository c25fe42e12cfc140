import Foundation
import Portfolio
import Testing

@testable import Interchange

/// What the signs of amounts say of a file without a column of what happened, and what of a map is
/// said beside it.
struct MapProposalMovesTests {
  private func proposal(_ text: String) throws -> MapProposal {
    try #require(mapProposal(for: Array(text.utf8)))
  }

  private func guess(_ text: String) throws -> ColumnMap {
    let proposal = try proposal(text)
    return proposal.map ?? proposal.partial
  }

  private func lines(_ text: String) throws -> [String] {
    let map = try #require(try proposal(text).map)
    return try readImport(Array(text.utf8), map: map).readings.map(\.line)
  }

  @Test func `dates are read as Hungarians write them`() throws {
    let text = """
      Dátum;Típus;Érme;Mennyiség;Összeg (HUF)
      2024.01.10.;Vétel;BTC;0,01;159000
      2024. 02. 12.;Eladás;BTC;0,004;71200
      2024.03.12. 10:30;Eladás;BTC;0,004;71200
      """
    #expect(
      try lines(text) == [
        "2024-01-10T00:00:00Z +0.01 BTC -159000 HUF", "2024-02-12T00:00:00Z +71200 HUF -0.004 BTC",
        "2024-03-12T10:30:00Z +71200 HUF -0.004 BTC",
      ])
  }
}
