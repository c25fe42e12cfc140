import Exact
import Testing
import Import

/// Rule 9: transfers between accounts.
struct TransferTests {
  private func sent(_ text: String, fee: String? = nil, hash: String? = nil) -> File {
    var file = File(.report, "out", account: "exchange")
    file.add(.withdrawal, at: "08:00:00", text, fee: fee, ids: hash.map { [.hash: $0] } ?? [:])
    return file
  }

  private func received(
    _ text: String, at time: String = "08:20:00", hash: String? = nil, account: String = "wallet"
  ) -> File {
    var file = File(.report, "in \(account)", account: account)
    file.add(.deposit, at: time, text, ids: hash.map { [.hash: $0] } ?? [:])
    return file
  }

  @Test func `one hash is one transfer`() {
    let derivation = derived([
      sent("-0.5 BTC", hash: "0xAB"), received("0.48 BTC", at: "20:00:00", hash: "ab"),
    ])
    #expect(derivation.transfers.map(\.loss) == [number("0.02")])
  }

  @Test func `one hash in two accounts is one wallet in two programs, or two`() {
    func file(_ form: Form, account: String) -> File {
      var file = File(form, "of \(account)", account: account)
      for hash in 1...3 {
        file.add(.deposit, at: "08:0\(hash):00", "0.5 BTC", ids: [.hash: "\(hash)"])
      }
      file.add(.withdrawal, at: "09:00:00", "-0.2 BTC", fee: "0.01 BTC", ids: [.hash: "4"])
      file.add(.deposit, at: "10:00:00", "0.1 BTC", ids: [.hash: account])
      return file
    }
    let files = [file(.moves, account: "phone"), file(.report, account: "desktop")]
    let asked = derived(files)
    #expect(asked.kinds == [.sameOrTwo])
    #expect(asked.tally == ["counts": 6, "waits": 4])
    #expect(asked.events.count(where: { $0.scope.account == "desktop" }) == 5)
    #expect(derived(files.reversed()) == asked)
    let key = asked.questions[0].key
    #expect(key.accountsOfHashes == ["desktop", "phone"])
    let one = derived(files, answers: [key: .same])
    #expect(one.questions.isEmpty)
    #expect(one.tally == ["counts": 6, "enriches": 4])
    #expect(derived(files, answers: [key: .two]).tally == ["counts": 10])
    // A third program is asked about, too.
    let third = derived(files + [file(.moves, account: "watch")], answers: [key: .same])
    #expect(third.questions.map(\.waiting.count) == [4])
    #expect(third.tally == ["counts": 7, "enriches": 4, "waits": 4])
  }

  @Test func `three accounts of one hash are compared with each other`() {
    let files = ["a", "b", "c"].map { received("0.5 BTC", hash: "1", account: $0) }
    var answers: [Question.Key: Choice] = [:]
    for waiting in [2, 1] {
      let asked = derived(files, answers: answers)
      #expect(asked.tally["waits"] == waiting)
      for question in asked.questions { answers[question.key] = .two }
    }
    #expect(answers.count == 3)
    #expect(derived(files, answers: answers).tally == ["counts": 3])
  }

  @Test func `one hash with other amounts in two accounts is two payments`() {
    let files = [
      received("0.5 BTC", hash: "1"), received("0.4 BTC", hash: "1", account: "other"),
    ]
    #expect(derived(files).tally == ["counts": 2])
  }

