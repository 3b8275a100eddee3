import Foundation
import WallfarmTesting

/// A folder with a Python plugin `flat` and a template `flat` that uses it.
///
/// For each render request, the plugin runs the Python code in the file `before` in its folder, and
/// then returns no layers.
struct OutsideProgram {
  let folder: TemporaryFolder

  /// The options that make a command find the plugin.
  static let options = ["--plugins", "plugins", "--plugin-timeout", "300"]
  /// The path of the plugin's code, which identifies its processes in the process list.
  var code: String { folder.file("plugins/flat/plugin.py") }

  /// Creates the plugin and a template that uses it.
  ///
  /// For each ID in `others`, also creates a copy of the plugin, which the template uses too.
  init(others: [String] = []) throws {
    folder = try TemporaryFolder()
    for id in ["flat"] + others { try writePlugin(id) }
    let layouts = (["flat"] + others).map { #"{"plugin": "\#($0)"}"# }
    try folder.write(
      """
      {"format": 1, "summary": "A test.", "theme": "midnight", "background": "theme",
       "layouts": [\(layouts.joined(separator: ", "))]}
      """, to: "flat/template.json")
  }

  private func writePlugin(_ id: String) throws {
    try folder.write(
      """
      {"format": 1, "contract": 1, "id": "\(id)", "name": "Flat", "version": 1, "kind": "layout",
       "summary": "Shows nothing.", "author": "wallfarm", "licence": "MIT",
       "carrier": {"program": "plugin.py", "runner": "python3"}, "parameters": []}
      """, to: "plugins/\(id)/plugin.json")
    try folder.write(
      """
      import json, os, sys, time
      for line in sys.stdin:
          if json.loads(line)["type"] == "describe":
              print('{"type":"describe","contract":1,"id":"\(id)","version":1}', flush=True)
          else:
              exec(open("before").read())
              print('{"type":"done","layers":[]}', flush=True)
      """, to: "plugins/\(id)/plugin.py")
    try before("", in: id)
  }

  /// Replaces the code in the file `before`, and thereby changes the plugin's digest.
  func before(_ lines: String, in id: String = "flat") throws {
    try folder.write(lines, to: "plugins/\(id)/before")
  }

  /// The processes that run the plugin's code, and their forks.
  var processes: [Int32] {
    FileManager.default.numbersOfProcesses.filter {
      (try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8))?.contains(code) == true
    }
  }

  /// Returns the process that launches plugins for a batch's worker, or `nil` if there is none.
  static func launcher(of batch: Process) -> Int32? {
    FileManager.default.numbersOfProcesses.first { process in
      (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) == "wallfarm starts\n"
        && parent(of: process).flatMap(parent) == batch.processIdentifier
    }
  }

  /// Returns the parent of a process, or `nil` if the process has exited.
  private static func parent(of process: Int32) -> Int32? {
    let lines = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    return lines?.split(separator: "\n").first { $0.hasPrefix("PPid:") }
      .flatMap { Int32($0.dropFirst(5).trimmingCharacters(in: .whitespaces)) }
  }
}

extension FileManager {
  fileprivate var numbersOfProcesses: [Int32] {
    ((try? contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
  }
}
