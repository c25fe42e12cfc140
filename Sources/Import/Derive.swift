import Exact
public import FoundationEssentials

/// Derives events from all facts and answers.
///
/// A pure function of a set: the order of facts and files does not matter.
///
/// - Parameters:
///   - facts: The facts of all files; a file given twice counts once.
///   - extents: The extents of the files, if the facts cover only a stretch of time.
///   - rules: The traits of the forms, the usual network fees and the assets that are cash.
///   - answers: The answers by question; those to questions that are not asked are ignored.
///   - changed: The ids of rows that a person changed or deleted.
public func derive(
  _ facts: some Sequence<Fact>, of extents: FileExtents? = nil, rules: DerivationRules,
  answers: [Question.Key: Choice] = [:], changed: Set<UUID> = []
) -> Derivation {
  derive(
    FactList(Array(facts)), of: extents, rules: rules, answers: answers, changed: changed)
}

/// Derives events from facts in order.
func derive(
  _ facts: FactList, of extents: FileExtents?, rules: DerivationRules,
  answers: [Question.Key: Choice], changed: Set<UUID>
) -> Derivation {
  let log = QuestionLog(answers: answers)
  let extents = extents ?? FileExtents(facts)
  let owners = Owners(extents, rules, log: log)
  let files = ScopeFiles.byScope(extents, owners, rules)
  var result = FactStates(facts)
  var events: [Movement] = []
  let changedRows = ChangedRows(changed, of: facts)
  let (known, keptRows) = (replacedFacts(facts, changed: changed), log.keptRows)
  for (index, fact) in known { result.addReplaced(index, by: fact) }
  let counting = facts.indices.filter { known[$0] == nil }
  for (account, indices) in grouped(
    counting, by: { owners.scope(facts[$0].scope, in: facts[$0].source.file) })
  {
    guard let files = files[account] else { continue }
    let movement = { (index: Int) in
      let fact = facts[index]
      let position = files.position(of: fact.source.file)
      let movement = Movement(
        of: fact, at: index, scope: account, form: position.form, file: position.file,
        traits: files.forms[position.form].traits, rules)
      if let fate = owners.fate(of: fact.scope, in: fact.source.file) { movement.fate = fate }
      return movement
    }
    let movements = indices.map(movement).sorted(by: precedes)
    // A file with an unknown owner waits as a whole.
    let clear = movements.filter { $0.fate == .counts }
    for movement in movements where movement.fate != .counts { result.add(movement) }
    let scope = ScopeDerivation(clear, of: files, rules: rules, log: log) { row in
      keptRows[facts[row.evidence.first].source.file]?.contains(row.line) ?? false
    }
    events += changedRows.keepingOrders(scope.events, movement)
    for movement in scope.inside {
      result.addInside(movement, isMoney: rules.currencies.contains(movement.amount.asset))
    }
    result.contradictions += scope.contradictions.map { movement, form in
      Contradiction(fact: result.id(of: movement), form: files.forms[form].name.format)
    }
  }
  let shared = SharedHashes(
    events, rank: { rules.traits(of: facts[$0.evidence.first].source.format).rank },
    isChanged: { changedRows.isChanged($0.evidence.all) })
  events = shared.asked(events, log: log)
  changedRows.keep(events, log: log)
  events.sort(by: precedesInAnyScope)
  let transfers = TransferPairing(events, fees: rules.usualNetworkFees, log: log)
  // Frees each movement once its event is made: there may be a million.
  events.reverse()
  while let event = events.popLast() { result.add(event) }
  return result.derivation(transfers: transfers, log: log)
}

extension Movement {
  /// Makes the movement of a fact under the traits of its form.
  fileprivate convenience init(
    of fact: Fact, at index: Int, scope: Scope, form: Int, file: Int, traits: FormTraits,
    _ rules: DerivationRules
  ) {
    self.init(
      withFeeIncluded(fact, traits: traits), index: index, scope: scope, form: form, file: file,
      isReversed: fact.role.isTrade && fact.group.isEmpty
        && fact.counter.map {
          isQuote(fact.amount.asset, for: $0.asset, cashAssets: rules.cashAssets)
        } ?? false)
    isFeeEstimated = fact.fee != nil && traits.feesAreEstimates
    paymentIncludesFee = fact.fee == nil && traits.paymentsIncludeFees
    isPaidInCurrency = counter.map { rules.currencies.contains($0.asset) } ?? false
    currencyVaries = traits.currencyVaries && isPaidInCurrency
  }
}

/// The facts, by position, that another fact replaces: rows that version 1.0 imported and a file
/// reports again, and file rows whose ledger row a person changed or deleted.
private func replacedFacts(_ facts: FactList, changed: Set<UUID>) -> [Int: Fact.ID] {
  func isOfVersionOne(_ fact: Fact) -> Bool { fact.own != nil && fact.legacyReference != nil }
  guard facts.contains(where: isOfVersionOne) else { return [:] }
  var (reported, kept) = ([String: Fact.ID](), [String: Fact.ID]())
  for fact in facts {
    guard let reference = fact.legacyReference else { continue }
    if fact.own == nil { reported[reference] = reported[reference] ?? fact.id }
    if let row = fact.own?.id, changed.contains(row) {
      kept[reference] = kept[reference] ?? fact.id
    }
  }
  // Only the first of a trade's rows has the reference for all of them.
  var groups: [TradeRows: Fact.ID] = [:]
  for fact in facts where fact.own == nil && !fact.group.isEmpty {
    if let row = fact.legacyReference.flatMap({ kept[$0] }) { groups[TradeRows(fact)] = row }
  }
  var known: [Int: Fact.ID] = [:]
  for (index, fact) in facts.enumerated() {
    let row = fact.legacyReference.flatMap { kept[$0] }
    if fact.own == nil {
      known[index] = row ?? groups[TradeRows(fact)]
    } else if row == nil {
      known[index] = fact.legacyReference.flatMap { reported[$0] }
    }
  }
  return known
}

/// The key shared by the rows of one trade in one file.
private struct TradeRows: Hashable {
  let file: String
  let group: String

  init(_ fact: Fact) { (file, group) = (fact.source.file, fact.group) }
}

/// The fact with the fee of a withdrawal included in its amount.
private func withFeeIncluded(_ fact: Fact, traits: FormTraits) -> Fact {
  guard fact.role == .withdrawal, let fee = fact.fee, fee.asset == fact.amount.asset,
    !traits.withdrawalsContainFee
  else { return fact }
  var whole = fact
  whole.amount.value = fact.amount.value - fee.value
  return whole
}

/// Groups elements, in the order of their keys.
func grouped<Element, Key: Hashable & Comparable>(
  _ elements: [Element], by key: (Element) -> Key
) -> [(key: Key, value: [Element])] {
  Dictionary(grouping: elements, by: key).sorted { $0.key < $1.key }
}