  @Test func `loss is exactly the stated fee`() {
    #expect(
      derived([sent("-0.5 BTC", fee: "0.01 BTC"), received("0.49 BTC")]).transfers.count == 1)
    #expect(
      derived([sent("-0.5 BTC", fee: "0.01 BTC"), received("0.4999 BTC")]).transfers.isEmpty)
  }

  @Test func `loss without a stated fee is at most three usual fees`() {
    #expect(derived([sent("-0.5 BTC"), received("0.4994 BTC")]).transfers.count == 1)
    #expect(derived([sent("-0.5 BTC"), received("0.4993 BTC")]).transfers.isEmpty)
    #expect(derived([sent("-0.5 BTC"), received("0.5001 BTC")]).transfers.isEmpty)
  }

  @Test func `loss of more than usual fees is asked about up to a tenth`() {
    let files = [sent("-0.5 BTC"), received("0.45 BTC", at: "18:00:00")]
    let asked = derived(files)
    #expect(asked.kinds == [.sameCoins])
    #expect(asked.transfers.isEmpty)
    #expect(asked.openMoves.count == 2)
    let same = derived(files, answers: [asked.questions[0].key: .same])
    #expect(same.transfers.map(\.loss) == [number("0.05")])
    #expect(same.openMoves.isEmpty)
    #expect(derived([sent("-0.5 BTC"), received("0.449 BTC")]).questions.isEmpty)
    #expect(derived([sent("-0.5 BTC", fee: "0.01 BTC"), received("0.45 BTC")]).questions.isEmpty)
  }

  @Test func `different hashes are different coins`() {
    #expect(
      derived([sent("-0.5 BTC", hash: "1"), received("0.5 BTC", hash: "2")]).transfers.isEmpty)
  }

  @Test func `deposit is at most a day later`() {
    #expect(derived([sent("-0.5 BTC"), received("0.5 BTC", at: "06:00:00")]).transfers.isEmpty)
    #expect(
      derived([sent("-0.5 BTC"), received("0.5 BTC", at: "07:30:00")]).transfers.count == 1)
  }

  @Test func `two places that may have received are asked about`() {
    let files = [
      sent("-0.5 BTC"), received("0.5 BTC"), received("0.4999 BTC", account: "other"),
    ]
    let asked = derived(files)
    #expect(asked.transfers.isEmpty)
    #expect(asked.kinds == [.sameCoins])
    #expect(asked.tally == ["counts": 3])
    let key = asked.questions[0].key
    #expect(derived(files, answers: [key: .same]).transfers.count == 1)
    #expect(derived(files, answers: [key: .two]).transfers.isEmpty)
  }

  @Test func `equal transfers between two places are certain`() {
    var (out, back) = (File(.report, "a"), File(.report, "b", account: "wallet"))
    for minute in 10..<15 {
      out.add(.withdrawal, at: "08:\(minute):00", "-0.5 BTC")
      back.add(.deposit, at: "08:\(minute + 20):00", "0.4998 BTC")
    }
    let derivation = derived([out, back])
    #expect(derivation.transfers.count == 5)
    #expect(derivation.questions.isEmpty)
  }

  @Test func `a deposit printed at its withdrawal's minute is not before it`() {
    var (out, into) = (File(.report, "out"), File(.report, "in", account: "wallet"))
    for (sent, received) in [("08:00:30", "08:00"), ("10:00:00", "10:01")] {
      out.add(.withdrawal, at: sent, "-0.5 BTC")
      into.add(.deposit, at: received, "0.5 BTC")
    }
    let derivation = derived([out, into])
    #expect(derivation.transfers.count == 2 && derivation.questions.isEmpty)
  }

  @Test func `sub accounts of one place are transfers`() {
    var (out, back) = (File(.report, "a", owner: "1"), File(.report, "b", owner: "2"))
    out.add(.withdrawal, at: "08:00:00", "-0.5 BTC")
    back.add(.deposit, at: "08:00:00", "0.5 BTC")
    #expect(derived([out, back]).transfers.count == 1)
  }

  @Test func `withdrawal whose form leaves out the fee loses it`() {
    var rules = Form.rules
    rules.traits["moves"]?.withdrawalsContainFee = false
    var moves = File(.moves, "a")
    moves.add(.withdrawal, at: "08:00:00", "-0.49 BTC", fee: "0.01 BTC")
    let derivation = derive(moves.facts + received("0.49 BTC").facts, rules: rules)
    #expect(derivation.events[0].amount == amount("-0.5 BTC"))
    #expect(derivation.transfers.map(\.loss) == [number("0.01")])
  }
}
