// Case is only folded in ASCII, because other letters depend on the language (a Turkish `I`).

func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

func lowercasedASCII(_ text: String) -> [UInt8] { text.utf8.map(lowercased) }

/// The bytes of the text without leading and trailing ASCII white space.
func trimmedASCII(_ text: String) -> [UInt8] {
  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
  let behind = text.utf8.drop(while: isSpace)
  return Array(behind.prefix(behind.count - behind.reversed().prefix(while: isSpace).count))
}

func precedes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  for index in 0..<min(left.count, right.count) where left[index] != right[index] {
    return left[index] < right[index]
  }
  return left.count < right.count
}

func precedesIgnoringCase(
  _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
) -> Bool {
  for index in 0..<min(left.count, right.count) {
    let (a, b) = (lowercased(left[index]), lowercased(right[index]))
    if a != b { return a < b }
  }
  return left.count < right.count
}

func equalsIgnoringCase(
  _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
) -> Bool {
  guard left.count == right.count else { return false }
  for index in 0..<left.count where lowercased(left[index]) != lowercased(right[index]) {
    return false
  }
  return true
}
