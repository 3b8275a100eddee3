import Foundation
import PluginHost
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests that the fence blocks attempts by an external program to harm the machine or its user.
///
/// Each attempt belongs to a layer of the fence; attempts are skipped if the kernel does not
/// support their layer.
@Suite struct FenceTests {
  /// The plugin reports the result of each attempt in its error.
  private static let plugin = """
    import ctypes, errno, json, os, resource, socket, struct, sys
    secret, port = open("target").read().split()
    host, files = os.getppid(), resource.RLIMIT_NOFILE
    def read(path): return open(path).read()
    def service():
        one = socket.socket(socket.AF_UNIX)
        one.connect(os.path.dirname(secret) + "/service")
    def write(path): open(path, "w").write("mine now")
    def rename(path):
        os.rename(path, path + "2")
        os.rename(path + "2", path)
    # Numbers of x86-64 and arm64; arguments that change nothing where the call is allowed.
    def call(x86, arm, *arguments):
        number = x86 if os.uname().machine == "x86_64" else arm
        ctypes.set_errno(0)
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.syscall(ctypes.c_long(number), *arguments) < 0 and ctypes.get_errno() in CLOSED:
            raise OSError(ctypes.get_errno(), "")
    def clone(flags):
        if os.uname().machine == "x86_64": pid = libc_call(56, flags | 17, 0, 0, 0, 0)
        else: pid = libc_call(220, flags | 17, 0, 0, 0, 0)
        if pid == 0: os._exit(0)
        os.waitpid(pid, 0)
    # The flags are in memory: struct clone_args of clone(2). C libraries take ENOSYS for an old kernel.
    def clone3(flags):
        try: pid = libc_call(435, struct.pack("8Q", flags, 0, 0, 0, 17, 0, 0, 0), 64)
        except OSError as problem:
            if problem.errno == errno.ENOSYS: raise OSError(errno.EPERM, "")
            raise
        if pid == 0: os._exit(0)
        os.waitpid(pid, 0)
    def libc_call(number, *arguments):
        libc = ctypes.CDLL(None, use_errno=True)
        result = libc.syscall(ctypes.c_long(number), *arguments)
        if result < 0: raise OSError(ctypes.get_errno(), "")
        return result
    CLOSED = (errno.EPERM, errno.EACCES, errno.EXDEV)
    attempts = {
        "read the plugin's own file": lambda: read("plugin.json"),
        "read what is installed": lambda: os.listdir("/usr"),
        "write to nowhere": lambda: write("/dev/null"),
        "read a person's file": lambda: read(secret),
        "list a person's folder": lambda: os.listdir(os.path.dirname(secret)),
        "write over a person's file": lambda: write(secret),
        "cut a person's file short": lambda: os.truncate(secret, 0),
        "make a file in its own folder": lambda: write("new"),
        "make a file in /tmp": lambda: write("/tmp/wallfarm-fence"),
        "make a file in shared memory": lambda: write("/dev/shm/wallfarm-fence"),
        "remove its own plugin.json": lambda: os.remove("plugin.json"),
        "rename a person's file": lambda: rename(secret),
        "link to a person's file": lambda: os.link(secret, "link"),
        "signal the host": lambda: os.kill(os.getppid(), 0),
        "read what the kernel says of it": lambda: read("/proc/self/status"),
        "read the environment of the host": lambda: read("/proc/%d/environ" % os.getppid()),
        "read the settings of the machine": lambda: read("/etc/passwd"),
        "read its passwords": lambda: read("/etc/shadow"),
        "talk to a service of the machine": lambda: service(),
        "make a file executable": lambda: os.chmod(secret, 0o777),
        "set the time of a file": lambda: os.utime(secret),
        "limit the host": lambda: resource.prlimit(host, files, resource.prlimit(host, files)),
        "send a datagram": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
        "share memory": lambda: call(29, 194, 0x77616C6C, 4096, 0),
        "start a ring": lambda: call(425, 425, 0, None),
        "ask for keys": lambda: call(250, 219, 0, -3, 0),
        "name the machine": lambda: call(170, 161, None, -1),
        "mark a file": lambda: os.setxattr(secret, "user.mark", b"x"),
        "clone into a user namespace": lambda: clone(0x10000000),
        "clone into a mount namespace": lambda: clone(0x10020000),
        "clone into a process namespace": lambda: clone(0x30000000),
        "clone3": lambda: clone3(0),
        "clone3 into a user namespace": lambda: clone3(0x10000000),
        "open a file system": lambda: call(430, 430, b"tmpfs", 0),
        "open a tree of mounts": lambda: call(428, 428, -100, b"/usr", 1),
        "open the host as a descriptor": lambda: call(434, 434, host, 0),
        "list every process for a signal": lambda: os.kill(-1, 0),
        "queue a signal to the host": lambda: call(129, 138, host, 0, struct.pack("iii116x", 0, 0, -1)),
        "connect": lambda: socket.create_connection(("127.0.0.1", int(port)), 2),
    }
    def came(attempt):
        try:
            attempt()
            return "done"
        except OSError as problem:
            return "refused" if problem.errno in CLOSED else f"failed {problem}"
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["type"] == "describe":
            print('{"type":"describe","contract":1,"id":"curious","version":1}', flush=True)
        else:
            told = "; ".join(f"{name}: {came(attempt)}" for name, attempt in attempts.items())
            for part in told.split("; "): print(json.dumps({"type": "log", "line": part}))
            print(json.dumps({"type": "error", "message": "that was all"}), flush=True)
    """

