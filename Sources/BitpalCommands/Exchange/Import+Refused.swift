import AppGroup
import CellGrid
import Interchange
import LedgerStore

extension Import {
  /// Writes the refused rows of each file beside it, to be mended and imported.
  func writeRefused(_ plan: ImportPlan, _ files: [ImportFile]) throws {
    guard skipRefused, !plan.refused.isEmpty else { return }
    var paths: [String] = []
    var filesOfPath: [String: [ImportFile]] = [:]
    for file in files {
      // What is left of refused rows takes their place.
      let path = IncompleteHistory.refusedRows(of: file.name == "-" ? "import" : file.name)
      if filesOfPath[path] == nil { paths.append(path) }
      filesOfPath[path, default: []].append(file)
    }
    for path in paths {
      let files = filesOfPath[path] ?? []
      let together = plan.refusedRows(of: files).map { [$0] }
      // Only where their columns differ they cannot stand in one file.
      for text in together ?? files.compactMap(plan.refusedRows(of:)) {
        let wasRead = together != nil && plan.readsAllOf(path, among: files)
        if !wasRead { try keepMended(path, unlessItIs: Array(text.utf8)) }
        try AtomicFile.write(Array(text.utf8), to: path)
        Console.writeError("The refused rows are in \(path), each with its reason.")
      }
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
  ///
  /// - Parameter change: The change that the import made; `nil` where it wrote nothing.
  func keepIncomplete(
    _ plan: ImportPlan, ofFiles files: [ImportFile], change: Int?, _ context: AppContext
  ) throws {
    var incomplete = try IncompleteHistory(context.container)
    try incomplete.record(plan, ofFiles: files, change: change, in: context.ledger)
    try incomplete.write(context)
    try MendedRowsFile(context).add(plan.mended)
  }
}

extension ImportPlan {
  /// Whether a file is one of those imported, and every row of it is in the ledger or refused: then
  /// what is refused may take its place.
  fileprivate func readsAllOf(_ path: String, among files: [ImportFile]) -> Bool {
    files.contains { $0.name == path } && !leftOut.contains { $0.source.file == path && $0.isLost }
  }
}

extension LeftOutRow {
  /// Whether nothing else has the row: neither the ledger, with others of its trade, nor another
  /// file.
  fileprivate var isLost: Bool {
    switch reason {
    case .partOfTrade, .partOfTradeElsewhere, .amongRefused: false
    default: true
    }
  }
}
