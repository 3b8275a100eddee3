import Foundation
import Testing
import WallfarmTesting

/// Tests that notes in a process's memory are never written to a core file.
@Suite struct CoreFileTests {
  /// Each command blocks on standard input and is then killed with a signal that dumps core.
  @Test(arguments: [
    "render -d iphonese3 -n Geheimnis --photo -", "batch - -o out", "check -",
    "render -d iphonese3 --notes -", "setup -d iphonese3 --state s.json --answers -",
    "challenge new --goal 5000 --photo - --state c",
  ])
  func aProcessThatIsKilledLeavesNoMemory(_ words: String) throws {
    let folder = try TemporaryFolder()
    let done = try Program.bash(
      #"""
      ulimit -c unlimited || exit 9
      mkfifo pipe
      exec 3<> pipe
      "$wallfarm" \#(words) <&3 > said 2>&1 &
      child=$!
      for try in $(seq 400); do
        [ "$(readlink /proc/$child/exe)" = "$(readlink -f "$wallfarm")" ] &&
          grep -q '^Max core file size *0 *0' /proc/$child/limits && break
        sleep 0.05
      done
      grep '^Max core file size' /proc/$child/limits
      kill -SEGV $child
      wait $child
      echo "ended with $?"
      ls | grep -c '^core'
      """#, in: folder)
    let lines = String(decoding: done.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3, "\(lines)")
    #expect(lines.first?.split(separator: " ").suffix(3).prefix(2) == ["0", "0"], "\(lines)")
    #expect(lines.last == "0", "\(lines)")
    #expect(!done.error.contains("core dumped"), "\(done.error)")
  }
}
