import Files
import Foundation
import Processes
import Testing

/// The environment of workers and helper processes.
@Suite struct ChildEnvironmentTests {
  @Test(arguments: [
    "AWS_SECRET_ACCESS_KEY=x", "AWS_SESSION_TOKEN=x", "PGPASSWORD=x", "PGSERVICEFILE=x",
    "WALLFARM_QUEUE=postgres://user:x@host/db", "WALLFARM_SERVE_KEYS=x", "GITHUB_TOKEN=x",
    "HTTPS_PROXY=http://user:x@host", "SSH_AUTH_SOCK=/x", "PATHS=x", "HOMES", "=x",
  ])
  func secretsStayWithTheParent(_ variable: String) {
    #expect(ChildEnvironment.select(from: [variable], passing: "") == [])
  }

  @Test(arguments: [
    "PATH=/bin", "HOME=/home/ana", "LC_ALL=C.UTF-8", "TZ=Europe/Berlin", "LD_PRELOAD=/lib/x.so",
    "MALLOC_ARENA_MAX=1", "WALLFARM_HOME=/usr/share/wallfarm", "LANG=a=b", "XDG_DATA_DIRS=/opt",
  ])
  func neededVariablesAreInherited(_ variable: String) {
    #expect(ChildEnvironment.select(from: [variable], passing: "") == [variable])
  }

  @Test func namedVariablesArePassed() {
    let all = ["ONE=1", "TWO=2", "THREE=3"]
    #expect(ChildEnvironment.select(from: all, passing: "ONE, TWO") == ["ONE=1", "TWO=2"])
  }

  /// A child process prints its environment, so that the test checks the actual values.
  @Test func aChildHasNoSecretOfItsParent() throws {
    setenv("PGPASSWORD", "a secret of this test", 1)
    defer { unsetenv("PGPASSWORD") }
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let said = try #require(
      try HelperProcess(["/usr/bin/env"], most: 1 << 20, input: file)
        .output(by: SuspendingClock().now + .seconds(600)))
    let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("PATH=") })
    #expect(!lines.contains { $0.hasPrefix("PGPASSWORD") })
  }
}
