import BitpalTesting
import CellGrid
import FoundationEssentials
import Portfolio
import Testing
import Widgets

@testable import Dashboard

/// Questions about imported files, and their answers.
@Suite struct InboxOnItsPage {
  private func inbox(
    _ keys: String = "", columns: Int = 100, rows: Int = 30, data: DashboardData = Sample.waiting
  ) -> Driven {
    var driven = Driven(columns, rows)
    driven.openInbox(keys, data: data)
    return driven
  }

  private func answer(_ keys: [String], _ choice: String) -> DashboardEffect {
    .apply(.answer(AnswerToGive(keys: keys, choice: choice, seen: Sample.mark)))
  }

  @Test func `the tab is there where rows wait, with their number, or where one was answered`() {
    var driven = Driven(150, 30)
    #expect(!driven.row(29).contains("Inbox"))
    driven.send(.portfolioChanged(Sample.waiting))
    #expect(driven.row(29).contains("7 Inbox 54"))
    #expect(Driven(80, 24, data: Sample.waiting).row(23).contains("7Inbox 54"))
    driven.send(.portfolioChanged(Sample.answered))
    #expect(driven.row(29).contains("7 Inbox  "))
    driven.type("]]]]]]")
    #expect(driven.state.tab == .inbox)
    driven.type("]")
    #expect(driven.state.tab == .home)
    driven.send(.portfolioChanged(Sample.whole))
    driven.type("[")
    #expect(driven.state.tab == .gains, "a page without a tab is passed over")
  }

  @Test func `the key that gives an answer comes first, and keys that do nothing are left out`() {
    var driven = inbox()
    driven.press(.enter)
    #expect(driven.row(29).contains("Enter answer"), "\(driven.row(29))")
    driven.press(.escape)
    driven.type("jj??")
    let keys = driven.text
    #expect(keys.contains("Go to the answers"))
    #expect(!keys.contains("Revoke the answer") && !keys.contains("Answer all questions like it"))
  }

