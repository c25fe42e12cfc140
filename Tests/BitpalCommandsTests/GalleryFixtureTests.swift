import ArgumentParser
import BitpalTesting
import CellGrid
import Dashboard
import FoundationEssentials
import Gallery
import Testing
import Widgets

@testable import BitpalCommands

/// Galleries of a project's own portfolio, and accepting pictures one at a time.
struct GalleryFixtureTests {
  @Test func `a ledger and prices from files make a gallery`() throws {
    let folder = try TemporaryFolder()
    let ledger = "\(folder.path)/ledger.csv"
    try GalleryFolder.write(
      "coin_id,type,amount,price,date\nbitcoin,buy,2,40000,2025-01-02\n", to: ledger)
    try GalleryFolder.write(#"{"bitcoin": "55000"}"#, to: "\(folder.path)/prices.json")
    let gallery = try GalleryFixture(
      ledger: ledger, prices: "\(folder.path)/prices.json", at: utc("2026-01-31T12:00:00Z")
    ).gallery
    // All pages but the inbox, which is empty in a ledger without imports.
    #expect(gallery.count == PreviewSize.allCases.count + 4 * (DashboardTab.allCases.count - 1))
    let small = try #require(gallery.first { $0.name == "small-ledger" })
    #expect(small.snapshot.text.contains("$110,000.00"))
    try GalleryFolder.write("coin_id,type,amount,price,date\nbitcoin,buy,2,x,y\n", to: ledger)
    #expect(throws: CommandFailure.self) {
      try GalleryFixture(
        ledger: ledger, prices: "\(folder.path)/prices.json", at: utc("2026-01-31T12:00:00Z"))
    }
  }

  @Test func `pictures are accepted one by one or all`() throws {
    let folder = try TemporaryFolder()
    let drawn = try [GalleryPicture(.small, .fresh), GalleryPicture(.small, .loss)]
    for name in ["small-fresh", "small-loss", "small-gone"] {
      try GalleryFolder.write("old\n", to: folder.gallery.file(name, .snapshot))
    }
    func check(_ accepted: [String]) throws {
      let arguments = ["--check", folder.path, "-o", "\(folder.path)/check.html", "--accept"]
      try Screenshot.parse(arguments + accepted).compare(folder.gallery, with: drawn)
    }
    #expect(throws: CommandFailure.self) { try check(["small-fresh", "nothing"]) }
    let mistyped = #expect(throws: CommandFailure.self) { try check(["small-lost"]) }
    #expect(
      mistyped?.sentence
        == "There is no picture small-lost; nothing was accepted. Did you mean small-loss?")
    #expect(try folder.files["small-fresh.snapshot"] == "old\n", "all of them or none")
    #expect(throws: CommandFailure.self) { try check(["small-fresh"]) }
    #expect(try folder.files["small-fresh.snapshot"] == drawn[0].snapshot.text)
    #expect(try folder.files["small-loss.snapshot"] == "old\n")
    try check(["all"])
    try check(["all"])
    let same = #expect(throws: CommandFailure.self) { try check(["small-l*"]) }
    #expect(same?.sentence == "small-l* is as recorded; nothing was accepted.")
    #expect(try folder.files["small-loss.snapshot"] == drawn[1].snapshot.text)
    #expect(try folder.files["small-gone.snapshot"] == nil)
    #expect(try folder.files["check.html"] == nil, "the page of the check before")
  }

  @Test(arguments: [["small-*"], ["small-fresh,small-loss", "small-gone"]])
  func `pictures are accepted by patterns and lists`(accepted: [String]) throws {
    let folder = try TemporaryFolder()
    let drawn = try [GalleryPicture(.small, .fresh), GalleryPicture(.small, .loss)]
    for name in ["small-fresh", "small-loss", "small-gone"] {
      try GalleryFolder.write("old\n", to: folder.gallery.file(name, .snapshot))
    }
    try GalleryFolder.write("mine", to: "\(folder.path)/check.html")
    try Screenshot.parse(
      ["--check", folder.path, "-o", "\(folder.path)/check.html", "--accept"] + accepted
    ).compare(folder.gallery, with: drawn)
    #expect(try folder.gallery.snapshots().count == 2)
    #expect(try folder.files["check.html"] == "mine", "no page of a check")
  }

  @Test func `a folder without snapshots is one sentence`() throws {
    let folder = try TemporaryFolder()
    let refused = try #require(throws: CommandFailure.self) {
      try Screenshot.parse(["--check", folder.path]).compare(
        folder.gallery, with: [GalleryPicture(.small, .fresh)])
    }
    #expect(
      refused.sentence
        == "\(folder.path) has no snapshots to compare with. Record them: "
        + "bitpal screenshot --all -o \(folder.path)")
  }
}
