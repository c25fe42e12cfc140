/// Removes escape sequences in the 7-bit (`ESC [`) and 8-bit (U+009B) forms.
///
/// An unterminated string sequence (OSC, DCS, …) loses only its introducer: dropping the rest of a
/// name because of one stray byte would hide more than it protects.
func withoutEscapeSequences(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: { $0 == escape || (0x80...0x9F).contains($0.value) })
  else { return text }
  let scalars = Array(text.unicodeScalars)
  var result = String.UnicodeScalarView()
  var index = 0
  while index < scalars.count {
    if let end = endOfSequence(in: scalars, at: index) {
      index = end
    } else {
      result.append(scalars[index])
      index += 1
    }
  }
  return String(result)
}

private let escape: Unicode.Scalar = "\u{1B}"

/// The index after the sequence that starts here; nil if none does.
private func endOfSequence(in scalars: [Unicode.Scalar], at start: Int) -> Int? {
  let introducer: UInt32
  var index = start + 1
  if scalars[start] == escape {
    guard index < scalars.count, (0x20...0x7E).contains(scalars[index].value) else { return index }
    // ESC and a letter from @ to _ are equivalent to the 8-bit control 0x40 higher.
    introducer = scalars[index].value + 0x40
    guard (0x80...0x9F).contains(introducer) else {
      return end(of: scalars, from: index, final: 0x30...0x7E)
    }
    index += 1
  } else if (0x80...0x9F).contains(scalars[start].value) {
    introducer = scalars[start].value
  } else {
    return nil
  }
  switch introducer {
  case 0x9B: return end(of: scalars, from: index, final: 0x40...0x7E)
  case 0x90, 0x98, 0x9D, 0x9E, 0x9F: return endOfString(in: scalars, from: index) ?? index
  // Next line (NEL) is a line break, which cleaning turns into a space.
  case 0x85 where scalars[start] != escape: return nil
  default: return index
  }
}

/// Skips parameters and intermediates through the final byte; stops before anything else.
private func end(
  of scalars: [Unicode.Scalar], from start: Int, final: ClosedRange<UInt32>
) -> Int {
  var index = start
  while index < scalars.count {
    let value = scalars[index].value
    if final.contains(value) { return index + 1 }
    guard (0x20...0x3F).contains(value) else { return index }
    index += 1
  }
  return index
}

private func endOfString(in scalars: [Unicode.Scalar], from start: Int) -> Int? {
  for index in start..<scalars.count {
    switch scalars[index].value {
    case 0x07, 0x9C: return index + 1
    case 0x1B where index + 1 < scalars.count && scalars[index + 1] == "\\": return index + 2
    case 0x1B: return nil
    default: continue
    }
  }
  return nil
}
