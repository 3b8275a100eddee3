import Foundation
import Testing
import WallfarmTesting

/// Tests the metrics of the process and of the queue.
@Suite struct ProcessMetricsTests {
  @Test func theMetricsDescribeTheProcess() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(
      ["--metrics", "unix:\(folder.file("figures"))"], in: folder)
    let before = try #require(service.figure("queue_seconds_count"))
    #expect(try service.render(#"{"devices": "iphonese3", "notes": ["a"]}"#).status == 200)
    #expect(try #require(service.figure("queue_seconds_count")) > before)
    #expect(service.figure("build_info{version=\"0.1.0\"}") == 1)
    // The kernel reports the same figures in another file and format.
    let status = try String(contentsOfFile: "/proc/\(service.processID)/status", encoding: .utf8)
    func kernel(_ name: String) throws -> Double {
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
      return try #require(
        line.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Double($0) })
    }
    let resident = try kernel("VmRSS") * 1024
    let found = try #require(service.figure("process_resident_bytes"))
    #expect(found > resident / 2 && found < resident * 2)
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(service.processID)/fd")
    let open = try #require(service.figure("process_open_files"))
    #expect(abs(open - Double(files.count)) < 20)
    #expect(try #require(service.figure("process_threads")) >= 1)
    #expect(try #require(service.figure("process_cpu_seconds_total")) > 0)
    #expect(try #require(service.figure("process_age_seconds")) >= 0)
  }
}
