internal import RenderPool
import WallfarmCore

extension MetricsText {
  /// Adds the version of the program and the resources of the process.
  mutating func addProcess() {
    add(
      "build_info", .gauge, "Version of the program; the value is always 1.",
      [("version=\"\(Wallfarm.version)\"", 1)])
    guard let figures = ProcessFigures() else { return }
    add(
      "process_cpu_seconds_total", .counter,
      "Processor time of the service in seconds, without its workers.",
      [("", figures.processorSeconds)])
    add(
      "process_resident_bytes", .gauge, "Resident memory of the service in bytes.",
      [("", Double(figures.residentBytes))])
    add(
      "process_threads", .gauge, "Number of threads of the service.",
      [("", Double(figures.threads))])
    add(
      "process_open_files", .gauge, "Number of open file descriptors of the service.",
      [("", Double(figures.openFiles))])
    add(
      "process_age_seconds", .gauge, "Time since the service started in seconds.",
      [("", figures.age)])
  }
}
