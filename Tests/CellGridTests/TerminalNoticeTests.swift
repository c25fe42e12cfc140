import CellGrid
import Testing

/// A notice is the bell or the terminal's own sequence, which no coin name can end early.
struct TerminalNoticeTests {
  @Test(arguments: [
    (TerminalNotice.off, false, ""), (.off, true, ""),
    (.bell, false, "\u{7}"), (.bell, true, "\u{7}"),
    (.osc9, false, "\u{1B}]9;bitpal: BTC; up\u{7}"),
    (.osc777, false, "\u{1B}]777;notify;bitpal;BTC; up\u{7}"),
    (.osc9, true, "\u{1B}Ptmux;\u{1B}\u{1B}]9;bitpal: BTC; up\u{7}\u{1B}\\"),
  ])
  func `a notice is the sequence that the terminal knows`(
    notice: TerminalNotice, isInTmux: Bool, sequence: String
  ) {
    #expect(notice.sequence(title: "bitpal", "BTC; up", isInTmux: isInTmux) == sequence)
  }

  @Test func `what a coin is called ends no sequence`() {
    let text = TerminalNotice.osc777.sequence(
      title: "a;b", "x\u{7}\u{1B}]52;c;\u{9C}y\n", isInTmux: false)
    #expect(text.filter { $0 == "\u{7}" }.count == 1 && text.hasSuffix("\u{7}"))
    #expect(text.filter { $0 == "\u{1B}" }.count == 1)
    #expect(text.hasPrefix("\u{1B}]777;notify;a,b;x"))
    #expect(!text.contains("\u{9C}") && !text.contains("\n"))
  }
}
