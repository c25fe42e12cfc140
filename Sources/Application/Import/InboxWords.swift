import Exact
import FoundationEssentials
public import Import
import Portfolio

extension Fact {
  /// The fact in one line: `2024-03-19 19:43:31 trade 0.002 BTC for -100 EUR`.
  public var words: String {
    let paid = counter.map { " for \($0.text)" } ?? ""
    let charged = fee.map { ", fee \($0.text)" } ?? ""
    return "\(instant.text) \(scope.words) \(role.word) \(amount.text)\(paid)\(charged)"
  }
}

extension Fact {
  /// The values of the fact, one by one.
  var statements: [RowStatement] {
    func amounts(_ name: String, _ amount: Amount?) -> [RowStatement] {
      amount.map { [RowStatement(name, $0.text, isAmount: true)] } ?? []
    }
    return [
      RowStatement("When", instant.text), RowStatement("Account", scope.words),
      RowStatement("What", role.word),
    ] + amounts("Amount", amount) + amounts("For", counter) + amounts("Fee", fee)
      + ids.sorted { $0.key < $1.key }.map { RowStatement($0.key.kind.word, $0.value) }
  }
}

extension IDSpace.Kind {
  /// The display name of this kind of id.
  fileprivate var word: String {
    switch self {
    case .row: "Row id"
    case .trade: "Trade id"
    case .order: "Order id"
    case .hash: "Hash"
    }
  }
}

extension Scope {
  /// The account, with the owner if the file names one.
  var words: String { owner.isEmpty ? account : "\(account) \(owner)" }
}

extension Amount {
  fileprivate var text: String { "\(value) \(asset.coinWord)" }
}

extension String {
  /// The asset name without the prefix that states its kind.
  var coinWord: String {
    for prefix in ["id:", "coin:"] where hasPrefix(prefix) {
      return String(dropFirst(prefix.count))
    }
    return self
  }

  /// The ticker of an asset, without its contract.
  var symbol: String { coinWord.split(separator: "@").first.map(String.init) ?? self }
}

extension PrintedInstant {
  /// The instant as precisely as it was written, in UTC.
  fileprivate var text: String {
    let text = date.utcText
    let isDay = width >= 86_400 * Self.second
    let (day, time) = (text.prefix(10), text.dropFirst(11))
    return isDay ? String(day) : "\(day) \(time.prefix(width > Self.second ? 5 : 8))"
  }
}

extension Role {
  /// The display name of the role.
  fileprivate var word: String {
    switch self {
    case .trade: "trade"
    case .convert: "swap"
    case .reward: "reward"
    case .deposit: "deposit"
    case .withdrawal: "withdrawal"
    case .inside: "move inside the account"
    case .settlement: "result of a contract"
    case .fee, .cost: "fee"
    case .gift: "gift"
    case .payment: "payment"
    case .exchange: "side of a trade"
    case .returned: "returned coins"
    }
  }
}

extension Question {
  /// The question text, from the person's point of view.
  ///
  /// - Parameter file: The file of the first row.
  func sentence(about rows: [InboxRow], in file: String, _ titles: CoinTitles) -> String {
    let facts = rows.compactMap(\.fact)
    let coin = facts.first.map { titles.title(of: $0) } ?? "coins"
    switch kind {
    case .sameOrTwo:
      if let accounts = key.accountsOfHashes?.map(\.orUnnamed) {
        return
          "Are \(accounts[0]) and \(accounts[1]) one wallet? Both report the same transactions."
      }
      return "Two of your files may report the same \(facts.first?.role.word ?? "event")."
    case .halfOfTrade: return "The other half of your trade of \(coin) is in none of your files."
    case .whichLegs: return "Your rows of one instant fit together as trades in several ways."
    case .restOfOrder: return "Your order of \(coin) and its fills do not add up."
    case .sameCoins: return "Your withdrawal and your deposit of \(coin) may be the same coins."
    case .whoseFile: return "You have several accounts there, and \(file) names none of them."
    case .unknownCoin: return "Which coin is \(name.symbol)?"
    case .noWorth: return "Nothing says what your \(unvaluedCoin(facts, titles) ?? coin) was worth."
    case .uncovered:
      let sold = titles.title(of: subject, in: facts)
      return "You sold \(sold), and none of your files says how you got it."
    case .unbookable: return "bitpal cannot record what your file says. \(subject)"
    case .stablecoin: return "Does \(name) count as US dollars? Until you say so, it is a coin."
    case .unreadable: return rows.first?.words ?? "A row cannot be read."
    case .whichZone:
      return
        "The exchange puts the zone of its times into the name of its files, and \(file) was "
        + "renamed. Until you answer, its times count as UTC."
    }
  }

