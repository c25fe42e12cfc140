/// A zip archive of uncompressed files.
public func storedZip(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
  func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
  var (archive, list) = ([UInt8](), [UInt8]())
  for file in files {
    let name = Array(file.name.utf8)
    let facts =
      little(0, 8) + little(checksum(of: file.bytes), 4) + little(file.bytes.count, 4)
      + little(file.bytes.count, 4) + little(name.count, 2)
    let offset = archive.count
    archive += little(0x0403_4B50, 4) + little(20, 2) + facts + little(0, 2) + name + file.bytes
    list +=
      little(0x0201_4B50, 4) + little(0x314, 2) + little(20, 2) + facts + little(0, 8)
      + little(0x81A4_0000, 4) + little(offset, 4) + name
  }
  let end =
    little(0x0605_4B50, 4) + little(0, 4) + little(files.count, 2) + little(files.count, 2)
    + little(list.count, 4) + little(archive.count, 4) + little(0, 2)
  return archive + list + end
}

/// CRC-32, as zip uses it.
private func checksum(of bytes: [UInt8]) -> Int {
  var remainder = UInt32.max
  for byte in bytes {
    remainder ^= UInt32(byte)
    for _ in 0..<8 {
      remainder = remainder & 1 == 1 ? 0xEDB8_8320 ^ remainder >> 1 : remainder >> 1
    }
  }
  return Int(~remainder)
}
