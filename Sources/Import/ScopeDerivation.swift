import Exact

/// Derives the events of one scope, form by form in order of precedence.
final class ScopeDerivation {
  let rules: DerivationRules
  /// The traits of the forms by position.
  let traits: [FormTraits]
  /// The names of the forms by position.
  let forms: [FormName]
  let log: QuestionLog
  let coverage: Coverage
  /// The settings for matching reports of different forms.
  let settings: MatchSettings
  /// The events so far, including waiting ones.
  var events: [Movement] = []
  /// Movements inside the scope.
  var inside: [Movement] = []
  /// Rows that another report lacks, and the form of that report.
  var contradictions: [(movement: Movement, form: Int)] = []

  /// Derives events.
  ///
  /// - Parameter isKept: Whether a row counts although others report the same, as a person said.
  init(
    _ movements: [Movement], of files: ScopeFiles, rules: DerivationRules, log: QuestionLog,
    isKept: (Movement) -> Bool = { _ in false }
  ) {
    (self.rules, self.log) = (rules, log)
    (forms, traits) = (files.forms.map(\.name), files.forms.map(\.traits))
    coverage = Coverage(files.spans, traits: traits)
    settings = MatchSettings(coverage: coverage, traits: traits, isSameForm: false)
    var rows: [[Movement]] = Array(repeating: [], count: forms.count)
    var keptByFile: [Int: [Movement]] = [:]
    for movement in movements {
      if isKept(movement) {
        keptByFile[movement.origin.file, default: []].append(movement)
      } else {
        rows[movement.origin.form].append(movement)
      }
    }
    let kept = keptByFile.sorted { $0.key < $1.key }.map(\.value)
    var orders: [(form: Int, rows: [Movement])] = []
    for form in forms.indices {
      if !rows[form].isEmpty { orders.append((form, add(rows[form], form: form))) }
      // Reports of lower precedence may report a kept row, too.
      for rows in kept where rows[0].origin.form == form { addKept(rows, of: files) }
    }
    for (form, rows) in orders where !rows.isEmpty { addOrders(rows, form: form) }
    joinExchanges()
    removeReturnedWithdrawals()
  }

  /// Adds rows of one file that count although others report the same: only these rows can be one
  /// event.
  private func addKept(_ rows: [Movement], of files: ScopeFiles) {
    let own = ScopeDerivation(rows, of: files, rules: rules, log: log)
    events += own.events
    inside += own.inside
  }

  /// Adds a form's rows to the events and returns its orders, which are added last: even a report
  /// of whole events can have rows that are sums of fills.
  private func add(_ rows: [Movement], form: Int) -> [Movement] {
    let distinct = joiningFeesOfWithdrawals(distinctRows(rows, form: form))
    let moved = distinct.filter { $0.role == .inside }
    inside += moved
    events += excessReturns(moved)
    let moving = distinct.filter { $0.role != .inside && !isOrder($0) }
    let rows = joinedByTradeID(moving, form: form)
    addUnits(rows.filter { !$0.isLeg && !isOrder($0) }, form: form)
    addLegs(rows.filter(\.isLeg), form: form)
    return (distinct + rows).filter { $0.role != .inside && isOrder($0) }
  }

  /// Whether a row is the sum of fills.
  func isOrder(_ row: Movement) -> Bool {
    row.role.isTrade && (traits[row.origin.form].rows == .orders || row.start != nil)
  }

  /// Adds rows that report whole events, to known events or as new ones.
  private func addUnits(_ units: [Movement], form: Int) {
    guard !units.isEmpty else { return }
    let pairing = pair(units, with: events, settings: settings, fits: { _, _ in true })
    let known = reportingForms(except: form)
    for (unit, event) in zip(pairing.seekers, pairing.partners) {
      if let event {
        event.absorb(unit, isLedger: traits[form].rows == .legs)
      } else {
        events.append(unit)
        noteContradictions(of: unit, forms: known)
      }
    }
  }

  /// The forms that report any event so far, except one.
  func reportingForms(except form: Int) -> [Int] {
    let mask = FormMask(reporting: events)
    return forms.indices.filter { $0 != form && mask.contains($0) }
  }

  /// Records which of some forms should report a movement but do not.
  ///
  /// Tables of one format with other columns are parts of one report.
  func noteContradictions(of movement: Movement, forms: [Int]) {
    let format = self.forms[movement.origin.form].format
    for form in forms where self.forms[form].format != format {
      let lateness = [form, movement.origin.form].map { traits[$0].lateness[movement.role] ?? 0 }
      if coverage.mustContain(movement, form: form, lateness: lateness.max() ?? 0) {
        contradictions.append((movement, form))
      }
    }
  }

  /// Rows in order, and the event that each one reports.
  struct Pairing {
    var seekers: [Movement] = []
    var partners: [Movement?] = []
  }

  /// Pairs rows with events of other reports; a row with only a nearby candidate waits.
  func pair(
    _ rows: [Movement], with others: [Movement], settings: MatchSettings,
    fits: @escaping (Movement, Movement) -> Bool
  ) -> Pairing {
    let seekers = rows.sorted(by: endsEarlier)
    guard !others.isEmpty else {
      return Pairing(seekers: seekers, partners: seekers.map { _ in nil })
    }
    let index = CandidateIndex(
      others, settings: settings, width: seekers.map(\.instant.width).max() ?? 1,
      forms: FormMask(reporting: seekers))
    var assignment = Assignment(seekers, index: index, fits: fits)
    assignment.matchSure()
    assignment.startLevel()
    var causes = QuestionCauses(isShared: settings.isSameForm)
    for position in seekers.indices
    where assignment.partner[position] == nil && seekers[position].fate == .counts {
      guard let path = assignment.path(from: position, upTo: .unsure) else { continue }
      let (row, candidate) = (seekers[position], index.items[path[0].position])
      let question = causes.question(for: row) {
        log.ask(
          .sameOrTwo, about: row, candidates: candidate.evidence.counting, choices: [.same, .two])
      }
      switch question.answer {
      case .same: assignment.apply(path)
      case .two: break
      default:
        row.fate = .waits(question.key)
        assignment.reserve(path[0].position)
      }
    }
    return Pairing(
      seekers: seekers, partners: assignment.partner.map { $0.map { index.items[$0] } })
  }
}

/// Orders by the end of the printed instant: taking the earliest end first pairs the most equal
/// movements.
func endsEarlier(_ left: Movement, _ right: Movement) -> Bool {
  left.instant.last != right.instant.last
    ? left.instant.last < right.instant.last : precedes(left, right)
}