  private static let allowed: Set<String> = [
    "read the plugin's own file", "read what is installed", "write to nowhere",
    "read what the kernel says of it", "read the settings of the machine",
  ]

  private static let refused: [FenceLayer: Set<String>] = [
    .files: [
      "read a person's file", "list a person's folder", "write over a person's file",
      "make a file in its own folder", "make a file in /tmp", "make a file in shared memory",
      "remove its own plugin.json", "rename a person's file", "link to a person's file",
      "read the environment of the host", "read its passwords",
    ],
    .lengths: ["cut a person's file short"],
    .network: [
      "talk to a service of the machine", "make a file executable", "set the time of a file",
      "limit the host", "connect", "send a datagram", "share memory", "start a ring",
      "ask for keys",
      "name the machine", "mark a file", "clone into a user namespace",
      "clone into a mount namespace", "clone into a process namespace", "clone3",
      "clone3 into a user namespace", "open a file system", "open a tree of mounts",
      "open the host as a descriptor", "list every process for a signal",
      "queue a signal to the host",
    ],
    .signals: ["signal the host"],
  ]

  private final class Log: PluginLog {
    var lines: [String] = []
    func log(_ line: String) { lines.append(line) }
  }

  /// The plugin, a private file, and two services that must be unreachable for the plugin.
  private final class Place {
    /// Folder of the plugin.
    let plugin: String
    let secret: String
    private let folder: PluginFolder
    private let listener: Listener
    private let service: Service

    init() throws {
      folder = PluginFolder(folder: try TemporaryFolder())
      plugin = try folder.write("curious")
      secret = folder.folder.file("person/diary.txt")
      try folder.folder.write("Dear diary", to: "person/diary.txt")
      try folder.folder.write(FenceTests.plugin, to: "plugins/curious/plugin.py")
      (listener, service) = (try Listener(), try Service(folder.folder.file("person/service")))
      try folder.folder.write("\(secret) \(listener.port)", to: "plugins/curious/target")
    }
  }

  @Test(.tags(.sanitized)) func aProgramReadsWhatItNeedsAndChangesNothing() throws {
    let place = try Place()
    let (path, secret) = (place.plugin, place.secret)
    let manifest = try #require(ManifestReader.read(folder: path).manifest)
    let catalog = PluginCatalog(
      only: manifest, builtIn: PluginRegistry(backgrounds: [], layouts: []))
    let layout = try #require(catalog.registry().layouts.first).makeLayout(ParameterValues())
    let log = Log()
    let error = #expect(throws: RenderError.self) {
      _ = try layout.arrange(
        in: ComposeContext(
          canvas: Size(width: 300, height: 700),
          freeArea: Rect(x: 0, y: 200, width: 300, height: 400), obstacles: [], typeScale: 1,
          isTablet: false, content: Content(notes: [Note("Buy milk")]), overflow: .fail,
          direction: .automatic,
          language: nil, measurer: BoxMeasurer(), log: log))
    }

