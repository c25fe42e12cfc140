import BitpalTesting
import Exact
import Testing
import Import

/// Long runs of equal rows cost no more per row than other rows.
///
/// With quadratic cost, these tests would not finish in `make torture`, where each has a hundred
/// thousand purchases.
struct ScaleTests {
  enum Rhythm: CaseIterable {
    case atOneInstant, everySecond, everySecondWithoutSeconds, everyMinute

    /// The seconds from one purchase to the next.
    var step: Int64 {
      switch self {
      case .atOneInstant: 0
      case .everySecond, .everySecondWithoutSeconds: 1
      case .everyMinute: 60
      }
    }

    /// The clock's resolution in the fills.
    var clock: Int64 { self == .everySecondWithoutSeconds ? 60 : 1 }
  }

  private let count = Repetition.isLong ? 100_000 : 400

  @Test(arguments: Rhythm.allCases)
  func `equal purchases of two reports are matched`(_ rhythm: Rhythm) {
    var facts: [Fact] = []
    for index in 0..<count {
      let second = Int64(index) * rhythm.step
      var fill = fact("fills", index, at: second / rhythm.clock * rhythm.clock, .trade, "1 SOL")
      fill.instant.width = rhythm.clock * PrintedInstant.second
      fill.counter = amount("-100 USDT")
      facts.append(fill)
      // Every third row of the statement is a second late.
      let late = rhythm == .everyMinute && index % 3 == 1 ? second + 1 : second
      facts.append(fact("statement", 2 * index, at: late, .trade, "1 SOL"))
      facts.append(fact("statement", 2 * index + 1, at: late, .trade, "-100 USDT"))
    }
    let derivation = derive(facts, rules: Form.rules)
    #expect(derivation.events.count == count)
    #expect(derivation.questions.isEmpty)
    #expect(derivation.tally == ["counts": count, "enriches": 2 * count])
  }

  @Test(arguments: Rhythm.allCases)
  func `equal transfers are paired`(_ rhythm: Rhythm) {
    var facts: [Fact] = []
    for index in 0..<count {
      let second = Int64(index) * rhythm.step
      facts.append(fact("report", index, at: second, .withdrawal, "-1 ETH"))
      var deposit = fact("report", index, at: second + 90, .deposit, "0.9988 ETH")
      deposit.scope.account = "wallet"
      deposit.source.file = "wallet"
      facts.append(deposit)
    }
    let derivation = derive(facts, rules: Form.rules)
    #expect(derivation.transfers.count == count)
    #expect(derivation.questions.isEmpty)
  }

  @Test func `orders without ends find their fills`() {
    var facts: [Fact] = []
    for index in 0..<count {
      let second = Int64(index) * 60
      for (form, late) in [("fills", Int64(5)), ("placements", 0)] {
        var fact = fact(form, index, at: second + late, .trade, "1 SOL")
        fact.counter = amount("-100 USDT")
        facts.append(fact)
      }
      // Fills of no order, and orders without fills.
      for (form, coins) in [("fills", "7"), ("placements", "2.5")] where index % 3 == 0 {
        var fact = fact(form, count + index, at: second, .trade, "\(coins) SOL")
        fact.counter = amount("-301 USDT")
        facts.append(fact)
      }
    }
    let derivation = derive(facts, rules: Form.rules)
    #expect(derivation.tally["enriches"] == count - 1)
  }

  private func fact(
    _ form: String, _ line: Int, at second: Int64, _ role: Role, _ text: String
  ) -> Fact {
    let at = (1_718_409_600 + second) * PrintedInstant.second
    return Fact(
      source: FactSource(form: form, file: form, line: line, cells: "\(at) \(text)"),
      scope: Scope(account: "exchange"), role: role, instant: PrintedInstant(at: at),
      amount: amount(text))
  }
}
