public import FoundationEssentials
public import Portfolio

/// Why an import took a deposit as a gift.
enum GivenDeposit: String, CaseIterable {
  /// The user said so of all that no withdrawal explains.
  case open = "gift"
  /// Sales need the coins.
  case needed
}

/// Deposits that become gifts in imports.
extension Move {
  /// The gift that takes the place of the deposit.
  ///
  /// By its reference the deposit is known at the next import, and comes back where a file says
  /// more of it. A gift that the user makes of one deposit has the deposit's own reference, and
  /// stays.
  func given(as kind: GivenDeposit, id: UUID) -> Transaction {
    Transaction(
      id: id, coinId: coinId, type: .gift, amount: amount, pricePerCoin: 0, date: date,
      account: account, reference: reference?.ofGift(kind, hash: hash))
  }
}

extension Transaction {
  /// The deposit that an import took as this gift; `nil` for any other transaction.
  public func givenDeposit(id: UUID) -> Move? {
    guard type == .gift, category == nil, let own = reference?.ofGivenDeposit else { return nil }
    return Move(
      id: id, account: account ?? own.reference.source, coinId: coinId, amount: amount,
      date: date, hash: own.hash, reference: own.reference)
  }
}

extension Reference {
  /// That of the gift which a deposit becomes; the deposit's hash is kept in it.
  func ofGift(_ kind: GivenDeposit, hash: String?) -> Reference {
    Reference(source: source, id: "\(id):\(kind.rawValue)" + (hash.map { " " + $0 } ?? ""))
  }

  /// Those of all gifts that a deposit may become.
  func gifts(hash: String?) -> [Reference] {
    GivenDeposit.allCases.map { ofGift($0, hash: hash) }
  }

  /// The deposit's own reference, its hash, and why it became a gift, where this is its gift's.
  var ofGivenDeposit: (reference: Reference, hash: String?, kind: GivenDeposit)? {
    for kind in GivenDeposit.allCases {
      guard let part = id.firstRange(of: ":" + kind.rawValue) else { continue }
      let hash = id[part.upperBound...]
      guard hash.isEmpty || hash.first == " " else { continue }
      let own = Reference(source: source, id: String(id[..<part.lowerBound]))
      return (own, hash.isEmpty ? nil : String(hash.dropFirst()), kind)
    }
    return nil
  }
}
