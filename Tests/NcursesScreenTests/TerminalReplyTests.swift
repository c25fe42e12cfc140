import Testing

@testable import CellGrid

/// The terminal's answers give its background, and keys typed in between are kept.
struct TerminalReplyTests {
  @Test(arguments: [
    ("rgb:ffff/ffff/ffff", Appearance.light), ("rgb:0000/0000/0000", .dark),
    ("rgb:1e/1e/2e", .dark), ("rgb:fd/f6/e3", .light), ("rgb:f/f/f", .light),
    ("rgba:ffff/ffff/ffff/8000", .light), ("#1e1e2e", .dark), ("#ffffff", .light),
    ("rgb:ffff/0000/0000", .dark), ("rgb:0000/ffff/0000", .light), ("rgb:0000/0000/ffff", .dark),
    ("rgb:ffff/ffff", .unknown), ("rgb:zz/00/00", .unknown), ("rgb:-1/ff/ff", .unknown),
    ("rgb:fffff/0/0", .unknown), ("white", .unknown), ("", .unknown), ("#", .unknown),
  ])
  func `a colour is light or dark by how bright it looks`(color: String, appearance: Appearance) {
    #expect(TerminalReply.appearance(ofColor: color) == appearance)
    for end in ["\u{07}", "\u{1B}\\"] {
      let reply = TerminalReply(Array("\u{1B}]11;\(color)\(end)\u{1B}[?62;4c".utf8))
      #expect(reply.appearance == appearance)
      #expect(reply.isComplete)
      #expect(reply.typedAhead.isEmpty)
    }
  }

  @Test func `keys among the answers are kept`() {
    let reply = TerminalReply(Array("q\u{1B}]11;rgb:0/0/0\u{07}\u{1B}[A\u{1B}[?1;2cw".utf8))
    #expect(reply.appearance == .dark)
    #expect(reply.isComplete)
    #expect(reply.typedAhead == Array("q\u{1B}[Aw".utf8))
  }

  @Test func `every start of an answer is kept for the rest to complete`() {
    let answer = Array("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\".utf8)
    for length in 0..<answer.count {
      let reply = TerminalReply(Array(answer.prefix(length)))
      #expect(reply.typedAhead == Array(answer.prefix(length)))
      #expect(!reply.isComplete)
    }
  }

  @Test func `a terminal that only says its kind is unknown and done`() {
    let reply = TerminalReply(Array("\u{1B}[?1;0c".utf8))
    #expect(reply.appearance == .unknown)
    #expect(reply.isComplete)
  }
}
