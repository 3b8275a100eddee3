import CPluginHost
import Foundation
import Testing
import WallfarmTesting

/// The host kills only processes that it started.
@Suite(.tags(.sanitized, .threads)) struct ProcessTests {
  /// `kill` treats a negative id as a process group, and -1 as every process.
  @Test func aProgramThatDidNotStartEndsNobody() throws {
    let bystander = try start("/bin/sleep", "60")
    defer { wallfarm_end_program(bystander) }
    #expect(bystander > 1)

    wallfarm_end_program(-bystander)

    #expect(kill(bystander, 0) == 0)
    var end = wallfarm_end()
    #expect(wallfarm_has_ended(bystander, &end) == 0)
  }

  @Test func whatIsNoProgramIsToldByTheNumberOfItsError() throws {
    #expect(try start("/bin/there-is-none", "") == -ENOENT)
    #expect(try start("/etc/passwd", "") == -EACCES)
  }

  @Test func howAProgramEndedIsToldUntilItIsLetGo() throws {
    let program = try start("/bin/sh", "-c", "exit 7")
    defer { wallfarm_end_program(program) }
    var end = wallfarm_end()
    while wallfarm_has_ended(program, &end) == 0 { usleep(1000) }
    #expect(end.status == 7)
    #expect(wallfarm_has_ended(program, &end) == 1)
  }

  /// The host does not kill a child that is not part of a plugin, such as a pool worker, even if
  /// its rights are reduced.
  @Test func aChildThatIsNoOrphanOfAProgramIsLeftAlone() throws {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    child.arguments = ["--no-new-privs", "sleep", "1000"]
    try child.run()
    // Use SIGKILL, because children inherit the signal mask of the test's threads.
    defer { kill(child.processIdentifier, SIGKILL) }
    let status = "/proc/\(child.processIdentifier)/status"
    #expect(
      eventually {
        (try? String(contentsOfFile: status, encoding: .utf8))?.contains("NoNewPrivs:\t1") == true
      })
    wallfarm_end_orphans()
    wallfarm_end_program(try start("/bin/true"))
    #expect(child.isRunning)
  }

  /// Starts a process with empty standard input and discarded output.
  private func start(_ words: String...) throws -> pid_t {
    let nothing = open("/dev/null", O_RDWR)
    try #require(nothing >= 0)
    defer { close(nothing) }
    let lent = (words + ["/"]).map { strdup($0) }
    defer { for word in lent { free(word) } }
    var given = lent.dropLast() + [nil]
    var empty: [UnsafeMutablePointer<CChar>?] = [nil]
    var readable = [lent.last ?? nil, nil]
    return given.withUnsafeMutableBufferPointer { given in
      empty.withUnsafeMutableBufferPointer { empty in
        readable.withUnsafeMutableBufferPointer { readable in
          var program = wallfarm_program(
            folder: lent.last ?? nil, words: given.baseAddress, environment: empty.baseAddress,
            readable: readable.baseAddress, output: nothing, errors: nothing, has_pixels: 0,
            input: -1, pixels: -1, fence: 0)
          let process = wallfarm_start_program(&program)
          if program.input >= 0 { close(program.input) }
          return process
        }
      }
    }
  }
}
