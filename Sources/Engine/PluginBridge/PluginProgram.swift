internal import Glibc
internal import SourceJSON
public import WallfarmPluginKit

/// Runs a WallfarmPluginKit plugin as a program; its `main` function needs only this call.
///
/// ```swift
/// PluginProgram.run(Quote.self)
/// ```
public enum PluginProgram {
  /// Answers requests on standard input until end of file.
  public static func run(_ plugin: any WallpaperPlugin.Type) {
    let carried = CarriedPlugin(plugin)
    let ask: CarriedPlugin.Asking = { request in
      say(request)
      return readLine().map { Array($0.utf8) }
    }
    while let message = next() {
      switch message["type"]?.string {
      case "describe": say(carried.description)
      case "compose":
        guard let parameters = message["parameters"], let context = message["context"] else {
          return
        }
        do throws(RenderError) {
          say(try carried.compose(try carried.instance(parameters), context, ask))
        } catch {
          say(CarriedPlugin.refusal(error))
        }
      default:
        say(
          CarriedPlugin.refusal(
            RenderError(.pluginAnswer, "this program does not support the request")))
      }
    }
  }

  private static func next() -> JSONEntry? {
    guard let line = readLine() else { return nil }
    return try? JSONEntry(parsing: Array(line.utf8))
  }

  private static func say(_ message: [UInt8]) {
    let line = message + [UInt8(ascii: "\n")]
    var done = 0
    while done < line.count {
      let written = line.withUnsafeBytes {
        write(STDOUT_FILENO, $0.baseAddress.map { $0 + done }, line.count - done)
      }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { exit(0) }
      done += written
    }
  }
}
