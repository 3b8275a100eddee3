import Foundation
import Testing
import WallfarmTesting

/// Runs a farm of two machines under random failures: the small version of `make torture-farm`.
@Suite(.tags(.farm)) struct FarmTortureOnMachinesTests {
  @Test func nothingIsLostWhateverFails() throws {
    let seed = SeededGenerator().seed
    let torture = Tool.run(
      "python3",
      [
        Workspace.root + "/Tests/FarmTorture/torture.py", Program.path,
        Workspace.root + "/.build/python/bin/weed", "--units", "300", "--supervisors", "2",
        "--failovers", "1", "--heavy", "8", "--light", "1", "--seed", "\(seed)",
      ], withErrors: true,
      environment: ["WALLFARM_HOME": Workspace.root, "PYTHONDONTWRITEBYTECODE": "1"])
    #expect(torture.status == 0, "\(torture.text)")
    #expect(torture.text.contains("every object is whole and that of a quiet run"))
  }
}
