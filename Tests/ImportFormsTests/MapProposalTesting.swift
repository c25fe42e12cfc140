import Foundation
import Testing

@testable import ImportForms
@testable import ImportText

/// Helpers for files with unknown columns.
protocol ProposesMaps {}

extension ProposesMaps {
  /// The proposal.
  func proposal(_ text: String) throws -> MapProposal {
    try #require(mapProposal(for: Array(text.utf8)))
  }

  /// The map, even if incomplete.
  func guess(_ text: String) throws -> ColumnMap {
    let proposal = try proposal(text)
    return proposal.map ?? proposal.partial
  }

  /// The results of reading the rows with the map, which must be complete.
  func lines(_ text: String) throws -> [String] {
    let map = try #require(try proposal(text).map)
    return try readImport(Array(text.utf8), map: map).results.map(\.line)
  }
}
