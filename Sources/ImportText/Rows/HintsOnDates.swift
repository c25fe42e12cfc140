/// What to do about a date that cannot be read: the zone after it, or what a spreadsheet made of
/// it.
package func hint(onDate text: String) -> String {
  if let letters = ambiguousZone(behind: text) {
    return " \(letters) may be several zones: under a map of your own, add zone=Europe/Berlin."
  }
  if text.uppercased().contains("E+"), text.allSatisfy({ $0.isNumber || ".,eE+".contains($0) }) {
    return " A spreadsheet cut its digits off: export the file again."
  }
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  let isDay = parts.count < 3 && parts[0].count == 5 && parts.joined().allSatisfy(\.isNumber)
  let cure = " It is a spreadsheet's number of a day: give the column the form of a date there."
  return isDay ? cure : ""
}