  @Test func `most rows come first, and the selected question shows its rows side by side`() {
    let driven = inbox()
    let counts = (2...4).map { driven.row($0).split(separator: " ").first { Int($0) != nil } }
    #expect(counts == ["41", "12", "1"])
    #expect(driven.text.contains("Waits"))
    let when = driven.lines(with: "When").first ?? ""
    #expect(
      when.split(separator: " ").map(String.init).filter { $0.hasPrefix("09:30") } == [
        "09:30:00", "09:30",
      ])
    #expect(driven.lines(with: "Line").first?.contains("212") == true)
    #expect(!driven.text.contains("\u{1B}"))
    #expect(driven.text.contains("changes no holding and no gain"))
    #expect(driven.text.contains("Bitcoin (BTC) +0.002, gain +$14.20"))
  }

  @Test func `what two rows say differently stands out`() {
    let driven = inbox()
    let frame = driven.frame
    func roles(_ name: String) -> [Role] {
      guard let row = (0..<30).first(where: { driven.row($0).contains(name) }) else { return [] }
      return (0..<100).map { frame.grid[$0, row].style.role }
    }
    #expect(roles("When  ").contains(.accent) && roles("For  ").contains(.accent))
    #expect(!roles("Account  ").contains(.accent) && !roles("Line  ").contains(.accent))
  }

  @Test func `enter goes to the answers, asks with the effect, and gives the answer`() {
    var driven = inbox()
    driven.press(.enter, .down, .enter)
    #expect(driven.text.contains("Answer two: two; both count?"))
    #expect(driven.text.contains("Bitcoin (BTC) +0.002, gain +$14.20"))
    #expect(driven.type("n").isEmpty)
    driven.press(.enter)
    #expect(driven.type("y") == [answer(["same|1"], "two")])
    driven.send(.applied(.answer(AnswerToGive(keys: ["same|1"], choice: "two", seen: nil))))
    #expect(driven.text.contains("Answered 1 question: two"))
  }

  @Test func `A answers all questions like it`() {
    var driven = inbox("A")
    #expect(driven.text.contains("Answers to all 41 questions like it"))
    driven.press(.enter, .enter)
    #expect(driven.text.contains("Answer 41 questions with same: the same, reported twice"))
    #expect(driven.type("y") == [answer((1...41).map { "same|\($0)" }, "same")])
    driven = inbox("AA")
    driven.press(.enter, .enter)
    #expect(driven.type("y") == [answer(["same|1"], "same")])
    driven = inbox("Ajk")
    #expect(!driven.text.contains("Answers to all"), "it is for one question")
    driven = inbox("jA")
    #expect(!driven.text.contains("like it"), "there is only one")
  }

  @Test func `a price is typed and its effect shown before it is given`() {
    var driven = inbox("j")
    driven.press(.enter, .enter)
    #expect(driven.state.context == .palette)
    driven.type("-3")
    #expect(driven.text.contains("Type a price in dollars"))
    driven.press(.backspace, .backspace)
    driven.type("2000")
    #expect(driven.text.contains("Answer price 2000: what one coin cost when you bought them"))
    driven.press(.enter)
    #expect(driven.text.contains("Answer price 2000?") && driven.text.contains("gain +$990.00"))
    #expect(driven.type("y") == [answer(["uncovered|1"], "price 2000")])
  }

  @Test func `a coin is looked up by its name`() {
    var driven = inbox("jj")
    driven.press(.enter, .enter)
    #expect(driven.effects.last == .searchCoins(""))
    driven.type("bit")
    let coin = Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin")
    driven.send(.coinsFound(query: "bit", [coin], ranks: ["bitcoin": 1]))
    #expect(driven.text.contains("It is Bitcoin"))
    driven.press(.enter)
    #expect(
      driven.text.contains("Answer coin bitcoin?") && driven.text.contains("Bitcoin (BTC) +125"))
    #expect(driven.type("y") == [answer(["coin|ZZTOP"], "coin bitcoin")])
  }

  @Test func `t shows the answers, the newest first, and d takes one back`() {
    var driven = inbox("t")
    #expect(driven.row(2).contains("2026-04-20  price 82.5  the worth of solana"))
    #expect(driven.row(3).contains("2026-03-02  dollars"))
    driven.type("jd")
    #expect(driven.text.contains("Revoke the answer dollars?"))
    #expect(
      driven.type("y") == [.apply(.revoke(Sample.openBook.answers[0], seen: Sample.mark))])
    driven.press(.escape)
    #expect(driven.row(0).contains("Inbox"))
    #expect(driven.type("d").isEmpty, "questions are not taken back")
  }

  @Test func `esc and left go back to the questions`() {
    var driven = inbox()
    for key in [Key.escape, .left] {
      driven.press(.enter)
      driven.press(key)
      driven.press(.down)
      #expect(driven.state.inbox.causes.selection == 1)
      driven.press(.up)
    }
    #expect(driven.state.inbox.offer == nil)
  }

  @Test func `the cursor stands on the selected question, then on the selected answer`() throws {
    var driven = inbox()
    let question = try #require(driven.frame.cursor)
    #expect(question.row == 2)
    driven.press(.enter, .down)
    let answer = try #require(driven.frame.cursor)
    #expect(driven.row(answer.row).contains("two"))
  }

  @Test func `a press selects questions and answers, a second one goes on`() {
    var driven = inbox(columns: 120, rows: 40)
    driven.click("You sold Ethereum")
    #expect(driven.state.inbox.causes.selection == 1)
    driven.click("gift")
    #expect(driven.state.inbox.selectedOffer?.choice == "gift")
    driven.click("gift")
    #expect(driven.text.contains("Answer gift: received for free"))
  }

  @Test func `masks hide amounts in rows, effects and answers`() {
    let driven = inbox("p")
    for text in ["0.002", "210.4", "14.20", "0.21"] {
      #expect(!driven.text.contains(text), "\(text)")
    }
    #expect(driven.text.contains("Bitcoin (BTC) +•••••") && driven.text.contains("•••••"))
    #expect(!inbox("pt").text.contains("82.5"))
  }

  @Test func `without a question the page says so, and that there are answers`() {
    let driven = inbox(data: Sample.answered)
    #expect(driven.text.contains("Nothing waits") && driven.text.contains("t shows the answers"))
    #expect(!inbox(data: Sample.whole).text.contains("t shows"))
  }

  @Test func `a small window shows the questions, then one of them`() {
    var driven = inbox(columns: 40, rows: 12)
    #expect(driven.row(2).contains("› "))
    #expect(driven.text.contains("Two of your files may report the same"))
    #expect(!driven.text.contains("Answers"))
    driven.press(.enter)
    #expect(driven.text.contains("Answers") && driven.text.contains("same"))
    #expect(!driven.text.contains("Question"))
    #expect(driven.text.contains("2025-11-03 09:30:00 Binance"))
  }
}

