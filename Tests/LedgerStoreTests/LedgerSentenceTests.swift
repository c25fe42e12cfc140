import FoundationEssentials
import LedgerStore
import Testing

/// Every message names the file, the problem and the remedy.
@Suite struct LedgerSentenceTests {
  @Test(arguments: [
    (
      LedgerStoreError.newerSchema("/a/b", found: 3, known: 1),
      "Written by a newer bitpal (schema 3, this one knows 1): /a/b. It was left untouched. "
        + "Install the newer bitpal to open it."
    ),
    (
      .damaged("/a/b", detail: "file is not a database"),
      "Damaged (file is not a database): /a/b. It was left untouched. "
        + "Restore the newest backup with `bitpal restore FILE`."
    ),
    (
      .notALedger("/a/b"),
      "Another program's database: /a/b. It was left untouched. "
        + "Move it away, or choose another file."
    ),
    (
      .busy("/a/b"),
      "Locked by another program for more than a minute: /a/b. "
        + "Close what is using it and try again."
    ),
    (
      .io("/a/b", detail: "disk I/O error"),
      "Disk I/O error: could not read or write /a/b. "
        + "Check its owner and the free space, then try again."
    ),
    (
      .unreadableRow("/a/b", table: "ledgerTransaction", sequence: 7, column: "amount"),
      "Unreadable row (ledgerTransaction 7, column amount): /a/b. "
        + "Nothing was changed. Restore the newest backup with `bitpal restore FILE`."
    ),
    (.folderMissing("/a"), "No such folder: /a. Create it and try again."),
    (.missing("/a/b"), "No such file: /a/b. Check the name and try again."),
    (.isTheLedger("/a/b"), "That is the ledger itself: /a/b. Choose another file."),
    (
      .duplicateId(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
      "The ledger already holds a transaction with the id 00000000-0000-0000-0000-000000000001. "
        + "Nothing was changed."
    ),
  ])
  func `every error has its sentence`(error: LedgerStoreError, sentence: String) {
    #expect(error.sentence == sentence)
  }
}
