import Exact
import Testing
import Import

/// Overlapping files as users have them: cases that earlier rules lost, doubled or merged.
struct MeetingFilesTests {
  @Test func `purchases for tether and for euros half a minute apart are six`() {
    var (tether, euros) = (File(.report, "a"), File(.report, "b"))
    for day in ["10", "11", "12"] {
      tether.add(.trade, at: "\(day):00:00", "0.1 BTC", for: "-4200 USDT", pair: "BTC-USDT")
      euros.add(.trade, at: "\(day):00:30", "0.1 BTC", for: "-3900 EUR", pair: "BTC-EUR")
    }
    let derivation = derived([tether, euros])
    #expect(derivation.tally == ["counts": 6])
    #expect(derivation.questions.isEmpty)
  }

  @Test func `robots at full and at half minutes are two`() {
    var (full, half) = (File(.report, "a"), File(.report, "b"))
    for minute in 10..<13 {
      full.add(.trade, at: "12:\(minute):00", "0.1 BTC", for: "-4200 USDT", pair: "BTC-USDT")
      half.add(.trade, at: "12:\(minute):30", "0.1 BTC", for: "-4200 USDT", pair: "BTC-USDT")
    }
    #expect(derived([full, half]).tally == ["counts": 6])
  }

  @Test func `convert and trade of near seconds are two`() {
    var (report, statement) = (File(.report, "a"), File(.statement, "b"))
    report.add(.convert, at: "12:00:00", "0.01 BTC", for: "-155 EUR")
    report.add(.convert, at: "18:00:00", "0.5 BTC", for: "-7750 EUR")
    statement.addLegs(at: "12:00:01", "0.01 BTC", for: "-167 USDT")
    statement.addLegs(at: "18:00:00", "0.01 BTC", for: "-167 USDT")
    #expect(derived([report, statement]).summary.count == 4)
  }

  @Test func `user ids of the files keep their rows apart`() {
    var (first, second) = (File(.statement, "a", owner: "111"), File(.statement, "b", owner: "222"))
    for index in 0..<2 {
      first.add(.reward, at: "01:00:0\(index)", "0.0002 ETH")
      second.add(.reward, at: "01:00:0\(index)", "0.0002 ETH")
    }
    let derivation = derived([first, second])
    #expect(derivation.tally == ["counts": 4])
    #expect(Set(derivation.events.map(\.scope.owner)) == ["111", "222"])
  }

  @Test func `file without an owner belongs to the only one or is asked about`() {
    var (named, unnamed) = (File(.report, "a", owner: "111"), File(.statement, "b"))
    named.add(.reward, at: "12:00:00", "0.1 ETH")
    unnamed.add(.reward, at: "12:00:00", "0.1 ETH")
    #expect(derived([named, unnamed]).tally == ["counts": 1, "enriches": 1])
    var other = File(.report, "c", owner: "222")
    other.add(.reward, at: "13:00:00", "0.1 ETH")
    let asked = derived([named, unnamed, other])
    #expect(asked.kinds == [.whoseFile])
    #expect(asked.tally == ["counts": 2, "waits": 1])
    let key = asked.questions[0].key
    #expect(asked.questions[0].choices == [.owner("111"), .owner("222"), .skip])
    #expect(
      derived([named, unnamed, other], answers: [key: .owner("111")]).tally
        == ["counts": 2, "enriches": 1])
    #expect(
      derived([named, unnamed, other], answers: [key: .owner("222")]).tally == ["counts": 3])
  }

  @Test func `contradicting hashes are two deposits`() {
    var (first, second) = (File(.report, "a"), File(.moves, "b"))
    first.add(.deposit, at: "10:00:00", "1 ETH", ids: [.hash: "0x11"])
    second.add(.deposit, at: "10:00:00", "1 ETH", ids: [.hash: "0x22"])
    #expect(derived([first, second]).tally == ["counts": 2])
  }

  @Test func `statement without hashes matches two equal deposits once`() {
    var (moves, statement) = (File(.moves, "a"), File(.statement, "b"))
    moves.add(.deposit, at: "10:00:00", "1 ETH", ids: [.hash: "0x11"])
    moves.add(.deposit, at: "10:30:00", "1 ETH", ids: [.hash: "0x22"])
    statement.add(.deposit, at: "10:20:00", "1 ETH")
    statement.add(.deposit, at: "10:40:00", "1 ETH")
    statement.add(.deposit, at: "09:00:00", "5 SOL")
    #expect(derived([moves, statement]).tally == ["counts": 3, "enriches": 2])
  }

  @Test(arguments: [true, false])
  func `unrelated moves are not a transfer`(_ isFeeStated: Bool) {
    var (out, back) = (File(.report, "a"), File(.report, "b", account: "other"))
    out.add(
      .withdrawal, at: "08:00:00", "-0.5 BTC", fee: isFeeStated ? "0.0002 BTC" : nil)
    back.add(.deposit, at: "18:00:00", "0.476 BTC")
    let derivation = derived([out, back])
    #expect(derivation.transfers.isEmpty)
    #expect(derivation.openMoves.count == 2)
    #expect(derivation.kinds == (isFeeStated ? [] : [.sameCoins]))
  }

  @Test func `reward and trade of one second are two`() {
    var (fills, ledger) = (File(.fills, "a"), File(.ledger, "b"))
    fills.add(
      .trade, at: "19:02:58", "0.1 ETH", for: "-315 EUR", pair: "ETH-EUR", ids: [Form.trade: "T"])
    ledger.add(.trade, at: "19:02:58", "-315 EUR", ids: [Form.row: "1", Form.trade: "T"])
    ledger.add(.trade, at: "19:02:58", "0.1 ETH", ids: [Form.row: "2", Form.trade: "T"])
    ledger.add(.reward, at: "19:02:58", "0.1 ETH", ids: [Form.row: "3"])
    let derivation = derived([fills, ledger])
    #expect(Set(derivation.summary) == ["trade 0.1 ETH for -315 EUR", "reward 0.1 ETH"])
    #expect(derivation.tally == ["counts": 2, "enriches": 2])
  }

  @Test func `trades of one second and amount on two markets are two in cut reports`() {
    var (first, second) = (File(.fills, "a"), File(.fills, "b"))
    var ledger = File(.ledger, "c")
    first.add(.trade, at: "12:00:00", "0.1 BTC", for: "-4200 USDT", pair: "BTC-USDT")
    second.add(.trade, at: "12:00:00", "0.1 BTC", for: "-3900 EUR", pair: "BTC-EUR")
    ledger.addLegs(at: "12:00:00", "0.1 BTC", for: "-3900 EUR")
    ledger.addLegs(at: "12:00:00", "0.1 BTC", for: "-4200 USDT")
    #expect(derived([first, ledger]).tally == ["counts": 3, "enriches": 2])
    #expect(derived([first, second, ledger]).tally == ["counts": 2, "enriches": 4])
  }
}
