import Foundation
import Testing
import WallfarmTesting

/// Kills workers and supervisors at random, and checks that every unit is delivered exactly once.
///
/// Every file must be the same as in an undisturbed run. `make torture` sets
/// WALLFARM_FARM_UNITS=1000.
@Suite(.tags(.torture)) struct FarmTortureTests {
  private static let units =
    ProcessInfo.processInfo.environment["WALLFARM_FARM_UNITS"].flatMap { Int($0) } ?? 120
  /// The number of pictures delivered between two kills.
  private static let betweenKills = 3...16
  private static var restarts: Int { units >= 1000 ? 10 : 4 }

  @Test func nothingIsLostAndNothingIsDoneTwice() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator()
    // Large pictures take longer, so more kills occur during a render.
    let devices =
      Self.units >= 1000
      ? ["iphone15", "iphone17promax", "ipad10", "ipadpro13"]
      : ["iphonese3", "iphone8", "iphonexr", "iphone13mini"]
    let jobs = (0..<Self.units / devices.count).map { number in
      let list = devices.map { "\"\($0)\"" }.joined(separator: ",")
      return
        #"{"id":"j\#(number)","devices":[\#(list)],"theme":"dawn","notes":["Note \#(number)","Buy milk","Call Ana"]}"#
    }
    try folder.write(jobs.joined(separator: "\n"), to: "jobs.jsonl")
    let calm = try Program.run(
      ["batch", "jobs.jsonl", "--output", "calm", "-q", "--report", "calm.json"], in: folder,
      timeout: .seconds(600))
    #expect(calm.status == 0)

    // With this many kills, three attempts per unit would be too few.
    let words = ["batch", "jobs.jsonl", "--output", "wild", "-q", "--attempts", "50"]
    var (killedWorkers, killedSupervisors) = (0, 0)
    while true {
      let isLast = killedSupervisors == Self.restarts
      let process = try Program.start(
        words + (isLast ? ["--report", "wild.json"] : []), in: folder)
      let done = deliveredCount(folder)
      let share = Self.units / (Self.restarts + 2)
      while process.isRunning {
        let next = deliveredCount(folder) + Int.random(in: Self.betweenKills, using: &random)
        eventually { !process.isRunning || deliveredCount(folder) >= next }
        if let worker = workers(of: process.processIdentifier).randomElement(using: &random) {
          kill(worker, SIGKILL)
          killedWorkers += 1
        }
        if !isLast && deliveredCount(folder) - done >= share { break }
      }
      if isLast || !process.isRunning {
        process.waitUntilExit()
        if isLast { #expect(process.terminationStatus == 0, "seed \(random.seed)") }
        if isLast { break }
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      killedSupervisors += 1
    }
    #expect(killedWorkers >= Self.restarts)
    try compare(folder, seed: random.seed)
    print(
      "killed \(killedWorkers) workers and \(killedSupervisors) supervisors, seed \(random.seed)")
  }

  private func compare(_ folder: TemporaryFolder, seed: UInt64) throws {
    func files(_ name: String) -> [String: String] {
      let list = Tool.run(
        "bash",
        [
          "-c",
          "cd '\(folder.file(name))' && find . -path ./.wallfarm -prune -o -type f -print0 | xargs -0 sha256sum",
        ]
      ).text
      return Dictionary(
        uniqueKeysWithValues: list.split(separator: "\n").map {
          (String($0.dropFirst(66)), String($0.prefix(64)))
        })
    }
    let (calm, wild) = (files("calm"), files("wild"))
    let isSame = calm == wild
    #expect(
      isSame, "seed \(seed): \(Set(calm.keys).symmetricDifference(wild.keys).sorted().prefix(5))")
    #expect(wild.count == Self.units && !wild.keys.contains { $0.hasSuffix(".tmp") })
    let json = try #require(try folder.json("wild.json") as? [String: Any])
    let rows = try #require(json["units"] as? [[String: Any]])
    #expect(rows.count == Self.units && Set(rows.map { $0["unit"] as? String }).count == Self.units)
    for row in rows {
      let receipt = try #require(row["receipt"] as? [String: Any], "seed \(seed): \(row)")
      #expect(row["state"] as? String == "done")
      #expect(wild["./\(row["output"] as? String ?? "")"] == receipt["sha256"] as? String)
    }
    // A worker whose supervisor was killed exits as soon as it notices this.
    var alive = ""
    eventually {
      alive = Tool.run("pgrep", ["-f", folder.path]).text
      return alive.isEmpty
    }
    #expect(alive.isEmpty, "seed \(seed): workers are left: \(alive)")
  }

  private func deliveredCount(_ folder: TemporaryFolder) -> Int {
    // This function does not start a process, because it is called in a loop.
    folder.names(in: "wild").reduce(0) { count, job in
      count + folder.names(in: "wild/\(job)").count { $0.hasSuffix(".png") }
    }
  }

  private func workers(of pid: pid_t) -> [pid_t] {
    Tool.run("pgrep", ["-P", "\(pid)"]).text.split(separator: "\n").compactMap { pid_t($0) }
  }
}
