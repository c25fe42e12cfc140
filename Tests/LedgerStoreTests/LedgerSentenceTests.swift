import FoundationEssentials
import LedgerStore
import Testing

/// Every sentence says which file is concerned, what is wrong and what to do.
@Suite struct LedgerSentenceTests {
  @Test(arguments: [
    (
      LedgerStoreError.newerSchema("/a/b", found: 3, known: 1),
      "/a/b was written by a newer bitpal (schema 3, this one knows 1). It was left untouched. "
        + "Install the newer bitpal to open it."
    ),
    (
      .damaged("/a/b", detail: "file is not a database"),
      "/a/b is damaged (file is not a database). It was left untouched. "
        + "Restore the newest backup with 'bitpal restore FILE'."
    ),
    (
      .notALedger("/a/b"),
      "/a/b is a database of another program. It was left untouched. "
        + "Move it away, or choose another file."
    ),
    (
      .busy("/a/b"),
      "/a/b is locked by another program for more than a minute. "
        + "Close what is using it and try again."
    ),
    (
      .io("/a/b", detail: "disk I/O error"),
      "Could not read or write /a/b: disk I/O error. "
        + "Check its owner and the free space, then try again."
    ),
    (
      .unreadableRow("/a/b", table: "ledgerTransaction", sequence: 7, column: "amount"),
      "/a/b holds a row that cannot be read: ledgerTransaction 7, column amount. "
        + "Nothing was changed. Restore the newest backup with 'bitpal restore FILE'."
    ),
    (.folderMissing("/a"), "The folder /a does not exist. Create it and try again."),
    (.missing("/a/b"), "There is no file /a/b. Check the name and try again."),
    (.isTheLedger("/a/b"), "/a/b is the ledger itself. Choose another file."),
    (
      .duplicateId(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
      "The ledger already holds a transaction with the id 00000000-0000-0000-0000-000000000001. "
        + "Nothing was changed."
    ),
  ])
  func sentences(error: LedgerStoreError, sentence: String) {
    #expect(error.sentence == sentence)
  }
}