  /// How to resolve the question without an answer.
  ///
  /// - Parameters:
  ///   - file: The name of the file that raised the question.
  ///   - number: Its number in the ledger; `nil` for a file that is being imported.
  func advice(on file: String, number: Int?) -> String? {
    switch kind {
    case .uncovered:
      "If a file is missing, import it. If there is none, record how you got them before the sale, "
        + "with `bitpal buy` or `bitpal gift`. Either answers this by itself."
    case .halfOfTrade: "If the file with the other half is missing, import it."
    case .noWorth:
      "`bitpal import '\(file)' --daily-prices` fetches the prices of these days."
    case .whichZone:
      "If its name had another zone: `bitpal inbox answer \(key.id) zone UTC+2`."
    case .unreadable: wordAdvice(on: file, number: number)
    default: nil
    }
  }

  /// How to explain an unknown word in a file.
  private func wordAdvice(on file: String, number: Int?) -> String? {
    let parts = name.split(separator: "|", maxSplits: 2)
    guard parts.count == 3, parts[1] == RowQuestion.Kind.wordUnknown.rawValue else { return nil }
    let command = number.map { "files reread \($0)" } ?? "import '\(file)'"
    return "If \(parts[2]) is a reward: `bitpal \(command) --map 'reward=\(parts[2])'`; the same "
      + "with deposit, withdrawal or payment."
  }

  /// The possible answers, best evidence first.
  func offers(about rows: [InboxRow], _ titles: CoinTitles) -> [AnswerOffer] {
    let meant = kind == .unknownCoin ? titles.candidates(for: name).map { Choice.coin($0) } : []
    let suggested = meant.filter { !choices.contains($0) }.map { offer($0, titles) }
    return suggested + kind.valueOffers + choices.map { offer($0, titles) }
  }

  private func offer(_ choice: Choice, _ titles: CoinTitles) -> AnswerOffer {
    var meaning = choice.meaning(for: kind)
    if case .coin(let id) = choice { meaning = titles.catalogue.titleWithID(of: id) }
    return AnswerOffer(choice: choice, word: choice.text, meaning: meaning)
  }

  /// The coin whose value a valuation asks for.
  private func unvaluedCoin(_ facts: [Fact], _ titles: CoinTitles) -> String? {
    subject.contains(" ") || subject.isEmpty ? nil : titles.title(of: subject, in: facts)
  }

  /// The name in the key.
  private var name: String { key.text.split(separator: "|").dropFirst().joined(separator: "|") }
  private var subject: String {
    cause.split(separator: "|").dropFirst().joined(separator: "|")
  }
}

extension String {
  /// The name of an account, or the word for one without a name.
  fileprivate var orUnnamed: String { isEmpty ? "unnamed" : self }
}

