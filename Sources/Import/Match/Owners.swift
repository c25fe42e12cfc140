/// The account and owner of each row.
///
/// Names of one account become one of them. A file names its owner in all rows, in some or in none.
/// If it names none, it belongs to the only known owner of its account; if there are several, the
/// user is asked.
struct Owners {
  /// The rows of a file and account that do not name an owner.
  private struct Unnamed: Hashable {
    let file: String
    let account: String
  }

  private enum Finding: Equatable {
    case owner(String)
    case asks(Movement.Fate)
  }

  private var findings: [Unnamed: Finding] = [:]
  /// The names of accounts that have several, with the one that counts.
  private var accounts: [String: String] = [:]

  /// Finds the accounts and owners of files.
  init(_ extents: FileExtents, _ rules: DerivationRules, log: QuestionLog) {
    let names = Set(extents.scopes.map(\.account))
    for (key, names) in grouped(Array(names), by: rules.accountKey) where names.count > 1 {
      let name = names.contains(key) ? key : names.min()
      for other in names where other != name { accounts[other] = name }
    }
    var filesByAccount: [String: [(file: String, format: String, owners: Set<String>)]] = [:]
    for (digest, file) in extents.files.sorted(by: { $0.key < $1.key }) {
      for (account, scopes) in grouped(Array(file.spans.keys), by: { name(of: $0.account) }) {
        filesByAccount[account, default: []].append(
          (digest, FormName(file.form).format, Set(scopes.map(\.owner))))
      }
    }
    for (account, files) in filesByAccount.sorted(by: { $0.key < $1.key }) {
      let known = files.reduce(into: Set<String>()) { $0.formUnion($1.owners) }.subtracting([""])
      for (file, format, owners) in files where owners.contains("") {
        let named = owners.subtracting([""])
        let candidates = named.count == 1 ? named : known
        guard let owner = candidates.min() else { continue }
        findings[Unnamed(file: file, account: account)] =
          candidates.count == 1
          ? .owner(owner) : Self.ask(account, format: format, file: file, known: candidates, log)
      }
    }
  }

  private static func ask(
    _ account: String, format: String, file: String, known: Set<String>, _ log: QuestionLog
  ) -> Finding {
    let question = log.ask(
      .whoseFile, parts: [account, format, file], candidates: [],
      choices: known.sorted().map { .owner($0) } + [.skip])
    switch question.answer {
    case .owner(let owner): return .owner(owner)
    case .skip: return .asks(.skipped(question.key))
    default: return .asks(.waits(question.key))
    }
  }

  private func name(of account: String) -> String { accounts[account] ?? account }

  /// The scope of a file's rows, with the account and owner that were found for it.
  func scope(_ scope: Scope, in file: String) -> Scope {
    guard !findings.isEmpty || !accounts.isEmpty else { return scope }
    let account = name(of: scope.account)
    guard scope.owner.isEmpty,
      case .owner(let owner)? = findings[Unnamed(file: file, account: account)]
    else { return Scope(account: account, owner: scope.owner) }
    return Scope(account: account, owner: owner)
  }

  /// The fate of rows whose owner is uncertain.
  func fate(of scope: Scope, in file: String) -> Movement.Fate? {
    guard scope.owner.isEmpty, !findings.isEmpty,
      case .asks(let fate)? = findings[Unnamed(file: file, account: name(of: scope.account))]
    else { return nil }
    return fate
  }

  /// Whether both find the same owners for the rows of files.
  func agree(with other: Owners, about files: FileExtents) -> Bool {
    guard accounts.allSatisfy({ other.name(of: $0.key) == $0.value }) else { return false }
    let unnamed = Set(findings.keys).union(other.findings.keys)
    return unnamed.allSatisfy { files.files[$0.file] == nil || findings[$0] == other.findings[$0] }
  }
}

extension FileExtents {
  /// Whether the rows of these files keep their owners when other files are added.
  public func keepOwners(
    with others: FileExtents, _ rules: DerivationRules, answers: [Question.Key: Choice]
  ) -> Bool {
    var all = self
    all.merge(others)
    return Owners(self, rules, log: QuestionLog(answers: answers))
      .agree(with: Owners(all, rules, log: QuestionLog(answers: answers)), about: self)
  }
}

/// The files that report one scope.
struct ScopeFiles {
  /// The forms by rank.
  let forms: [(name: FormName, traits: FormTraits)]
  /// The spans by the position of the file, with the positions of their forms.
  let spans: [(form: Int, span: FileExtents.Span)]
  private let positions: [String: Int]

  /// Groups files by the scopes that they report.
  static func byScope(
    _ extents: FileExtents, _ owners: Owners, _ rules: DerivationRules
  ) -> [Scope: ScopeFiles] {
    var files: [Scope: [String: FileExtents.Span]] = [:]
    for (digest, file) in extents.files {
      for (scope, span) in file.spans {
        files[owners.scope(scope, in: digest), default: [:]][digest, default: .init()]
          .formUnion(span)
      }
    }
    let names = extents.files.mapValues { FormName($0.form) }
    return files.mapValues { ScopeFiles($0, forms: names, rules) }
  }

  private init(
    _ files: [String: FileExtents.Span], forms names: [String: FormName], _ rules: DerivationRules
  ) {
    let ordered = files.sorted { $0.key < $1.key }
    let written = ordered.map { names[$0.key] ?? FormName("") }
    let lackingIDs = Set(zip(written, ordered).lazy.filter(\.1.value.lacksRowIDs).map(\.0))
    // Ids identify rows under any columns.
    let nameOfFile = written.map { lackingIDs.contains($0) ? $0 : FormName($0.format) }
    forms = Set(nameOfFile).map { ($0, rules.traits(of: $0.format)) }.sorted {
      ($0.traits.rank, $0.name.text) < ($1.traits.rank, $1.name.text)
    }
    let indices = Dictionary(uniqueKeysWithValues: zip(forms.map(\.name), forms.indices))
    spans = zip(nameOfFile, ordered).map { (indices[$0] ?? 0, $1.value) }
    positions = Dictionary(uniqueKeysWithValues: zip(ordered.map(\.key), ordered.indices))
  }

  /// The position of a file, and that of its form.
  func position(of file: String) -> (file: Int, form: Int) {
    let position = positions[file] ?? 0
    return (position, spans[position].form)
  }
}
