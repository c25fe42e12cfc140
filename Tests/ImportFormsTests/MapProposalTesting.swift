import Foundation
import Testing

@testable import ImportForms
@testable import ImportText

/// What is proposed for a file whose columns are unknown.
protocol ProposesMaps {}

extension ProposesMaps {
  /// The proposal.
  func proposal(_ text: String) throws -> MapProposal {
    try #require(mapProposal(for: Array(text.utf8)))
  }

  /// The map, whether or not something is missing.
  func guess(_ text: String) throws -> ColumnMap {
    let proposal = try proposal(text)
    return proposal.map ?? proposal.partial
  }

  /// What the rows say by the map, which lacks nothing.
  func lines(_ text: String) throws -> [String] {
    let map = try #require(try proposal(text).map)
    return try readImport(Array(text.utf8), map: map).results.map(\.line)
  }
}
