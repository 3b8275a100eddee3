import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// A process that fetches with libcurl inside its fence can reach only the server to which its
/// socket is connected.
///
/// `fetch.c` is the fenced process, and `fetch.py` is the server and the parent process.
@Suite(
  .enabled(if: FaultLibrary.isAllowed, "needs gcc and no other LD_PRELOAD"),
  .enabled(
    if: WorkerFenceTests.missing.isDisjoint(with: ["files", "calls"]),
    "the kernel has no landlock, or no seccomp"))
struct FetchFenceTests {
  private struct Ended {
    let status: Int?
    let said: [String]
    /// The name of the system call for which the process was killed, or `nil` if it was not killed.
    let refused: String?
  }

  private func run(
    _ act: String, _ argument: String = "", fenced: Bool = true
  ) throws -> Ended {
    var words = [
      "\(Workspace.root)/Tests/FaultInjection/fetch.py", try FaultLibrary.fetcher.get().path, act,
      argument,
    ]
    if !fenced { words.append("unfenced") }
    let (text, status) = Tool.run("python3", words, withErrors: true)
    try #require(status == 0, "\(text)")
    let answer = try JSONNode(parsing: text)
    return Ended(
      status: answer["status"]?.number.flatMap { Int($0) },
      said: answer["said"]?.elements?.compactMap(\.string) ?? [],
      refused: answer["refused"]?.string)
  }

  /// A photo of three megabytes arrives completely, with or without TLS.
  ///
  /// The last case shows that the system certificates are readable: an unknown certificate fails
  /// because it is untrusted (curl error 60), not because the certificate file cannot be opened
  /// (curl error 77).
  @Test(
    arguments: [
      ("photo", "curl 0 status 200 bytes 3000000"), ("sealed", "curl 0 status 200 bytes 3000000"),
      ("unknown", "curl 60 status 0 bytes 0"),
    ])
  func whatIsConnectedIsFetched(_ act: String, result: String) throws {
    let ended = try run(act)
    #expect(ended.said == ["files 1 calls 1", result])
    #expect(ended.status == 0 && ended.refused == nil)
  }

  /// Following a redirect would require a second connection, which the fence rejects.
  @Test func aRedirectLeadsNowhere() throws {
    let ended = try run("elsewhere")
    #expect(ended.refused == "socket" && ended.status == 78)
  }

  @Test(
    arguments: [
      ("ip", "socket"), ("udp", "socket"), ("path", "socket"), ("netlink", "socket"),
      ("resolve", "socket"), ("pair", "socketpair"),
      ("datagrams", "socketpair"), ("packets", "socketpair"),
      ("send to", "sendto"), ("listen", "listen"),
      ("exec", "execve"), ("fork", "clone"), ("signal", "kill"), ("ptrace", "ptrace"),
    ])
  func whatAnAttackBeginsWithEndsIt(_ act: String, call: String) throws {
    let ended = try run(act)
    #expect(ended.said == ["files 1 calls 1"])
    #expect(ended.refused == call && ended.status == 78)
  }

  /// Other calls fail without killing the process, and the socket stays connected to the same
  /// server.
  @Test(
    arguments: [
      ("read", "/etc/passwd"), ("read", "/etc/hosts"), ("list", "/"), ("list", "/etc/ssl"),
      ("write", "new.txt"), ("remove", "secret.txt"),
      ("times", "secret.txt"), ("rename", "secret.txt"), ("connect", ""), ("option", ""),
    ])
  func nothingElseIsOpenToIt(_ act: String, path: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("a secret", to: "secret.txt")
    let ended = try run(act, path.hasPrefix("/") ? path : folder.file(path))
    #expect(ended.said == ["files 1 calls 1"])
    #expect(ended.status == 0 && ended.refused == nil)
    #expect(folder.names == ["secret.txt"])
  }

  /// Proves that the tests above can fail: without the fence, each action succeeds.
  @Test(
    arguments: [
      "ip", "udp", "path", "netlink", "datagrams", "packets", "times", "connect", "listen",
      "option", "fork", "signal", "ptrace",
      "read", "list", "remove",
    ])
  func withoutTheFenceItCan(_ act: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("a secret", to: "secret.txt")
    let path = act == "list" ? "/" : folder.file("secret.txt")
    #expect(try run(act, path, fenced: false).said == ["could \(act)"])
  }
}
