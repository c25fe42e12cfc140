import BitpalTesting
import Dashboard
import FoundationEssentials
import Gallery
import Testing

@testable import BitpalCommands

/// The command lines of the dashboard's jobs.
struct DashboardJobTests {
  @Test(arguments: [
    (DashboardJob.verify, "verify --private"), (.backup(""), "backup"),
    (.backup("/b.sqlite"), "backup /b.sqlite --force"),
    (.export("a.csv"), "export --format csv -o a.csv --force"),
    (.export("A.JSON"), "export --format json -o A.JSON --force"),
    (.export("a.journal"), "export --format hledger -o a.journal --force"),
    (.alert("eth change 5% in 24h"), "alert add eth change 5% in 24h"),
    (.importFile("t.csv"), "import t.csv"),
  ])
  func `a job is a command`(job: DashboardJob, words: String) {
    let replaces = job != .backup("")
    #expect(job.arguments(replaces: replaces, isPrivate: true).joined(separator: " ") == words)
  }

  @Test func `an import takes the files that a pattern or several words name`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.csv", "b.csv", "my file.csv", "c.txt"] {
      try GalleryFolder.write("x", to: "\(folder.path)/\(name)")
    }
    func files(_ typed: String) -> [String] {
      DashboardJob.importFile(typed).arguments().dropFirst().map {
        $0.replacing("\(folder.path)/", with: "")
      }
    }
    #expect(files("\(folder.path)/*.csv") == ["a.csv", "b.csv", "my file.csv"])
    #expect(files("\(folder.path)/my file.csv") == ["my file.csv"])
    #expect(files("\(folder.path)/b.csv \(folder.path)/c.txt") == ["b.csv", "c.txt"])
    #expect(files("\(folder.path)/no*.csv") == ["no*.csv"])
  }

  @Test func `only files are replaced`() throws {
    let folder = try TemporaryFolder()
    try GalleryFolder.write("x", to: "\(folder.path)/a.csv")
    #expect(DashboardJob.export("\(folder.path)/a.csv").wouldReplace)
    #expect(!DashboardJob.export("\(folder.path)/b.csv").wouldReplace)
    #expect(!DashboardJob.backup(folder.path).wouldReplace, "a folder gets a file of its own")
    #expect(!DashboardJob.backup("").wouldReplace)
    #expect(!DashboardJob.importFile("\(folder.path)/a.csv").wouldReplace)
  }
}
