import AppGroup
import CellGrid
import Interchange

extension Import {
  /// Writes the refused rows of each file beside it, to be mended and imported.
  func writeRefused(_ plan: ImportPlan, _ files: [ImportFile]) throws {
    guard skipRefused, !plan.refused.isEmpty else { return }
    for file in files {
      guard let text = plan.refusedRows(of: file) else { continue }
      // What is left of refused rows takes their place.
      let path = IncompleteHistory.refusedRows(of: file.name == "-" ? "import" : file.name)
      try keepMended(path, unlessItIs: Array(text.utf8))
      try AtomicFile.write(Array(text.utf8), to: path)
      Console.writeError("The refused rows are in \(path), each with its reason.")
    }
    for coinId in plan.incompleteCoins {
      Console.writeError("\(coinId): history incomplete until they are imported.")
    }
  }

  /// Puts a file of the same name aside, which the user may have mended already.
  private func keepMended(_ path: String, unlessItIs text: [UInt8]) throws {
    guard let there = try AtomicFile.read(path), there != text else { return }
    var number = 1
    while true {
      let aside = String(path.dropLast(4)) + (number == 1 ? ".old.csv" : ".old-\(number).csv")
      let older = try AtomicFile.read(aside)
      if older == nil {
        try AtomicFile.write(there, to: aside)
        Console.writeError(cleaned("What \(path) held is in \(aside) now."))
      }
      if older == nil || older == there { return }
      number += 1
    }
  }

  /// Remembers which coins lack rows of these files, and forgets those that came in.
  func keepIncomplete(
    _ plan: ImportPlan, ofFiles files: [String], _ context: AppContext
  ) throws {
    var incomplete = IncompleteHistory(context.container)
    incomplete.record(plan, ofFiles: files)
    try incomplete.write(to: context.container)
    try MendedRowsFile(context.container).add(plan.mended)
  }
}
