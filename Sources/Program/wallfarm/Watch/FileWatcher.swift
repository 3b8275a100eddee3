import Files
import Glibc
import WallfarmCore
import WallfarmPluginKit

/// Waits until one of several files is saved.
///
/// Uses inotify on the folders, because many editors save by writing a new file and renaming it; a
/// watch on the file itself would stay with the old inode.
final class FileWatcher {
  private let descriptor: Int32
  /// The watched file names, by the watch descriptor of their folder.
  private var names: [Int32: Set<String>] = [:]
  private var watches: [String: Int32] = [:]

  /// The quiet period that marks the end of a save, which often causes several events.
  private static let quietMilliseconds: Int32 = 12

  /// Creates an inotify instance.
  ///
  /// - Throws: `file-unreadable` if the system's watch limit is reached.
  init() throws(RenderError) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw .cannotWatch("files", errno) }
  }

  deinit { close(descriptor) }

  /// Whether at least one folder must be polled because it cannot be watched, for example because
  /// it does not exist yet.
  private(set) var isIncomplete = false

  /// Replaces the set of watched files; the files and their folders do not have to exist.
  ///
  /// - Throws: `file-unreadable` if the system's watch limit is reached.
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

  /// Waits until a watched file changes.
  ///
  /// - Parameter milliseconds: The timeout. If it is negative, there is no timeout, except 500 ms
  ///   while ``isIncomplete`` is true.
  /// - Returns: Whether a file changed before the timeout. With a timeout, the result can be `false`
  ///   earlier, after a signal or a change of another file in the same folder.
  func wait(milliseconds: Int32 = -1) -> Bool {
    var timeout = milliseconds < 0 && isIncomplete ? 500 : milliseconds
    var hasChanged = false
    while true {
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = Glibc.poll(&poll, 1, timeout)
      let isInterrupted = ready < 0 && errno == EINTR
      guard ready > 0 || isInterrupted else { return hasChanged }
      if !isInterrupted, readEvents() {
        hasChanged = true
        timeout = Self.quietMilliseconds
      } else if milliseconds >= 0, !hasChanged {
        // Files that are not watched, and signals, must not extend the timeout.
        return false
      }
    }
  }

  /// Reads the pending events and returns whether one concerns a watched file.
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
        // Drop the watch on a folder that was removed or moved, so that the next call of `watch`
        // adds it again. Count an overflow of the event queue as a change.
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
      origin: .option("watch"),
      hint: "check the folder, and raise fs.inotify.max_user_watches if it is too low"
    )
  }
}
