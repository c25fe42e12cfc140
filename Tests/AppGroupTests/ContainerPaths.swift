import BitpalTesting
import AppGroup
import Foundation
import Testing

/// The environment decides where the container is, and each file has its path in it.
struct ContainerPaths {
  @Test(arguments: [
    (["BITPAL_HOME": "/a", "XDG_DATA_HOME": "/b", "HOME": "/c"], "/a"),
    (["BITPAL_HOME": "/a/", "HOME": "/c"], "/a"),
    (["BITPAL_HOME": "data", "HOME": "/c"], "/here/data"),
    (["BITPAL_HOME": "", "XDG_DATA_HOME": "/b", "HOME": "/c"], "/b/bitpal"),
    (["XDG_DATA_HOME": "/b//", "HOME": "/c"], "/b/bitpal"),
    (["XDG_DATA_HOME": "", "HOME": "/c"], "/c/.local/share/bitpal"),
    (["XDG_DATA_HOME": "b", "HOME": "/c"], "/c/.local/share/bitpal"),
    (["HOME": "/"], "/.local/share/bitpal"),
  ])
  func `the environment says where the container lies`(
    environment: [String: String], home: String
  ) throws {
    let container = try AppGroupContainer(environment: environment, currentFolder: "/here")
    #expect(container.folder == "\(home)/group.com.bitpal.shared")
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "c", "XDG_DATA_HOME": "b", "BITPAL_HOME": ""]])
  func `an environment that names no folder is refused`(environment: [String: String]) {
    #expect(throws: ContainerError.noHome) {
      try AppGroupContainer(environment: environment, currentFolder: "/here")
    }
  }

  @Test func `every file has its place in the group folder`() throws {
    let container = try AppGroupContainer(environment: ["BITPAL_HOME": "/a"], currentFolder: "/")
    let group = "/a/group.com.bitpal.shared"
    let widgetData = "\(group)/Library/Application Support/WidgetData"
    #expect(container.database == "\(group)/BitpalShared.sqlite")
    #expect(container.backups == "\(group)/Backups")
    #expect(container.widgetData == widgetData)
    #expect(container.portfolio == "\(widgetData)/portfolio.json")
    #expect(container.refreshData == "\(widgetData)/refresh_data.json")
    #expect(container.refreshStatus == "\(widgetData)/refresh_status.json")
    #expect(container.pastPrices == "\(group)/Library/Application Support/PastPrices")
  }
}

/// The container's folders are private to the user; folders around it keep their permissions.
///
/// - The container may be a link to another disk.
/// - A file in place of a folder is named and left as it is.
struct ContainerFolders {
  @Test func `new folders are for the user alone`() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let outer = temporary.path
    let container = try AppGroupContainer(
      environment: ["HOME": outer], currentFolder: "/")
    try container.create()
    for folder in [
      "\(outer)/.local", "\(outer)/.local/share/bitpal", container.folder,
      "\(container.folder)/Library", "\(container.folder)/Library/Application Support",
      container.widgetData, container.backups,
    ] {
      #expect(try mode(of: folder) == 0o700, "\(folder)")
    }
  }

  @Test func `folders in the group folder are closed to others`() throws {
    let temporary = try TemporaryContainer()
    let folders = [temporary.container.folder, temporary.container.widgetData]
    for folder in folders { try #require(chmod(folder, 0o755) == 0) }
    try temporary.container.create()
    for folder in folders { #expect(try mode(of: folder) == 0o700, "\(folder)") }
  }

  @Test(arguments: [0o755, 0o1777, 0o700] as [mode_t])
  func `folders around the group folder keep their mode`(outer: mode_t) throws {
    let temporary = try TemporaryContainer(created: false)
    try #require(chmod(temporary.home, outer) == 0)
    try temporary.container.create()
    #expect(try mode(of: temporary.home) == outer)
  }

  @Test func `a group folder may be a link to another disk`() throws {
    let temporary = try TemporaryContainer(created: false)
    let disk = try TemporaryFolder()
    defer { withExtendedLifetime(disk) {} }
    try #require(symlink(disk.path, temporary.container.folder) == 0)
    try temporary.container.create()
    #expect(try names(in: disk.path) == ["Library", "Backups"])
  }

  @Test func `a file in the way of a folder is named`() throws {
    let temporary = try TemporaryContainer(created: false)
    let path = temporary.container.folder
    try put("not a folder", at: path)
    #expect(throws: ContainerError.refused(.createFolder, path: path, code: ENOTDIR)) {
      try temporary.container.create()
    }
    #expect(try text(at: path) == "not a folder")
  }
}
