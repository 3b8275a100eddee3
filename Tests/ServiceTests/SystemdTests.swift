import Foundation
import Testing
import WallfarmTesting

/// The systemd units, checked by systemd's own tools.
@Suite(.tags(.farm)) struct SystemdTests {
  /// The service uses a socket that systemd holds, and leaves the socket in place when it exits.
  @Test func aSocketThatSystemdHoldsIsServed() throws {
    let folder = try TemporaryFolder()
    let socket = folder.file("socket")
    // systemd-socket-activate closes the descriptors that it inherits, and Foundation interprets
    // this as the exit of the process. Therefore, a shell starts it.
    let holding = try Program.start(
      ["serve", "--listen", "systemd", "--fence=best", "-j1", "--log=none", "--deadline=600"],
      in: folder,
      environment: ["LISTEN_AT": socket],
      by: [
        "bash", "-c",
        #"""
        # It passes on only what it is told to; the options of a sanitizer count in what it starts.
        systemd-socket-activate -E WALLFARM_HOME -E WALLFARM_KEY_FILE -E ASAN_OPTIONS \
          -l "$LISTEN_AT" "$@" &
        child=$!
        trap 'kill -TERM $child' TERM
        wait $child
        wait $child
        """#, "-",
      ])
    defer { if holding.isRunning { kill(holding.processIdentifier, SIGKILL) } }
    let request = #"{"devices": "iphonese3", "notes": ["a"]}"#
    func ask() -> String? {
      Tool.output(
        of: "curl",
        [
          "-sS", "--max-time", "600", "--unix-socket", socket, "-o", folder.file("picture"), "-w",
          "%{http_code}",
          "--data-binary", request, "http://localhost/v1/render",
        ])
    }
    #expect(eventually { folder.names.contains("socket") })
    #expect(ask() == "200")
    #expect(Tool.run("pngcheck", ["-q", folder.file("picture")]).status == 0)
    // At the first request, systemd-socket-activate replaced itself with the service, so the signal
    // reaches the service.
    kill(holding.processIdentifier, SIGTERM)
    holding.waitUntilExit()
    #expect(holding.terminationReason == .exit && holding.terminationStatus == 0)
    #expect(folder.names == ["picture", "socket"])
  }

  /// Authentication rules depend on the socket, not on the process that opened it.
  @Test(
    arguments: [
      ("AF_INET", "0.0.0.0", "key-missing"), ("AF_INET6", "::", "key-missing"),
      ("AF_INET", "127.0.0.1", nil),
      ("AF_UNIX", "s", nil),
    ] as [(String, String, String?)])
  func aSocketThatStrangersReachNeedsKeys(
    _ family: String, _ host: String, _ code: String?
  ) throws {
    let folder = try TemporaryFolder()
    let address = family == "AF_UNIX" ? "'\(host)'" : "('\(host)', 0)"
    let script = """
      import os, socket
      made = socket.socket(socket.\(family))
      made.bind(\(address))
      made.listen()
      os.dup2(made.fileno(), 3)
      os.set_inheritable(3, True)
      os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
      program = os.environ["wallfarm"]
      os.execv(program, [program, "serve", "--listen", "systemd", "--check", "--errors", "json"])
      """
    try folder.write(script, to: "hand-over.py")
    let run = try Program.bash("python3 hand-over.py", in: folder)
    #expect(run.status == 0 ? code == nil : run.error.contains(code ?? "none"), "\(run.error)")
  }

  /// A page from another site cannot use a loopback socket, whether systemd or the service opened
  /// it.
  @Test func aSocketOfTheLoopbackServesThisMachineAlone() throws {
    let folder = try TemporaryFolder()
    let script = """
      import os, socket, sys
      made = socket.socket()
      made.bind(("127.0.0.1", 0))
      made.listen()
      open("port", "w").write(str(made.getsockname()[1]))
      os.dup2(made.fileno(), 3)
      os.set_inheritable(3, True)
      os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
      os.execv(sys.argv[1], sys.argv[1:])
      """
    try folder.write(script, to: "hand-over.py")
    let holding = try Program.start(
      ["serve", "--listen", "systemd", "--fence=best", "-j1", "--log=none"], in: folder,
      by: ["python3", "hand-over.py"])
    defer { kill(holding.processIdentifier, SIGKILL) }
    func ask(_ headers: [String]) -> String? {
      guard let port = try? folder.text("port") else { return nil }
      return Tool.output(
        of: "curl",
        [
          "-sS", "-o", folder.file("answer"), "-w", "%{http_code}",
          "http://127.0.0.1:\(port)/healthz",
        ]
          + headers.flatMap { ["-H", $0] })
    }
    #expect(eventually { ask([]) == "200" })
    #expect(ask(["Host: evil.example"]) == "403")
    #expect(ask(["Origin: http://evil.example"]) == "403")
    #expect(ask(["Host: [::1]evil"]) == "400")
    #expect(ask(["Origin: http://127.0.0.1", "Origin: http://evil.example"]) == "400")
  }

  @Test(arguments: ["wallfarm.service", "wallfarm-farm.service", "wallfarm-publish.service"])
  func theUnitIsLockedDown(_ name: String) throws {
    let unit = Workspace.root + "/scripts/systemd/" + name
    let said = Tool.run(
      "systemd-analyze", ["security", "--offline=true", "--no-pager", "--threshold=20", unit],
      withErrors: true)
    // The threshold is in tenths: 20 means 2.0.
    #expect(said.status == 0, "\(said.text)")
    #expect(said.text.contains("Overall exposure level"))
    #expect(!said.text.contains("ignoring"), "\(said.text)")
  }
}
