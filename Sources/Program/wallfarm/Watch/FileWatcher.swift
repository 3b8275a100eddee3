import Files
import Glibc
import WallfarmCore
import WallfarmPluginKit

/// Waits until one of some files is saved.
///
/// It is their folders that are watched: many editors write a new file and rename it, and the watch of
/// a file would stay with the old one.
final class FileWatcher {
  private let descriptor: Int32
  /// Names of files by the watch of their folder.
  private var names: [Int32: Set<String>] = [:]
  private var watches: [String: Int32] = [:]

  /// A save is often several events: a quiet time this long ends it.
  private static let quietMilliseconds: Int32 = 12

  /// - Throws: `file-unreadable` where the system has no more watches.
  init() throws(RenderError) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw .cannotWatch("files", errno) }
  }

  deinit { close(descriptor) }

  /// Whether a folder to be watched is not there: it may come, and is looked for now and then.
  private(set) var isIncomplete = false

  /// Watches these files and no others; neither they nor their folders need to be there.
  ///
  /// - Throws: `file-unreadable` where the system has no more watches.
  func watch(_ files: Set<String>) throws(RenderError) {
    names = [:]
    isIncomplete = false
    for file in files {
      let (folder, name) = Self.split(file)
      if watches[folder] == nil {
        let events =
          IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_MOVE_SELF | IN_ONLYDIR
        let watch = inotify_add_watch(descriptor, folder, UInt32(events))
        if watch >= 0 {
          watches[folder] = watch
        } else if [ENOENT, ENOTDIR, EACCES].contains(errno) {
          isIncomplete = true
        } else {
          throw .cannotWatch(folder, errno)
        }
      }
      if let watch = watches[folder] { names[watch, default: []].insert(name) }
    }
  }

  /// Waits for a change of a watched file; false when nothing happened for so long.
  ///
  /// - Parameter milliseconds: how long; negative: for ever.
  /// - Returns: whether one changed.
  func wait(milliseconds: Int32 = -1) -> Bool {
    var timeout = milliseconds < 0 && isIncomplete ? 500 : milliseconds
    var hasChanged = false
    while true {
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = Glibc.poll(&poll, 1, timeout)
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else { return hasChanged }
      if readEvents() {
        hasChanged = true
        timeout = Self.quietMilliseconds
      }
    }
  }

  /// Whether one of the events at hand is about a watched file.
  private func readEvents() -> Bool {
    var isOne = false
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else { return }
      var offset = 0
      let header = MemoryLayout<inotify_event>.size
      while offset + header <= count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let bytes = buffer[offset + header..<offset + header + Int(event.len)]
        let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        if names[event.wd]?.contains(name) == true { isOne = true }
        // A folder that went, was moved, or had too much to tell is watched anew.
        if event.mask & Self.lost != 0 {
          watches = watches.filter { $0.value != event.wd }
          if event.mask & UInt32(IN_MOVE_SELF) != 0 { inotify_rm_watch(descriptor, event.wd) }
          isOne = true
        }
        offset += header + Int(event.len)
      }
    }
    return isOne
  }

  private static let lost = UInt32(IN_IGNORED) | UInt32(IN_MOVE_SELF) | UInt32(IN_Q_OVERFLOW)

  private static func split(_ file: String) -> (folder: String, name: String) {
    guard let slash = file.lastIndex(of: "/") else { return (".", file) }
    let folder = slash == file.startIndex ? "/" : String(file[..<slash])
    return (folder, String(file[file.index(after: slash)...]))
  }
}

extension RenderError {
  fileprivate static func cannotWatch(_ what: String, _ number: Int32) -> RenderError {
    RenderError(
      .fileUnreadable, "\(what) cannot be watched: \(String(cString: strerror(number)))",
      origin: .option("watch"), hint: "check the folder; fs.inotify.max_user_watches may be too low"
    )
  }
}
