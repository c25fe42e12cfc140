public import FoundationEssentials
public import Portfolio

extension StreamedFiles {
  /// Hands on the transactions that the files add; see ``StreamedRows``.
  public func plan(
    into ledger: ImportLedger, policy: ImportPolicy, coins: CoinDirectory, now: Date,
    newId: @escaping () -> UUID = { UUID() }, for aim: StreamAim = .write,
    progress: (Int) -> Void = { _ in }, add: (Transaction) throws -> Void
  ) throws -> ImportPlan {
    func pass(_ settled: Settled, orders: Bool = true, fillsGaps: Bool = false) -> StreamPass {
      let planner = ImportPlanner(
        ledger: ledger, policy: policy, coins: coins, now: now, newId: newId,
        remembersRows: all.count > 1)
      return StreamPass(
        self, planner, settled, orders: orders, fillsGaps: fillsGaps, sumsUp: aim == .preview)
    }
    // Of what several rows state, all of one file have to be remembered.
    guard all.count == 1 || ledger.isEmpty || all.allSatisfy(\.repeated.isEmpty) else {
      throw MustReadWhole()
    }
    var settled = Settled()
    if all.contains(where: \.hasMoves) || !ledger.isEmpty {
      var survey = pass(settled, orders: false)
      try survey.run(progress)
      settled = try survey.settled()
    }
    if policy.missingCoinsAreGifts {
      guard swapsOnChain(among: settled.moves.map(\.move) + ledger.moves).isEmpty else {
        throw MustReadWhole()
      }
      var search = pass(settled, fillsGaps: true)
      try search.run(progress)
      while search.answerDeposits(&settled) {
        search = pass(settled, fillsGaps: true)
        try search.run(progress)
      }
      search.giveMissing(to: &settled)
    }
    // What is known to be refused is not written first.
    let isRefused = !policy.skipsRefused && all.contains { $0.hasRefusedRows }
    var adds = aim == .write && !policy.skipsRefused && !isRefused
    while true {
      var walk = pass(settled)
      try walk.run(progress) { if adds { try add($0) } }
      let uncovered = walk.uncovered
      if uncovered.isEmpty {
        let plan = try walk.plan(formats: files.map(\.format))
        guard aim != .preview, !adds, plan.isAcceptable else { return plan }
        adds = true
        continue
      }
      settled.sendAway(uncovered)
      let isRefusal = !policy.skipsRefused && uncovered.contains { $0.loss == nil }
      guard !adds || isRefusal else { throw MustSettleFirst() }
      adds = false
    }
  }
}

/// What makes it necessary to look for sales that nothing covers before anything is written.
public struct MustSettleFirst: Error {
  /// Makes the error.
  public init() {}
}
