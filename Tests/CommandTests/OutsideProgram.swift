import Foundation
import WallfarmTesting

/// A folder with a plugin in Python, `flat`, and a template `flat` that shows it.
///
/// It makes no layer, and before that runs the lines of Python in the file `before` beside it.
struct OutsideProgram {
  let folder: TemporaryFolder

  /// What a command needs to find it.
  static let options = ["--plugins", "plugins", "--plugin-timeout", "300"]
  /// The path of its code, which stands in the list of processes and nowhere else.
  var code: String { folder.file("plugins/flat/plugin.py") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {"format": 1, "contract": 1, "id": "flat", "name": "Flat", "version": 1, "kind": "layout",
       "summary": "Shows nothing.", "author": "wallfarm", "licence": "MIT",
       "carrier": {"program": "plugin.py", "runner": "python3"}, "parameters": []}
      """, to: "plugins/flat/plugin.json")
    try folder.write(
      """
      import json, os, sys, time
      for line in sys.stdin:
          if json.loads(line)["type"] == "describe":
              print('{"type":"describe","contract":1,"id":"flat","version":1}', flush=True)
          else:
              exec(open("before").read())
              print('{"type":"done","layers":[]}', flush=True)
      """, to: "plugins/flat/plugin.py")
    try before("")
    try folder.write(
      """
      {"format": 1, "summary": "A test.", "theme": "midnight", "background": "theme",
       "layouts": [{"plugin": "flat"}]}
      """, to: "flat/template.json")
  }

  /// Changes what it does first; the plugin is another one then.
  func before(_ lines: String) throws { try folder.write(lines, to: "plugins/flat/before") }

  /// The processes that run its code, or were forked by one that does.
  var processes: [Int32] {
    FileManager.default.numbersOfProcesses.filter {
      (try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8))?.contains(code) == true
    }
  }

  /// The process that started another one; nil where that has gone.
  static func parent(of process: Int32) -> Int32? {
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
