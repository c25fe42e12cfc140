/// Whose each fact is.
///
/// A file names its owner in all rows, in some or in none. One that names none belongs to the only
/// owner known at its place; where several are known, a person is asked.
struct Owners {
  /// The scope of each fact by its position.
  private(set) var scopes: [Scope]
  /// What becomes of the facts whose owner is in question.
  private(set) var questions: [Int: Movement.Fate] = [:]

  /// Finds the owners.
  ///
  /// - Parameter facts: Facts in the order of their files.
  init(_ facts: [Fact], log: QuestionLog) {
    scopes = facts.map(\.scope)
    let positions = Array(facts.indices)
    for (place, indices) in grouped(positions, by: { facts[$0].scope.place }) {
      var unnamed: [(form: String, file: String, indices: [Int])] = []
      var known: Set<String> = []
      for (file, indices) in grouped(indices, by: { facts[$0].source.file }) {
        let named = Set(indices.map { facts[$0].scope.owner }).subtracting([""])
        known.formUnion(named)
        if named.count == 1, let owner = named.first {
          for index in indices { scopes[index].owner = owner }
        } else {
          let open = indices.filter { facts[$0].scope.owner.isEmpty }
          guard let first = open.first else { continue }
          unnamed.append((facts[first].source.form, file, open))
        }
      }
      for (form, file, indices) in unnamed {
        guard let owner = known.min() else { continue }
        if known.count == 1 {
          for index in indices { scopes[index].owner = owner }
        } else {
          ask(place: place, form: form, file: file, indices: indices, known: known, log: log)
        }
      }
    }
  }

  private mutating func ask(
    place: String, form: String, file: String, indices: [Int], known: Set<String>,
    log: QuestionLog
  ) {
    let question = log.ask(
      .whoseFile, parts: [place, form, file], candidates: [],
      choices: known.sorted().map { .owner($0) } + [.skip])
    for index in indices {
      switch question.answer {
      case .owner(let owner): scopes[index].owner = owner
      case .skip: questions[index] = .skipped(question.key)
      default: questions[index] = .waits(question.key)
      }
    }
  }
}
