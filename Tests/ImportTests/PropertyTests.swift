import BitpalTesting
import Testing
import Import

/// Invariants of any set of facts.
struct PropertyTests {
  private static let seeds = Repetition.seeds(1...500, few: 8)

  private static var lives: [SimulatedLife] {
    seeds.flatMap { seed in
      [Damage.none, .cut, .seam, .filtered].map { SimulatedLife(seed: UInt64(seed), damage: $0) }
    }
  }

  @Test func `order of facts never matters`() {
    for (index, life) in Self.lives.enumerated() {
      var chance = SeededGenerator(seed: UInt64(index))
      let shuffled = life.facts.shuffled(using: &chance)
      #expect(derive(shuffled, rules: SimulatedForm.rules) == life.derived())
    }
  }

  @Test func `every fact has exactly one state`() {
    for life in Self.lives {
      let (facts, derivation) = (life.facts, life.derived())
      #expect(Set(derivation.states.keys) == Set(facts.map(\.id)))
      let counting = derivation.events.flatMap(\.facts)
      #expect(Set(counting).count == counting.count)
      for event in derivation.events {
        for fact in event.facts { #expect(derivation.states[fact] == .counts(event.id)) }
      }
      for question in derivation.questions {
        for fact in question.waiting { #expect(derivation.states[fact] == .waits(question.key)) }
      }
      let waiting = derivation.states.values.count {
        if case .waits = $0 { true } else { false }
      }
      #expect(waiting == derivation.questions.reduce(0) { $0 + $1.waiting.count })
    }
  }

  @Test func `answers end all questions and change nothing else`() {
    for life in Self.lives {
      var answers: [Question.Key: Choice] = [:]
      var derivation = life.derived()
      // An answer can raise further questions; each round answers all of them.
      for _ in 0..<20 where !derivation.questions.isEmpty {
        for question in derivation.questions { answers[question.key] = question.choices[0] }
        derivation = life.derived(answers: answers)
      }
      #expect(derivation.questions.isEmpty)
      #expect(life.derived(answers: derivation.answered) == derivation)
      #expect(!derivation.states.values.contains { if case .waits = $0 { true } else { false } })
    }
  }

  @Test func `pieces of a file say what the whole says`() {
    for seed in Self.seeds {
      let life = SimulatedLife(seed: UInt64(seed), damage: .none)
      let whole = life.derived()
      guard whole.questions.isEmpty else { continue }
      let pieces = derive(life.factsInPieces(seed: UInt64(seed)), rules: SimulatedForm.rules)
      // If a report is late, a piece may not cover what the whole covers; then a question is asked.
      if pieces.questions.isEmpty {
        #expect(Verdict.totals(pieces) == Verdict.totals(whole))
        #expect(pieces.transfers.map(\.loss).sorted() == whole.transfers.map(\.loss).sorted())
      } else {
        #expect(life.hasLateReports)
      }
    }
  }
}
