internal import Files
internal import Glibc

/// The resources that this process uses, without those of the workers, as Linux reports them.
struct ProcessFigures {
  /// The processor time in seconds, in user and kernel mode.
  let processorSeconds: Double
  /// The resident memory in bytes.
  let residentBytes: Int
  /// The number of threads.
  let threads: Int
  /// The number of open file descriptors.
  let openFiles: Int
  /// The time in seconds since the process started.
  let age: Double

  /// Reads the figures; returns `nil` if `/proc` is not available.
  init?() {
    // The fields follow the name of the program, which is in parentheses and can contain spaces;
    // see proc(5).
    guard let bytes = try? Files.read("/proc/self/stat"),
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = String(decoding: bytes[(end + 1)...], as: UTF8.self).split(separator: " ")
    // Field 3, the state, is the first after the name.
    func field(_ number: Int) -> Double? {
      fields.indices.contains(number - 3) ? Double(fields[number - 3]) : nil
    }
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    guard let user = field(14), let system = field(15), let threads = field(20),
      let start = field(22), let pages = field(24), ticks > 0
    else { return nil }
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    processorSeconds = (user + system) / ticks
    self.threads = Int(threads)
    residentBytes = Int(pages) * sysconf(Int32(_SC_PAGESIZE))
    age = max(0, Double(now.tv_sec) - start / ticks)
    openFiles = Files.names(in: "/proc/self/fd").count
  }
}
