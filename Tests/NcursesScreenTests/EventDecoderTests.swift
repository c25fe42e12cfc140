import CellGrid
import Testing

@testable import NcursesScreen

/// Terminal input becomes keys, text and pastes; nothing else that arrives types anything.
///
/// - Escape is a key once nothing follows it.
/// - Unknown sequences and late answers of the terminal are dropped.
/// - A paste is one text without control characters, is cut at a limit, and never presses keys.
struct EventDecoderTests {
  private func events(_ raw: [RawEvent]) -> [ScreenEvent] {
    var decoder = EventDecoder()
    var events: [ScreenEvent] = []
    for event in raw {
      decoder.decode(event, size: ScreenTerminal.Size(columns: 80, rows: 24))
      while let event = decoder.next() { events.append(event) }
    }
    return events
  }

  private func characters(_ text: String) -> [RawEvent] {
    text.unicodeScalars.map(RawEvent.character)
  }

  @Test func `Escape is a key once nothing follows`() {
    #expect(events(characters("\u{1B}")) == [])
    #expect(events(characters("\u{1B}") + [.nothing]) == [.key(.escape)])
    #expect(events(characters("\u{1B}\u{1B}") + [.nothing]) == [.key(.escape), .key(.escape)])
    #expect(events(characters("\u{1B}") + [.key(.up)]) == [.key(.escape), .key(.up)])
  }

  @Test func `Escape and then a bracket by hand are two keys`() {
    #expect(events(characters("\u{1B}[") + [.nothing]) == [.key(.escape), .text("[")])
    #expect(events(characters("\u{1B}x")) == [.key(.escape), .text("x")])
  }

  @Test(arguments: ["\u{1B}[27;5;13~", "\u{1B}[1;2P", "\u{1B}[99u", "\u{1B}OM", "\u{1B}]0;x\u{07}"])
  func `a sequence without a meaning types nothing`(sequence: String) {
    #expect(events(characters(sequence + "q")) == [.text("q")])
  }

  @Test func `a late answer in pieces types nothing`() {
    let raw =
      characters("\u{1B}]11;rgb:1e1e/") + [.nothing] + characters("1e1e/2e2e\u{1B}") + [.nothing]
      + characters("\\\u{1B}[?6") + [.nothing] + characters("2;4c") + [.nothing]
    #expect(events(raw + characters("q")) == [.appearance(.dark), .text("q")])
  }

  @Test func `an endless answer does not keep the keys for ever`() {
    let raw = characters("\u{1B}]11;" + String(repeating: "x", count: 300))
    #expect(events(raw + characters("q")).last == .text("q"))
  }

  @Test func `a paste is one text without control characters`() {
    let raw =
      [.pasteBegins] + characters("a\tb\r") + [.nothing, .key(.up)] + characters("\u{07}c\u{9B}")
    #expect(events(raw) == [])
    #expect(events(raw + [.pasteEnds]) == [.paste("a\tb\nc")])
  }

  @Test func `a paste that never ends ends with Escape or the terminal`() {
    let raw = [.pasteBegins] + characters("abc")
    let pressed = characters("\u{1B}") + [.nothing] + characters("q")
    #expect(events(raw + pressed) == [.paste("abc"), .text("q")])
    #expect(events(raw + [.closed]) == [.paste("abc"), .closed])
  }

  @Test func `nothing that is pasted becomes a key`() {
    let raw = characters("a\u{1B}[31mb\u{1B}\u{13}\tc") + [.nothing]
    #expect(events([.pasteBegins] + raw + [.pasteEnds]) == [.paste("a[31mb\tc")])
  }

  @Test func `an enormous paste is cut`() throws {
    let raw = [.pasteBegins] + characters(String(repeating: "x", count: 70_000)) + [.pasteEnds]
    let event = try #require(events(raw).first)
    #expect(event == .paste(String(repeating: "x", count: EventDecoder.pasteLimit)))
  }
}
