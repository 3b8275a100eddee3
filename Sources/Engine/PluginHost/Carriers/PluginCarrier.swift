internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

/// Resource limits for one render by a plugin.
public struct PluginLimits: Sendable, Hashable {
  /// Maximum size in bytes of all messages from a plugin during one render.
  public static let mostBytes = 16 << 20
  /// Maximum number of processes per program, including the program itself.
  static let mostProcesses = 64
  /// Maximum number of trailing standard error lines in an error message.
  static let mostLinesOfError = 20
  /// Maximum number of characters in each of these lines.
  static let mostCharactersOfError = 400
  /// Maximum number of log lines in a receipt.
  static let mostLines = 200
  /// Maximum number of bytes in each log line.
  static let mostBytesOfLine = 4096

  /// The maximum time between a request and its answer.
  public var time: Duration
  /// Maximum memory in megabytes.
  ///
  /// For a program, the limit includes all processes that it starts. For a library in this process,
  /// it applies to the memory that the library adds.
  public var megabytes: Int

  /// Creates limits; the defaults are 10 seconds and 1024 MB.
  public init(time: Duration = .seconds(10), megabytes: Int = 1024) {
    (self.time, self.megabytes) = (time, megabytes)
  }
}

/// A request for one render by a plugin.
struct PluginOrder: Sendable {
  /// The parameters as a JSON object.
  let parameters: [UInt8]
  /// The context as a JSON object.
  let context: [UInt8]
  /// The screen to fill if the plugin produces pixels; otherwise `nil`.
  let screen: ComposeContext.Screen?

  /// The name of the call in error messages.
  var call: String { screen == nil ? "compose" : "fill" }
}

/// An answer from a plugin before validation.
enum PluginAnswer {
  /// A JSON object that has not been validated.
  case said(JSONEntry)
  /// Pixel rows without padding that have not been validated.
  case pixels([UInt8])
}

/// Sends requests to a plugin's code and returns its answers.
protocol PluginCarrier: Sendable {
  /// Requests one render.
  ///
  /// The carrier remains usable after an error.
  ///
  /// - Throws: Any plugin error code.
  func ask(_ order: PluginOrder, _ desk: any PluginServices) throws(RenderError) -> PluginAnswer
}

/// Answers the requests that a plugin makes during one render.
protocol PluginServices: AnyObject {
  /// Answers a request with a JSON object on one line, or returns `nil` for an unknown type.
  ///
  /// - Throws: `plugin-answer` if the request violates the contract.
  func answer(_ type: String, _ request: JSONEntry) throws(RenderError) -> [UInt8]?
  /// Answers a measure request without parsing it, or returns `nil` if the request needs parsing.
  func quickAnswer(_ request: [UInt8]) -> [UInt8]?
  /// Appends a line to the log.
  func log(_ line: String)
  /// Records the fence around the program that answers.
  func ran(behind fence: FenceReport)
}

extension PluginServices {
  func quickAnswer(_ request: [UInt8]) -> [UInt8]? { nil }
  func ran(behind fence: FenceReport) {}
}
