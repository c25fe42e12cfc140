import Testing

/// A change made to the database, and a word from the expected message.
struct Damage: CustomTestStringConvertible {
  let testDescription: String
  let sql: String
  let word: String

  init(_ description: String, _ sql: String, _ word: String) {
    testDescription = description
    self.sql = sql
    self.word = word
  }

  static let schema = [
    Damage("index by id dropped", "DROP INDEX ledgerTransactionById", "ledgerTransactionById"),
    Damage("index by date dropped", "DROP INDEX ledgerTransactionByDate", "missing"),
    Damage("index by coin dropped", "DROP INDEX ledgerTransactionByCoin", "missing"),
    Damage("index by reference dropped", "DROP INDEX ledgerTransactionByReference", "missing"),
    Damage("index by account dropped", "DROP INDEX ledgerTransactionByAccount", "missing"),
    Damage("index of moves dropped", "DROP INDEX ledgerMoveById", "missing"),
    Damage("index of changes dropped", "DROP INDEX changeByState", "missing"),
    Damage("index added", "CREATE INDEX extra ON ledgerTransaction (notes)", "extra was added"),
    Damage(
      "index replaced",
      """
      DROP INDEX ledgerTransactionByDate;
      CREATE INDEX ledgerTransactionByDate ON ledgerTransaction (date);
      """, "was changed"),
    Damage(
      "trigger added",
      "CREATE TRIGGER spy AFTER INSERT ON ledgerTransaction BEGIN DELETE FROM ledgerMove; END",
      "spy was added"),
    Damage("view added", "CREATE VIEW peek AS SELECT * FROM ledgerTransaction", "peek was added"),
    Damage("table added", "CREATE TABLE other (x)", "other was added"),
    Damage("column added", "ALTER TABLE ledgerTransaction ADD COLUMN extra TEXT", "was changed"),
    Damage("table of moves dropped", "DROP TABLE ledgerMove", "ledgerMove is missing"),
    Damage(
      "a rule taken out of the schema",
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(sql, 'CHECK (coinId <> '''')', '')
        WHERE name = 'ledgerTransaction';
      PRAGMA writable_schema = RESET;
      """, "was changed"),
  ]

  static let rows = [
    Damage("amount", "UPDATE ledgerTransaction SET amount = '3' WHERE sequence = 1", "outside"),
    Damage(
      "price", "UPDATE ledgerTransaction SET pricePerCoin = '7' WHERE sequence = 1", "outside"),
    Damage(
      "type", "UPDATE ledgerTransaction SET type = 'buy', kind = 'buy' WHERE sequence = 3",
      "outside"),
    Damage("coin", "UPDATE ledgerTransaction SET coinId = 'x' WHERE sequence = 5", "position of x"),
    Damage(
      "notes changed", "UPDATE ledgerTransaction SET notes = 'n' WHERE sequence = 1", "outside"),
    Damage("notes gone", "UPDATE ledgerTransaction SET notes = NULL WHERE sequence = 2", "outside"),
    Damage(
      "date moved", "UPDATE ledgerTransaction SET date = date + 1 WHERE sequence = 1", "outside"),
    Damage(
      "date in the future",
      "UPDATE ledgerTransaction SET date = 4000000000000 WHERE sequence = 5", "outside"),
    Damage(
      "sequence moved", "UPDATE ledgerTransaction SET sequence = 99 WHERE sequence = 5", "outside"),
    Damage(
      "two sequences exchanged",
      """
      UPDATE ledgerTransaction SET sequence = -1 WHERE sequence = 1;
      UPDATE ledgerTransaction SET sequence = 1 WHERE sequence = 2;
      UPDATE ledgerTransaction SET sequence = 2 WHERE sequence = -1;
      """, "outside"),
    Damage("id", "UPDATE ledgerTransaction SET id = zeroblob(16) WHERE sequence = 1", "outside"),
    Damage("row gone", "DELETE FROM ledgerTransaction WHERE sequence = 5", "no transactions"),
    Damage(
      "row added",
      """
      INSERT INTO ledgerTransaction (id, coinId, type, kind, amount, pricePerCoin, date)
      VALUES (randomblob(16), 'bitcoin', 'buy', 'buy', '1', '1', 0)
      """, "outside"),
    Damage("account", "UPDATE ledgerTransaction SET account = 'a' WHERE sequence = 1", "outside"),
    Damage(
      "kind", "UPDATE ledgerTransaction SET kind = 'reward' WHERE sequence = 1", "outside"),
    Damage(
      "payment",
      """
      UPDATE ledgerTransaction SET paymentAmount = '1', paymentCurrency = 'EUR' WHERE sequence = 1
      """, "outside"),
    Damage("fee", "UPDATE ledgerTransaction SET feeAmount = '5' WHERE sequence = 1", "outside"),
    Damage(
      "valuation", "UPDATE ledgerTransaction SET valuationRate = '2' WHERE sequence = 4", "outside"),
    Damage(
      "reference", "UPDATE ledgerTransaction SET referenceId = 'other' WHERE sequence = 4",
      "outside"),
    Damage(
      "a sale that is not covered",
      "UPDATE ledgerTransaction SET amount = '0.1' WHERE coinId = 'bitcoin' AND type = 'buy'",
      "only own"),
    Damage("move's amount", "UPDATE ledgerMove SET amount = '-3' WHERE sequence = 1", "journal"),
    Damage("move's account", "UPDATE ledgerMove SET account = 'b'", "journal"),
    Damage("move gone", "DELETE FROM ledgerMove WHERE sequence = 2", "half a transfer"),
    Damage("transfer cut", "UPDATE ledgerMove SET transfer = NULL WHERE sequence = 1", "half"),
    Damage("move in the future", "UPDATE ledgerMove SET date = 4000000000000", "journal"),
  ]

  static let journal = [
    Damage(
      "image changed",
      """
      UPDATE changeRow SET image = CAST(replace(image, x'6e6f7465', x'6e6f7466') AS BLOB)
        WHERE side = 'after'
      """, "altered"),
    Damage("image emptied", "UPDATE changeRow SET image = x'' WHERE side = 'before'", "altered"),
    Damage(
      "image gone", "DELETE FROM changeRow WHERE change = (SELECT max(change) FROM changeRow)",
      "altered"),
    Damage(
      "image moved to another row",
      "UPDATE changeRow SET sequence = 77 WHERE change = (SELECT max(change) FROM changeRow)",
      "altered"),
    Damage(
      "image turned to the other side",
      "UPDATE changeRow SET side = 'after' WHERE side = 'before' AND change = 7", "altered"),
    Damage("label", "UPDATE change SET label = 'sell' WHERE sequence = 1", "altered"),
    Damage("time", "UPDATE change SET date = date + 1 WHERE sequence = 2", "altered"),
    Damage("kind", "UPDATE change SET kind = 'redo' WHERE kind = 'undo'", "altered"),
    Damage("target", "UPDATE change SET target = 1 WHERE kind = 'undo'", "altered"),
    Damage("range", "UPDATE change SET lastAdded = lastAdded + 1 WHERE sequence = 1", "altered"),
    Damage(
      "range's digest", "UPDATE change SET added = randomblob(32) WHERE sequence = 1", "altered"),
    Damage("result", "UPDATE change SET result = randomblob(32) WHERE sequence = 2", "altered"),
    Damage("hash", "UPDATE change SET hash = randomblob(32) WHERE sequence = 2", "altered"),
    Damage("state", "UPDATE change SET state = 'undone' WHERE sequence = 1", "wrong state"),
    Damage("change gone", "DELETE FROM change WHERE sequence = 4", "missing from the journal"),
    Damage(
      "newest change gone",
      """
      DELETE FROM changeRow WHERE change = (SELECT max(sequence) FROM change);
      DELETE FROM change WHERE sequence = (SELECT max(sequence) FROM change);
      """, "does not end"),
    Damage("all changes gone", "DELETE FROM changeRow; DELETE FROM change", "does not lead"),
    Damage("head", "UPDATE meta SET value = randomblob(32) WHERE name = 'head'", "does not end"),
    Damage("version lowered", "UPDATE meta SET value = 0 WHERE name = 'version'", "version"),
    Damage("a fact added", "INSERT INTO meta VALUES ('mine', 1)", "no bitpal wrote"),
    Damage(
      "last place of transactions raised",
      "UPDATE sqlite_sequence SET seq = seq + 5 WHERE name = 'ledgerTransaction'", "last place"),
    Damage(
      "last place of transactions lowered",
      "UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'ledgerTransaction'", "last place"),
    Damage(
      "last place of moves gone", "DELETE FROM sqlite_sequence WHERE name = 'ledgerMove'",
      "last place"),
    Damage(
      "places of another table", "INSERT INTO sqlite_sequence VALUES ('other', 1)",
      "counted for other"),
    Damage(
      "last place of changes", "UPDATE sqlite_sequence SET seq = 90 WHERE name = 'change'",
      "last place"),
  ]

  /// Damage after the end of a text, or in columns that are not hashed.
  static let hidden = [
    ("change's state", "UPDATE change SET state = '0' WHERE kind = 'undo'", "CHECK"),
    ("behind a state", "UPDATE change SET state = state || char(0)", "zero byte in state"),
    ("behind a label", "UPDATE change SET label = label || char(0) || 'x'", "zero byte in label"),
    ("half a range", "UPDATE change SET firstAdded = 1 WHERE kind = 'undo'", "missing"),
    ("a range's end", "UPDATE change SET lastAdded = 9 WHERE kind = 'undo'", "missing"),
    ("a range's digest", "UPDATE change SET added = x'00' WHERE kind = 'undo'", "missing"),
    ("version as text", "UPDATE meta SET value = '18' WHERE name = 'version'", "another type"),
    ("places twice", "INSERT INTO sqlite_sequence VALUES ('change', 1)", "counted twice"),
    ("places as text", "UPDATE sqlite_sequence SET seq = seq || '.0'", "whole numbers"),
  ].map { Damage($0, "PRAGMA ignore_check_constraints = ON; \($1)", $2) }

  static let positions = [
    Damage(
      "summary",
      "UPDATE position SET summary = replace(summary, ' ', ' 1') WHERE coinId = 'bitcoin'",
      "position of bitcoin"),
    Damage("summary unreadable", "UPDATE position SET summary = 'much'", "cannot be read"),
    Damage("row count", "UPDATE position SET rowCount = rowCount + 1", "outside"),
    Damage("digest", "UPDATE position SET digest = randomblob(32)", "outside"),
    Damage("last row", "UPDATE position SET lastSequence = 1", "another last transaction"),
    Damage("last date", "UPDATE position SET lastDate = lastDate + 1", "another last transaction"),
    Damage("lots", "UPDATE lotPiece SET lots = x'00'", "cannot be read"),
    Damage("what is left of lots", "UPDATE lotBook SET books = x'00'", "cannot be read"),
    Damage("rows of the lots", "UPDATE position SET lotRows = 1", "differs from"),
    Damage("lots gone", "DELETE FROM lotPiece", "cannot be read"),
    Damage("what is left of lots gone", "DELETE FROM lotBook", "differs from"),
    Damage(
      "a checkpoint that nothing was before",
      """
      INSERT INTO checkpoint SELECT coinId, lastDate, lastSequence, rowCount, summary, NULL, digest
      FROM position WHERE coinId = 'bitcoin'
      """, "checkpoints"),
    Damage(
      "position gone",
      "DELETE FROM lotPiece; DELETE FROM lotBook; DELETE FROM closedPosition; DELETE FROM position",
      "missing"),
    Damage(
      "position of a coin without rows",
      """
      INSERT INTO position SELECT 'dogecoin', 1, 0, 1, digest, summary, 0, 0, 0 FROM position LIMIT 1
      """, "no transactions"),
    Damage(
      "closed position changed", "UPDATE closedPosition SET received = '1'", "closed positions"),
    Damage("closed position gone", "DELETE FROM closedPosition", "closed positions"),
    Damage(
      "closed position added",
      """
      INSERT INTO closedPosition
        SELECT coinId, 9, closingId, closedDate, bought, paid, sold, received, carried FROM closedPosition
      """, "closed positions"),
    Damage(
      "closed position's date", "UPDATE closedPosition SET closedDate = 0", "closed positions"),
    Damage(
      "closed position numbered anew", "UPDATE closedPosition SET number = number + 5",
      "closed positions"),
    Damage(
      "closed position written otherwise", "UPDATE closedPosition SET received = '0' || received",
      "closed positions"),
    Damage(
      "closed position of no coin",
      "UPDATE closedPosition SET coinId = 'nocoin'", "refers to a row that is gone"),
  ]
}
