import ConfigurationFile
import TOMLKit

/// Called by libFuzzer with each input: a configuration file with arbitrary content.
///
/// - Returns: 0; an input that fails ends the program.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzConfiguration(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: bytes, count: count)
  guard let text = String(validating: input, as: UTF8.self) else { return 0 }
  if let promise = ConfigurationPromises.broken(by: text) { fatalError(promise) }
  do {
    _ = try Configuration.reading(toml: text)
    let depth = depth(of: try TOMLTable(string: text))
    // The last name or element holds no further level.
    guard depth - 1 <= ConfigurationLimits.depth else { fatalError("\(depth) levels passed") }
  } catch {}
  return 0
}

/// The number of levels of names, tables and lists below a table.
private func depth(of table: TOMLTable) -> Int {
  table.keys.compactMap { table[$0] }.map { depth(of: $0) + 1 }.max() ?? 0
}

private func depth(of value: any TOMLValueConvertible) -> Int {
  if let table = value.table { return depth(of: table) }
  guard let list = value.array else { return 0 }
  return (0..<list.count).map { depth(of: list[$0]) + 1 }.max() ?? 0
}
