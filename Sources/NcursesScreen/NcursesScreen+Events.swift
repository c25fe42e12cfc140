import CScreen
import CellGrid

extension NcursesScreen {
  /// Descriptors, one of them readable when ``nextEvent()`` may have something.
  public var descriptors: [Int32] {
    guard let handle else { return [] }
    return [bitpal_screen_input_descriptor(handle), bitpal_screen_wake_descriptor(handle)]
  }

  /// Becomes writable when the terminal takes more of what waits; nil while nothing does.
  public var outputDescriptor: Int32? {
    guard let handle else { return nil }
    let descriptor = bitpal_screen_output_descriptor(handle)
    return descriptor < 0 ? nil : descriptor
  }

  /// The next thing that happened, or nil at once if there is nothing.
  ///
  /// Read until nil, then wait for ``descriptors``. After `.closed` it says `.closed` for ever.
  public func nextEvent() -> ScreenEvent? {
    guard let handle else { return .closed }
    while true {
      if let event = decoder.next() { return event }
      let event = RawEvent(bitpal_screen_next_event(handle))
      if event == .resize { shown = nil }
      decoder.decode(event, size: size)
      if event == .nothing { return decoder.next() }
    }
  }

  /// Whether the mouse is reported to the program; off, the terminal selects text as usual.
  public func setMouse(_ isOn: Bool) {
    guard let handle else { return }
    bitpal_screen_set_mouse(handle, isOn)
  }

  /// Sends the terminal a sequence that draws nothing and moves no cursor, such as a bell.
  public func send(_ sequence: String) {
    guard let handle, !sequence.isEmpty else { return }
    bitpal_screen_ask(handle, sequence, sequence.utf8.count)
  }

  /// Puts text on the clipboard through the terminal (OSC 52); false where that cannot work.
  @discardableResult
  public func copyToClipboard(_ text: String) -> Bool {
    guard let handle else { return false }
    let encoded = base64(Array(text.utf8))
    return bitpal_screen_copy_base64(handle, encoded, encoded.utf8.count)
  }
}
