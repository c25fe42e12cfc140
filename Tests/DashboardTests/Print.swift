import CellGrid
import Dashboard
import FoundationEssentials
import Testing

struct Throwaway {
  @Test func prints() {
    let env = ProcessInfo.processInfo.environment["SHOW"] ?? "80x24: 80x24:2 80x24:3"
    for spec in env.split(separator: " ") {
      let parts = spec.split(separator: ":", omittingEmptySubsequences: false)
      let size = parts[0].split(separator: "x").compactMap { Int($0) }
      var state = DashboardState(columns: size[0], rows: size[1], data: Sample.data())
      for part in parts.dropFirst() {
        let key: DashboardKey
        switch part {
        case "": continue
        case "enter": key = .enter
        case "esc": key = .escape
        case "tab": key = .tab
        case "down": key = .down
        case "right": key = .right
        default:
          for c in part { _ = update(&state, .key(.character(c)), now: Sample.now) }
          continue
        }
        _ = update(&state, .key(key), now: Sample.now)
      }
      print("=== \(spec)")
      let frame = view(state, now: Sample.now)
      for row in 0..<frame.grid.rows { print("|" + frame.grid.text(row: row) + "|") }
    }
  }
}