    #expect(error?.message.contains("that was all") == true, "\(String(describing: error))")
    var came: [String: String] = [:]
    for line in log.lines {
      let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
      came[parts.first ?? ""] = parts.last
    }
    #expect(Set(came.keys) == Self.allowed.union(Self.refused.values.joined()))
    for attempt in Self.allowed { #expect(came[attempt] == "done", "\(attempt)") }
    for layer in PluginFence.available.standing {
      for attempt in Self.refused[layer] ?? [] {
        #expect(came[attempt] == "refused", "\(attempt) without the layer \(layer)")
      }
    }
    defer { withExtendedLifetime(place) {} }
    guard PluginFence.available.standing.contains(.files) else { return }
    let left = try String(contentsOfFile: secret, encoding: .utf8)
    #expect(left == "Dear diary" || !PluginFence.available.standing.contains(.lengths))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        == ["plugin.json", "plugin.py", "target"])
  }

  /// Proves that the fence causes the rejections above.
  @Test func withoutAFenceEachAttemptSucceeds() throws {
    let place = try Place()
    let script = "echo '{\"type\": \"arrange\"}' | /usr/bin/python3 plugin.py"
    let (text, status) = Tool.run(
      "/bin/sh", ["-c", "cd '\(place.plugin)' && \(script)"], withErrors: true)
    #expect(status == 0, "\(text)")
    // Skip attempts that depend on the environment: on extended attributes in the file system, on
    // keyrings in the kernel, or on root privileges.
    let others: Set = [
      "mark a file", "ask for keys", "start a ring", "read its passwords", "name the machine",
    ]
    for attempt in Self.refused.values.joined() where !others.contains(attempt) {
      #expect(text.contains("\(attempt): done"), "\(text)")
    }
    unlink("/tmp/wallfarm-fence")
    unlink("/dev/shm/wallfarm-fence")
    withExtendedLifetime(place) {}
  }

  /// An isolated library has the same fence as a program.
  ///
  /// A library in the rendering process has no fence, so its attempts succeed.
  @Test(arguments: [[], ["--in-process"]])
  func anIsolatedLibraryChangesNothingEither(_ flags: [String]) throws {
    let folder = PluginFolder(folder: try TemporaryFolder())
    let path = try folder.write("curious", ["carrier": ["library": "libcurious.so"]])
    try folder.writeTemplate("curious", kind: "layout", to: "t")
    try folder.folder.write("Dear diary", to: "person/diary.txt")
    try folder.folder.write(folder.folder.file("person/diary.txt"), to: "plugins/curious/target")
    let (said, status) = Tool.run(
      "gcc",
      [
        "-std=c99", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", path + "/libcurious.so",
        Workspace.root + "/Tests/PluginHostTests/Fence/curious.c",
      ], withErrors: true)
    try #require(status == 0, "\(said)")
    let finished = try Program.run(
      ["render", "-t", "./t", "-d", "iphone8", "-n", "x", "--plugins", "plugins", "-o", "x.png"]
        + flags, in: folder.folder)
    let standing = flags.isEmpty ? PluginFence.available.standing : []
    let (file, network) = (
      standing.contains(.files) ? 0 : 1, standing.contains(.network) ? 0 : 1
    )
    let message = finished.problem.message
    #expect(
      message.contains("target 1 read \(file) write \(file) socket \(network)"),
      "\(finished.error)")
  }

  /// A service that listens on a Unix domain socket at a path.
  private final class Service {
    private let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)

    init(_ path: String) throws {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
      let length = socklen_t(MemoryLayout<sockaddr_un>.size)
      let descriptor = descriptor
      let isBound = withUnsafeBytes(of: &address) { bytes in
        guard let plain = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
          return false
        }
        return bind(descriptor, plain, length) == 0 && listen(descriptor, 4) == 0
      }
      try #require(isBound)
    }

    deinit { close(descriptor) }
  }

  /// A service on an IPv4 socket that the program tries to reach.
  private final class Listener {
    private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let port: UInt16

    init() throws {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let descriptor = descriptor
      port = withUnsafeMutableBytes(of: &address) { bytes in
        guard let plain = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
          bind(descriptor, plain, length) == 0, listen(descriptor, 1) == 0,
          getsockname(descriptor, plain, &length) == 0
        else { return 0 }
        return UInt16(bigEndian: bytes.load(as: sockaddr_in.self).sin_port)
      }
      try #require(port > 0)
    }

    deinit { close(descriptor) }
  }
}
