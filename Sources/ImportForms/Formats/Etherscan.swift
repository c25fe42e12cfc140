import Exact
import ImportText
import Portfolio

extension FormatReader {
  /// The transactions of one address as exported by Etherscan and its sister sites: incoming and
  /// outgoing amounts have separate columns, whose headings name the coin.
  static let etherscan = FormatReader(
    format: .etherscan,
    signatures: [
      ["blockno", "unixtimestamp", "from", "to", "contractaddress", "status", "errcode"],
      ["blockno", "unixtimestamp", "parenttxfrom", "from", "txto", "status", "errcode"],
    ], hasIdleTypes: true
  ) { table in
    let columns = EtherscanColumns(table.header)
    let owner = table.ownAddress { $0.hasPrefix("0x") }
    return table.readMany { record throws(RefusalReason) in
      guard let coin = columns.coin else { throw .missingCell("value_in") }
      let incoming = try record.magnitude(columns.incoming)
      let outgoing = try record.magnitude(columns.outgoing)
      let fee = try record.magnitude(columns.fee)
      var facts = try record.facts("unixtimestamp", .unix)
      facts.hash = record[columns.hash]
      facts.notes = record["privatenote"]
      let hasFailed = try record.hasFailedOnChain()
      // An amount sent to oneself is in both columns.
      let isToOneself = incoming == outgoing
      if incoming != 0, !isToOneself, !hasFailed {
        facts.addSide(incoming, coin)
        return try facts.meanings(.deposit, word: "in")
      }
      if hasFailed || isToOneself {
        // A transaction without a value costs its sender the fee.
        let isSender = outgoing != 0 || owner.map { record["from"].lowercased() == $0 } ?? true
        guard fee != 0, isSender, incoming == 0 || isToOneself else {
          return [.leftOut(.otherKind(hasFailed ? "failed" : record["method"]))]
        }
        facts.addSide(-fee, coin)
        return try facts.meanings(.fee, word: hasFailed ? "failed" : record["method"])
      }
      facts.addSide(-outgoing, coin)
      facts.fees = fee == 0 ? [] : [AssetAmount(amount: fee, asset: coin)]
      return try facts.meanings(.withdrawal, word: "out")
    }
  }

  /// Token transfers of one address.
  ///
  /// The file does not name it, but every row contains it.
  static let etherscanTokens = FormatReader(
    format: .etherscanTokens,
    signatures: [
      ["unixtimestamp", "from", "to", "tokenvalue", "contractaddress", "tokenname", "tokensymbol"],
      ["unixtimestamp", "from", "to", "value", "contractaddress", "tokenname", "tokensymbol"],
    ]
  ) { table in
    let amount = table.header.first("tokenvalue", "value")
    let owner = table.ownAddress { $0.hasPrefix("0x") }
    return table.readMany { record throws(RefusalReason) in
      guard let owner else { throw .unclearOwner }
      let text = record.ungrouped(try record.filled(amount))
      guard let value = try record.fileNumber(text, column: amount) else {
        throw .missingCell(amount)
      }
      var facts = try record.facts("unixtimestamp", .unix)
      let isOut = record["from"].lowercased() == owner
      if isOut, record["to"].lowercased() == owner { return [.leftOut(.transfer)] }
      let token = Asset(
        token: try record.filled("tokensymbol"), name: record["tokenname"],
        contract: record["contractaddress"])
      facts.addSide(isOut ? -value : value, token)
      facts.hash = record[record.firstColumn("txhash", "transaction hash")]
      guard facts.received != nil || facts.spent != nil else {
        return [.leftOut(.otherKind("nothing moved"))]
      }
      return try facts.meanings(.move, word: "token")
    }
  }
}

extension CSVTable {
  /// The only address that occurs in every row; of two, the one in the file's name.
  func ownAddress(_ isAddress: (String) -> Bool) -> String? {
    var candidates: Set<String>?
    do throws(FileTextError) {
      try eachRecord { record, _ in
        let sides = Set([record["from"], record["to"]].map { $0.lowercased() })
        // Skip sum lines and repeated headers, which contain no address.
        guard sides.contains(where: isAddress) else { return true }
        candidates = candidates?.intersection(sides) ?? sides
        return true
      }
    } catch {
      // Reading the rows reports what is wrong.
      return nil
    }
    let name = header.file.lowercased()
    let named = candidates?.filter { !$0.isEmpty && name.contains($0) } ?? []
    if named.count == 1 { return named.first }
    return candidates?.count == 1 ? candidates?.first : nil
  }
}

private struct EtherscanColumns {
  let incoming: String
  let outgoing: String
  let fee: String
  let hash: String
  let coin: Asset?

  init(_ header: CSVHeader) {
    let names = header.columns.keys.sorted()
    incoming = names.first { $0.hasPrefix("value_in(") } ?? ""
    outgoing = names.first { $0.hasPrefix("value_out(") } ?? ""
    fee = names.first { $0.hasPrefix("txnfee(") && $0 != "txnfee(usd)" } ?? ""
    hash = header.first("txhash", "transaction hash")
    let unit = incoming.dropFirst("value_in(".count).filter { $0 != ")" }
    coin = unit.isEmpty ? nil : Asset(symbol: String(unit))
  }
}

extension CSVRecord {
  /// Whether the transaction failed on chain: 0 means success for internal ones, an empty cell for
  /// all others.
  fileprivate func hasFailedOnChain() throws(RefusalReason) -> Bool {
    let status = self["status"].lowercased()
    if ["", "0", "ok", "success", "done"].contains(status) { return false }
    guard status == "1" || ["error", "fail", "revert", "cancel"].contains(where: status.hasPrefix)
    else { throw .unknownState(self["status"]) }
    return true
  }
}
