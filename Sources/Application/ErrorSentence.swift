import AppGroup
import LedgerStore
import Portfolio

/// Describes an error of the ledger or the container in one full sentence, the reason first.
public func errorSentence(_ error: any Error) -> String {
  switch error {
  case let error as PortfolioError: error.sentence
  case let error as ContainerError: error.sentence
  case let error as LedgerStoreError: error.sentence
  case let error as UnknownTaxZone: error.message.sentence
  default: "\(error)."
  }
}
