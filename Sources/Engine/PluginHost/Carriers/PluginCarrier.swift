internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

/// Resource limits for one render by a plugin.
public struct PluginLimits: Sendable, Hashable {
  /// Maximum size in bytes of all messages from a plugin during one render.
  public static let mostBytes = 16 << 20
  /// Maximum number of processes of a program, including itself.
  static let mostProcesses = 64
  /// Maximum number of trailing lines of standard error in an error, and of characters in each.
  static let mostLinesOfError = 20
  static let mostCharactersOfError = 400
  /// Maximum number of log lines in a receipt, and of bytes in each.
  static let mostLines = 200
  static let mostBytesOfLine = 4096

  /// The timeout from the request to the answer.
  public var time: Duration
  /// Maximum memory in megabytes.
  ///
  /// For a program, the limit includes all processes that it starts. For a library in this process,
  /// it applies to the additional memory.
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
  /// The screen to fill, if the background produces pixels.
  let screen: ComposeContext.Screen?

  /// The name of the call in error messages.
  var call: String { screen == nil ? "compose" : "fill" }
}

/// The unvalidated answer of a plugin.
enum PluginAnswer {
  /// A JSON object, not yet validated.
  case said(JSONEntry)
  /// Pixel rows without padding, not yet validated.
  case pixels([UInt8])
}

/// Sends a request to the code of a plugin and returns its answer.
protocol PluginCarrier: Sendable {
  /// Requests one render.
  ///
  /// After an error the carrier is ready for the next request.
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
  /// Answers a measure request from the cache, without parsing it; `nil` if that is not possible.
  func quickAnswer(_ request: [UInt8]) -> [UInt8]?
  /// Appends a line to the log.
  func log(_ line: String)
  /// Records the fence of the program that answers.
  func ran(behind fence: FenceReport)
}

extension PluginServices {
  func quickAnswer(_ request: [UInt8]) -> [UInt8]? { nil }
  func ran(behind fence: FenceReport) {}
}
