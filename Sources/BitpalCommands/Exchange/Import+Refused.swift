import AppGroup
import Interchange

extension Import {
  /// Writes the refused rows of each file beside it, to be mended and imported.
  func writeRefused(_ plan: ImportPlan, _ files: [ImportFile]) throws {
    guard skipRefused, !plan.refused.isEmpty else { return }
    for file in files {
      guard let text = plan.refusedRows(of: file) else { continue }
      let path = (file.name == "-" ? "import" : file.name) + ".refused.csv"
      try AtomicFile.write(Array(text.utf8), to: path)
      Console.writeError("The refused rows are in \(path), each with its reason.")
    }
    for coinId in plan.incompleteCoins {
      Console.writeError("\(coinId): history incomplete until they are imported.")
    }
  }

  /// Remembers which coins lack rows of these files, and forgets those that came in.
  func keepIncomplete(
    _ plan: ImportPlan, ofFiles files: [String], _ context: AppContext
  ) throws {
    var incomplete = IncompleteHistory(context.container)
    incomplete.record(plan, ofFiles: files)
    try incomplete.write(to: context.container)
  }
}
