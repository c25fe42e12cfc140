import Portfolio

/// Where the coins of rows are.
extension ImportPlanner {
  /// The account of a row that states one, or none.
  func account(of stated: String, in file: ImportFile) -> String? {
    policy.account ?? (stated.isEmpty ? placeOfFile : stated).map(accounts.spelling)
  }

  /// Takes note of how a row spells its accounts.
  mutating func noteAccounts(of reading: Reading) {
    switch reading {
    case .trade(let facts): noteAccount(facts.account)
    case .move(let facts):
      noteAccount(facts.account)
      if !facts.otherAccount.isEmpty { noteSpelling(facts.otherAccount) }
    case .entry, .record, .leftOut, .refused: break
    }
  }

  private mutating func noteAccount(_ stated: String) {
    if let name = policy.account ?? (stated.isEmpty ? placeOfFile : stated) { noteSpelling(name) }
  }

  private mutating func noteSpelling(_ name: String) {
    let spelling = accounts.spelling(of: name)
    if spelling == name { return accounts.insert(name) }
    // The ledger's spelling counts wherever the row stands, that of the files where it is the first.
    if policy.accounts.spelling(of: name) == name { hasTwoSpellings = true }
  }
}
