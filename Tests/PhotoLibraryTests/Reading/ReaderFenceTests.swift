import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// A photo reader has no network access: it has no network interface, and it creates no sockets.
@Suite struct ReaderFenceTests {
  /// Runs the body with a reader that is waiting for its first photo.
  private func withReader(
    _ words: [String], _ body: (_ process: Int32, _ missing: [String]) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["library-reader"] + words + ["--", folder.path]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let hello = try JSONNode(parsing: try #require(output.line()))
    let names = hello["missing"]?.elements?.compactMap(\.string)
    try body(process.processIdentifier, try #require(names))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(arguments: [[], ["--bodies"]])
  func itIsInANetworkWithoutInterfaces(_ words: [String]) throws {
    try withReader(words) { process, missing in
      let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/net")
      // Skip the check if this user may not inspect the reader, which is in another user namespace.
      guard
        let its = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/\(process)/ns/net")
      else { return }
      #expect((its != own) == !missing.contains("namespace"))
      guard its != own else { return }
      let devices = try String(contentsOfFile: "/proc/\(process)/net/dev", encoding: .utf8)
      let names = devices.split(separator: "\n").dropFirst(2).compactMap {
        $0.split(separator: ":").first.map { $0.trimmingCharacters(in: .whitespaces) }
      }
      #expect(names == ["lo"], "\(devices)")
    }
  }

  /// Whether strace can be used on this machine.
  private static let canTrace = Tool.output(of: "strace", ["-f", "-o", "/dev/null", "true"]) != nil

  /// Covers all processes of a scan, from the first photo to the last picture.
  @Test(.enabled(if: canTrace, "strace cannot watch programs here"))
  func aScanMakesNoCallOfTheNetwork() throws {
    let folder = try TemporaryFolder()
    for number in 0..<20 {
      try folder.write(PhotoBuilder.jpeg(), to: "photos/IMG_20250304_1000\(10 + number).jpg")
    }
    let done = Tool.run(
      "/usr/bin/env",
      [
        "-C", folder.path, "strace", "-f", "-qq", "-e", "trace=network", "-e", "signal=none", "-o",
        "calls", Program.path, "library", "scan", "photos", "--index", "l.sqlite",
      ], withErrors: true, environment: ["WALLFARM_HOME": Workspace.root])
    #expect(done.status == 0 && done.text.contains("20 photos, 20 read"), "\(done.text)")
    // strace writes "???( <detached ...>" if a process ends before its call is read.
    let calls = try folder.text("calls").split(separator: "\n").filter {
      !$0.contains("+++") && !$0.contains("???(")
    }
    #expect(calls.isEmpty, "\(calls.prefix(5))")
  }

  /// A seccomp filter is active if the machine supports it, regardless of the other layers of the
  /// fence.
  @Test func itHasAFilterOfCalls() throws {
    try withReader([]) { process, missing in
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let mode = status.split(separator: "\n").first { $0.hasPrefix("Seccomp:") } ?? ""
      #expect(mode.hasSuffix("2") == !missing.contains("calls"), "\(mode)")
    }
  }
}
