import CellGrid
import Testing

/// Two texts differ in unified format; texts that only look equal differ, too.
struct UnifiedDiffTests {
  private func diff(_ old: String, _ new: String, context: Int = 1) -> String {
    unifiedDiff(old: old, new: new, oldName: "a", newName: "b", context: context)
  }

  @Test func `equal texts have none`() {
    #expect(diff("x\ny\n", "x\ny\n").isEmpty)
    #expect(diff("", "").isEmpty)
  }

  @Test(arguments: [
    ("1\n2\n3\n4\n", "1\n2\nX\n4\n", "@@ -2,3 +2,3 @@\n 2\n-3\n+X\n 4\n"),
    ("1\n2\n", "1\n2\n3\n", "@@ -2 +2,2 @@\n 2\n+3\n"),
    ("1\n2\n", "2\n", "@@ -1,2 +1 @@\n-1\n 2\n"),
    ("", "1\n", "@@ -0,0 +1 @@\n+1\n"),
    ("1\n", "", "@@ -1 +0,0 @@\n-1\n"),
    (
      "1\n2\n3\n4\n5\n6\n7\n", "X\n2\n3\n4\n5\n6\nY\n",
      "@@ -1,2 +1,2 @@\n-1\n+X\n 2\n@@ -6,2 +6,2 @@\n 6\n-7\n+Y\n"
    ),
    ("1\n2\n3\n4\n", "X\n2\n3\nY\n", "@@ -1,4 +1,4 @@\n-1\n+X\n 2\n 3\n-4\n+Y\n"),
    ("1\n", "1", "@@ -1 +1 @@\n-1\n+1\n\\ No newline at end of file\n"),
  ])
  func `changes are shown in their surroundings`(old: String, new: String, hunks: String) {
    #expect(diff(old, new) == "--- a\n+++ b\n" + hunks)
  }

  @Test func `texts that differ in bytes only differ`() {
    #expect(!diff("e\u{301}\n", "\u{E9}\n").isEmpty)
  }
}