extension Question.Key {
  /// The question in a few words, as shown in a list of answers.
  ///
  /// - Parameter files: The names of files by digest.
  public func words(naming files: [String: String]) -> String {
    if self == .openDeposits { return "deposits whose withdrawal no file reports" }
    if let (file, lines) = keptRows {
      return "the same as other rows: \(files[file] ?? "a removed file") \(lines.lineWords)"
    }
    var parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard let kind = Question.Kind(rawValue: parts[0]) else { return text }
    guard parts.count > 1 else { return "every question: \(kind.topic)" }
    if let accounts = accountsOfHashes?.map(\.orUnnamed) {
      return "one wallet: \(accounts.joined(separator: " and "))"
    }
    if kind == .whichZone { parts[1] = files[parts[1]] ?? "a removed file" }
    if parts.count == 8, let role = UInt8(parts[3]).flatMap(Role.init), let at = Int64(parts[5]) {
      let account = Import.Scope(account: parts[1], owner: parts[2]).words
      return "\(kind.topic): \(PrintedInstant(at: at).text) \(account) \(role.word) "
        + "\(parts[6]) \(parts[4].coinWord)"
    }
    return "\(kind.topic): \(parts.dropFirst().joined(separator: " "))"
  }
}

extension [Int] {
  /// The lines of a file, such as `line 2` or `lines 2, 3`.
  public var lineWords: String {
    "\(count == 1 ? "line" : "lines") \(map(String.init).joined(separator: ", "))"
  }
}

extension Question.Kind {
  /// The text for several questions about different coins; `nil` if none of them names a coin.
  var sentenceOfMany: String? {
    switch self {
    case .sameOrTwo: "Two of your files may report the same events."
    case .halfOfTrade: "The other halves of your trades are in none of your files."
    case .restOfOrder: "Your orders and their fills do not add up."
    case .sameCoins: "Your withdrawals and deposits may be the same coins."
    case .noWorth: "Nothing says what your coins were worth."
    case .uncovered: "You sold coins, and none of your files says how you got them."
    case .whoseFile: "You have several accounts there, and these files name none of them."
    case .whichLegs, .unknownCoin, .unbookable, .stablecoin, .unreadable, .whichZone:
      nil
    }
  }

  /// The topic of a kind of question.
  fileprivate var topic: String {
    switch self {
    case .sameOrTwo: "the same or two"
    case .halfOfTrade: "half of a trade"
    case .whichLegs: "which rows are one trade"
    case .restOfOrder: "an order and its fills"
    case .sameCoins: "the same coins"
    case .whoseFile: "whose file"
    case .unknownCoin: "which coin"
    case .noWorth: "what it was worth"
    case .uncovered: "sold, never bought"
    case .unbookable: "cannot be recorded"
    case .stablecoin: "as US dollars"
    case .unreadable: "cannot be read"
    case .whichZone: "the zone of a file"
    }
  }
}

extension Choice {
  /// The meaning of the answer for a kind of question, in one clause.
  fileprivate func meaning(for kind: Question.Kind) -> String {
    switch (self, kind) {
    case (.same, .sameCoins): "the same coins: a transfer, and the rest was its fee"
    case (.same, .restOfOrder): "these fills are part of the order; only the rest counts"
    case (.same, _): "the same, reported twice; it counts once"
    case (.two, .sameCoins): "not the same coins"
    case (.two, .restOfOrder): "the order counts in addition to the fills"
    case (.two, _): "two; both count"
    case (.keep, .stablecoin): "a coin"
    case (.keep, .whichZone): "the times are UTC"
    case (.keep, .whichLegs): "join them in the order of the file"
    case (.keep, _): "count this half at its own worth"
    case (.skip, _): "leave the rows out"
    case (.owner(let owner), _): "the account of \(owner)"
    case (.coin(let id), _): id
    case (.price(let price), .uncovered): "bought at \(price) US dollars each"
    case (.price(let price), _): "\(price) US dollars each"
    case (.gift, _), (.giftBelowDollar, _):
      "received for free; cost 0, so all proceeds are gain"
    case (.dollars, _): "US dollars in cash, not a holding"
    case (.zone(let zone), _): "the times are those of \(zone)"
    }
  }
}