/// An inbox that is read from a ledger on disk.
@Suite struct ReadInbox {
  private func data(version: Int) -> DashboardData {
    var ledger = LedgerOutline(
      version: version, rowCount: 1, coinIDs: ["bitcoin"], newest: [Sample.transactions[0]])
    ledger.waitingRowCount = 54
    return DashboardData(
      positions: Sample.whole.positions, ledger: ledger, entry: Sample.whole.entry)
  }

  private func book(_ version: Int) -> InboxBook {
    var book = Sample.openBook
    book.version = version
    return book
  }

  @Test func `questions are read on their page alone, effects of the selected one alone`() {
    var driven = Driven(120, 40, data: data(version: 1))
    #expect(!driven.state.wantedReadings.contains(.inbox(version: 1)))
    driven.type("7")
    #expect(driven.state.wantedReadings == [.inbox(version: 1)])
    driven.send(.requested(.inbox(version: 1)))
    #expect(driven.text.contains("Reading the ledger…"))
    driven.send(.inboxRead(book(1)))
    let first = EffectRequest(version: 1, keys: ["same|1"], choices: ["same", "two"])
    #expect(driven.state.wantedReadings == [.effects(first)])
    #expect(driven.lines(with: "same  ").first?.contains("reported twice") == true)
    driven.type("j")
    let second = EffectRequest(version: 1, keys: ["uncovered|1"], choices: ["gift", "skip"])
    #expect(driven.state.wantedReadings == [.effects(second)])
    driven.send(.effectsRead(second, [MaskableText("nothing"), MaskableText("gain +$1.00")]))
    #expect(driven.text.contains("gain +$1.00"))
    #expect(driven.state.wantedReadings.isEmpty)
  }

  @Test func `a change keeps the selection and works everything out again`() {
    var driven = Driven(120, 40, data: data(version: 1))
    driven.type("7")
    driven.send(.inboxRead(book(1)))
    driven.type("j")
    driven.send(.portfolioChanged(data(version: 2)))
    #expect(driven.state.wantedReadings == [.inbox(version: 2)])
    var next = book(2)
    next.causes.removeFirst()
    driven.send(.inboxRead(book(1)))
    #expect(driven.state.wantedReadings == [.inbox(version: 2)], "what is of before is left")
    driven.send(.inboxRead(next))
    #expect(driven.state.inbox.selected?.id == "a8dda57d")
    #expect(driven.state.wantedReadings.count == 1)
  }

  @Test func `an answer to a ledger that moved is refused with a sentence`() {
    var driven = Driven(120, 40, data: data(version: 1))
    driven.type("7")
    driven.send(.inboxRead(book(1)))
    driven.press(.enter, .enter)
    driven.type("y")
    let answer = AnswerToGive(keys: ["same|1"], choice: "same", seen: Sample.mark)
    #expect(driven.effects.last == .apply(.answer(answer)))
    driven.send(.notApplied(.answer(answer), "The ledger was changed meanwhile"))
    #expect(driven.text.contains("The ledger was changed meanwhile"))
  }
}

/// The inbox on a very large terminal; smaller sizes are among the scenes.
@Suite struct InboxAtLarge {
  @Test(arguments: ["inbox", "inbox-answer", "inbox-answers"])
  func `they look as recorded`(scene: String) throws {
    var driven = Driven(200, 60)
    try #require(Driven.scenes.first { $0.name == scene }).open(&driven)
    try Goldens.check(driven, name: "\(scene)-200x60")
  }
}
