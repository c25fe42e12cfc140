/// The parts that hold something, one after the other.
package func words(_ parts: String...) -> String {
  parts.filter { !$0.isEmpty }.joined(separator: "; ")
}
