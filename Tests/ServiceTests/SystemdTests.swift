import Foundation
import Testing
import WallfarmTesting

/// The units, as systemd's own programs judge them.
@Suite struct SystemdTests {
  /// A socket that somebody else holds is served, and is there when the service has ended.
  @Test func aSocketThatSystemdHoldsIsServed() throws {
    let folder = try TemporaryFolder()
    let socket = folder.file("socket")
    // It closes everything that it was started with, which Foundation takes for its end: so a shell is between.
    let holding = try Program.start(
      ["serve", "--listen", "systemd", "--fence=best", "-j1", "--log=none", "--deadline=600"],
      in: folder,
      environment: ["LISTEN_AT": socket],
      by: [
        "bash", "-c",
        #"""
        systemd-socket-activate -E WALLFARM_HOME -E WALLFARM_KEY_FILE -l "$LISTEN_AT" "$@" &
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
    // What was started by the first request has taken the place of the program that held the socket.
    kill(holding.processIdentifier, SIGTERM)
    holding.waitUntilExit()
    #expect(holding.terminationReason == .exit && holding.terminationStatus == 0)
    #expect(folder.names == ["picture", "socket"])
  }

  @Test(arguments: ["wallfarm.service", "wallfarm-farm.service"])
  func theUnitIsLockedDown(_ name: String) throws {
    let unit = Workspace.root + "/scripts/systemd/" + name
    let said = Tool.run(
      "systemd-analyze", ["security", "--offline=true", "--no-pager", "--threshold=20", unit],
      withErrors: true)
    // The threshold counts tenths: 20 is 2.0.
    #expect(said.status == 0, "\(said.text)")
    #expect(said.text.contains("Overall exposure level"))
    #expect(!said.text.contains("ignoring"), "\(said.text)")
  }
}
