import Application
import ConfigurationFile
import Import
import ImportForms
import ImportText
import LedgerStore
import Portfolio

extension ImportEvidence {
  /// The answers that options of an import give in advance.
  func answers(
    for files: [ReadFile], _ context: AppContext
  ) throws -> [Question.Key: Choice] {
    var answers: [Question.Key: Choice] = [:]
    if deposits != nil { answers[.openDeposits] = .gift }
    if missing != nil { answers[.every(.uncovered)] = .gift }
    let list = StablecoinList(stable ?? context.configuration.stablecoins)
    if list.isNone { answers[.every(.stablecoin)] = .keep }
    for (ticker, isDollar) in list.said {
      answers[.stablecoin(ticker)] = isDollar ? .dollars : .keep
    }
    for ticker in try stablecoins(context) { answers[.stablecoin(ticker)] = .dollars }
    let coins = coins
    guard !coins.isEmpty else { return answers }
    for name in Set(files.flatMap(\.assetNames)) {
      let asset = Asset(factName: name)
      if let id = coins[asset.word.lowercased()] ?? asset.tokenId.flatMap({ coins[$0] }) {
        answers[.coin(name)] = .coin(id)
      }
    }
    return answers
  }
}

extension ReadFile {
  /// The names of all assets in the file.
  fileprivate var assetNames: Set<String> {
    var names: Set<String> = []
    for fact in records.lazy.flatMap(\.facts) {
      names.insert(fact.amount.asset)
      for amount in [fact.counter, fact.fee].compactMap(\.self) + fact.otherFees {
        names.insert(amount.asset)
      }
    }
    return names
  }
}
