import Fetching
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests `wallfarm-fetch` with a normal server and with a hostile server.
///
/// The suite is serialized, because one test inspects the child processes.
@Suite(.serialized) struct FetcherTests {
  private static let photo = (0..<4096).flatMap { _ in UInt8.min ... .max }

  private func code(_ fetcher: Fetcher, _ address: String) -> String {
    do throws(RenderError) {
      _ = try fetcher.fetch(address)
      return "fetched"
    } catch {
      return error.code.rawValue
    }
  }

  @Test(arguments: ["/photo", "/moved", "/photo?token=secret#part"])
  func whatIsThereIsFetched(_ path: String) throws {
    let server = try PhotoServer()
    #expect(try server.fetcher(of: .photo).fetch(server.address(path)) == Self.photo)
  }

  /// Each fault causes a specific error.
  @Test(arguments: [
    ("/missing", "fetch-failed"), ("/large", "file-too-large"), ("/endless", "file-too-large"),
    ("/cut", "fetch-failed"), ("/noise", "fetch-failed"), ("/loop", "fetch-failed"),
    ("/number", "host-refused"), ("/other", "host-refused"), ("/plain", "host-refused"),
    ("/file", "host-refused"),
  ])
  func whatIsNotAPhotoIsAnError(_ path: String, _ expected: String) throws {
    let server = try PhotoServer()
    #expect(code(try server.fetcher(of: .photo), server.address(path)) == expected)
  }

  @Test func tooManyRedirectsNameTheHost() throws {
    let server = try PhotoServer()
    let fetcher = try server.fetcher(of: .photo)
    let error = #expect(throws: RenderError.self) { try fetcher.fetch(server.address("/loop")) }
    #expect(try #require(error).message.hasPrefix("'localhost'"))
  }

  @Test func whatTakesTooLongIsGivenUp() throws {
    let server = try PhotoServer()
    var fetcher = try server.fetcher(of: .photo)
    fetcher.patience = .seconds(1)
    #expect(code(fetcher, server.address("/slow")) == "fetch-late")
  }

  /// Endless response headers end with an error instead of exhausting the memory of either process.
  @Test func headersWithoutEndAreNoAnswer() throws {
    let server = try PhotoServer()
    var fetcher = try server.fetcher(of: .photo)
    fetcher.patience = .seconds(2)
    #expect(["fetch-failed", "fetch-late"].contains(code(fetcher, server.address("/headers"))))
  }

  @Test func aCertificateThatIsNotTrustedIsNotRead() throws {
    let server = try PhotoServer()
    var fetcher = try server.fetcher(of: .photo)
    fetcher.authority = nil
    #expect(code(fetcher, server.address("/photo")) == "fetch-failed")
  }

  /// The host name resolves to this machine, whose address is not in an allowed network.
  @Test func aPrivateAddressIsNotAsked() throws {
    let server = try PhotoServer()
    for networks in [[], ["127.0.0.2/32"], ["10.0.0.0/8", "2000::/3"]] {
      var fetcher = try server.fetcher(of: .photo)
      fetcher.networks = networks
      #expect(code(fetcher, server.address("/photo")) == "host-refused", "\(networks)")
    }
    let other = try PhotoServer()
    #expect(code(try server.fetcher(of: .photo), other.address("/photo")) == "host-refused")
  }

  @Test func nothingAtAllIsAnError() throws {
    var fetcher = Fetcher(
      program: Program.folder + "/wallfarm-fetch", hosts: [try #require(PhotoHost("localhost:1"))])
    fetcher.networks = ["127.0.0.0/8", "::1/128"]
    fetcher.fence = (true, false)
    #expect(code(fetcher, "https://localhost:1/photo") == "fetch-failed")
    fetcher.hosts = [try #require(PhotoHost("nothing.invalid"))]
    #expect(["fetch-failed", "fetch-late"].contains(code(fetcher, "https://nothing.invalid/a")))
    fetcher.program = "/nowhere/wallfarm-fetch"
    #expect(code(fetcher, "https://nothing.invalid/a") == "fetcher-missing")
    fetcher.program = "/bin/true"
    #expect(code(fetcher, "https://nothing.invalid/a") == "fetch-failed")
  }

  /// If the kernel supports it, the seccomp filter is active (`Seccomp: 2`) before any data from
  /// the server is read.
  @Test func itIsLockedInBeforeItHearsAnything() async throws {
    let server = try PhotoServer()
    var fetcher = try server.fetcher(of: .photo)
    fetcher.patience = .seconds(600)
    let (slow, address) = (fetcher, server.address("/slow?\(UInt64.random(in: .min ... .max))"))
    let fetching = Thread { _ = try? slow.fetch(address) }
    fetching.start()
    let own = ProcessInfo.processInfo.processIdentifier
    func fetchers() -> [String] {
      let shown = Tool.output(of: "pgrep", ["-P", "\(own)", "-x", "wallfarm-fetch"]) ?? ""
      return shown.split(separator: "\n").map(String.init)
    }
    // The process is confined as soon as it has reported that it is ready.
    #expect(
      eventually {
        fetchers().contains { process in
          let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
          return text?.contains("Seccomp:\t2") == true && text?.contains("NoNewPrivs:\t1") == true
        }
      })
    for process in fetchers() { _ = Tool.run("kill", ["-KILL", process]) }
  }

  /// A URL may contain a secret, so it must not appear in the process list.
  @Test func noArgumentHasTheAddress() throws {
    let folder = try TemporaryFolder()
    let program = try folder.write(
      "#!/bin/sh\necho \"$0 $*\" > \(folder.file("words"))\nenv >> \(folder.file("words"))\n",
      to: "program")
    chmod(program, 0o755)
    let fetcher = Fetcher(program: program, hosts: [try #require(PhotoHost("a.example"))])
    #expect(code(fetcher, "https://a.example/hidden-secret") == "fetch-failed")
    #expect(try !folder.text("words").contains("hidden-secret"))
  }
}

/// Fetching from the test server.
