internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

/// Resource limits for one render by a plugin.
public struct PluginLimits: Sendable, Hashable {
  /// The maximum size in bytes of all messages from a plugin during one render.
  public static let mostBytes = 16 << 20
  /// The maximum number of processes per program, including the program itself.
  static let mostProcesses = 64
  /// The maximum number of lines from the end of standard error to include in an error message.
  static let mostLinesOfError = 20
  /// The maximum number of characters in each line of standard error that an error message
  /// includes.
  static let mostCharactersOfError = 400
  /// The maximum number of log lines in a receipt.
  static let mostLines = 200
  /// The maximum number of bytes in each log line.
  static let mostBytesOfLine = 4096

  /// The maximum time between a request and its answer.
  public var time: Duration
  /// The maximum memory in megabytes.
  ///
  /// For a program, the limit applies to the total memory of the program and all processes that it
  /// starts. For a library in this process, the limit applies to the memory that the library adds.
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
  /// Pixel rows without padding, which have not been validated.
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
  /// Records the fence around the program that handles the request.
  func ran(behind fence: FenceReport)
}

extension PluginServices {
  func quickAnswer(_ request: [UInt8]) -> [UInt8]? { nil }
  func ran(behind fence: FenceReport) {}
}
