import Foundation
import Processes
import Testing

/// Tests helper processes: every wait has a deadline, and every answer has a maximum size.
@Suite struct HelperProcessTests {
  private let clock = SuspendingClock()

  init() { signal(SIGPIPE, SIG_IGN) }

  private func helper(_ script: String) throws -> HelperProcess {
    try HelperProcess(["/bin/sh", "-c", script], most: 1 << 16)
  }

  @Test func theOutputUpToTheEndIsCollected() throws {
    let helper = try helper("echo one; sleep 0.05; printf two")
    #expect(helper.output(by: clock.now + .seconds(600)) == Array("one\ntwo".utf8))
  }

  @Test func tooMuchOutputIsDiscarded() throws {
    let helper = try helper("exec cat /dev/zero")
    #expect(helper.output(by: clock.now + .seconds(600)) == [])
  }

  @Test func aHelperThatHangsHasNoAnswer() throws {
    let helper = try helper("exec sleep 1000")
    // The message is larger than a pipe's buffer, so it is never written completely.
    let message = [UInt8](repeating: 1, count: 300_000)
    let deadline = clock.now + .milliseconds(20)
    #expect(helper.answer(to: message, most: 10, by: deadline) == nil)
    #expect(helper.output(by: clock.now) == nil)
    helper.process.killAndWait()
    #expect(helper.process.end?.signal == SIGKILL)
  }

  @Test(arguments: ["11", "-1", "+5", "-0", "05", "9999999999999999999999", "x", ""])
  func anAnswerThatIsNoMessageIsRefused(_ answer: String) throws {
    let helper = try helper("printf '%s\\n' '\(answer)'; exec cat > /dev/null")
    #expect(helper.answer(to: [1], most: 10, by: clock.now + .seconds(600)) == nil)
  }

  @Test func messagesKeepTheirBytes() throws {
    let helper = try helper("cat")
    for message in [[], [10], Array("3\n4\n".utf8), [UInt8](repeating: 7, count: 5000)] {
      #expect(helper.answer(to: message, most: 5000, by: clock.now + .seconds(600)) == message)
    }
    helper.pipes.closeInput()
    #expect(helper.process.waitForEnd(by: clock.now + .seconds(600))?.isGood == true)
  }

  @Test func linesAreTakenOneByOne() {
    var buffer = LineBuffer()
    buffer.append(Array("one\n\ntw".utf8))
    #expect(buffer.takeLine() == Array("one".utf8) && buffer.takeLine() == [])
    #expect(buffer.takeLine() == nil && !buffer.hasLine && buffer.count == 2)
    buffer.append(Array("o\nrest".utf8))
    #expect(buffer.hasLine && buffer.takeLine() == Array("two".utf8))
    #expect(buffer.take(2) == Array("re".utf8) && buffer.take(9) == Array("st".utf8))
    #expect(buffer.count == 0)
  }
}
