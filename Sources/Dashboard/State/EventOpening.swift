import Portfolio

/// A transaction whose event is being read, and the reason.
struct EventOpening: Equatable, Sendable {
  enum Purpose: Equatable, Sendable {
    case edit
    case delete
  }

  let transaction: Transaction
  let purpose: Purpose
}
