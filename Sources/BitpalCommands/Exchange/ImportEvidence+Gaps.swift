import CellGrid
import Interchange
import Reports

extension ImportEvidence {
  /// Asks, on a terminal, what to make of sales that the files do not cover.
  ///
  /// - Returns: The policy as answered; `nil` where nothing is left to ask or the user declined.
  func askAboutGaps(_ plan: ImportPlan, _ policy: ImportPolicy) -> ImportPolicy? {
    var policy = policy
    if deposits == nil, !policy.depositsAreGifts,
      let count = sales(of: plan, mendedBy: .depositsAreGifts)
    {
      guard
        isYes(
          "\(countOf(count, "sale")) need\(count == 1 ? "s" : "") coins that were deposited, and no file says what the "
            + "deposits cost. As gifts they cost nothing, so everything they brought is gain.",
          "Count open deposits as gifts? [y/N]")
      else { return nil }
      policy.depositsAreGifts = true
      return policy
    }
    guard missing == nil, !policy.missingCoinsAreGifts,
      let count = sales(of: plan, mendedBy: .missingCoinsAreGifts)
    else { return nil }
    guard
      isYes(
        "\(countOf(count, "sale")) need\(count == 1 ? "s" : "") coins that no row brings. If another file does, import it "
          + "together with this one. As gifts they cost nothing, so everything they brought is gain.",
        "Count the missing coins as gifts? [y/N]")
    else { return nil }
    policy.missingCoinsAreGifts = true
    return policy
  }

  private func sales(of plan: ImportPlan, mendedBy option: RefusalOption) -> Int? {
    let groups = plan.refusalGroups.filter { $0.option == option }
    let count = groups.reduce(0) { $0 + $1.eventCount }
    return count == 0 ? nil : count
  }

  private func isYes(_ explanation: String, _ question: String) -> Bool {
    Console.writeError(explanation)
    return ["y", "yes"].contains(Console.ask(question)?.lowercased() ?? "")
  }
}
