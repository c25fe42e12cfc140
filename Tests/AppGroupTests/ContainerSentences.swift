import AppGroup
import Glibc
import Testing

struct ContainerSentences {
  @Test(arguments: [
    (
      ContainerError.refused(.write, path: "/a", code: ENOSPC),
      "Could not write /a: the disk is full. Free some space and try again."
    ),
    (
      .refused(.watch, path: "/a", code: ENOSPC),
      "Could not watch /a: the system's limit on watched files is reached. Raise "
        + "fs.inotify.max_user_watches and fs.inotify.max_user_instances."
    ),
    (
      .refused(.createFolder, path: "/a", code: EACCES),
      "Could not create the folder /a: permission denied. Check who owns it, or set BITPAL_HOME "
        + "to a folder of yours."
    ),
    (
      .refused(.setAside, path: "/a", code: EROFS),
      "Could not set aside the damaged file /a: the file system is read-only. Set BITPAL_HOME to "
        + "a folder that can be written."
    ),
    (.refused(.lock, path: "/a", code: 999), "Could not lock /a: system error 999."),
    (
      .tooLarge(path: "/a", limit: AtomicFile.sizeLimit),
      "/a is larger than 16 MB and was not read. Move it away and bitpal writes it anew."
    ),
    (
      .noHome,
      "No folder for the portfolio: neither BITPAL_HOME nor HOME is set. Set one of them."
    ),
  ])
  func `an error says what is wrong and what to do`(error: ContainerError, sentence: String) {
    #expect(error.sentence == sentence)
  }
}
