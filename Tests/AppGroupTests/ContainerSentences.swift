import AppGroup
import Glibc
import Portfolio
import Testing

/// Each error of the container says what is wrong and what to do.
struct ContainerSentences {
  @Test(arguments: [
    (
      ContainerError.refused(.write, path: "/a", code: ENOSPC),
      "Disk full: could not write /a. Free some space and try again."
    ),
    (
      .refused(.watch, path: "/a", code: ENOSPC),
      "System limit on watched files reached: could not watch /a. Raise "
        + "fs.inotify.max_user_watches and fs.inotify.max_user_instances."
    ),
    (
      .refused(.createFolder, path: "/a", code: EACCES),
      "Permission denied: could not create the folder /a. Check who owns it, or set BITPAL_HOME "
        + "to a folder of your own."
    ),
    (
      .refused(.setAside, path: "/a", code: EROFS),
      "Read-only file system: could not set aside the damaged file /a. Set BITPAL_HOME to "
        + "a folder that can be written."
    ),
    (.refused(.lock, path: "/a", code: 999), "System error 999: could not lock /a."),
    (
      .tooLarge(path: "/a", limit: AtomicFile.sizeLimit),
      "Larger than 16 MB and not read: /a. Move it away and bitpal rewrites it."
    ),
    (
      .noHome,
      "No folder for the portfolio: neither BITPAL_HOME nor HOME is set. Set one of them."
    ),
  ])
  func `an error says what is wrong and what to do`(error: ContainerError, sentence: String) {
    #expect(error.sentence == sentence)
  }

  @Test(arguments: 1...133 as ClosedRange<CInt>)
  func `an error knows whether another folder is the advice`(code: CInt) {
    for action in [ContainerError.Action.write, .watch, .lock] {
      let error = ContainerError.refused(action, path: "/a", code: code)
      let help = error.message.help ?? ""
      #expect(error.isCuredByOtherFolder == help.contains("BITPAL_HOME"), "\(help)")
    }
  }
}
