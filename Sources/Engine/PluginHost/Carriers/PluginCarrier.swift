internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

/// What one picture of a plugin may use.
public struct PluginLimits: Sendable, Hashable {
  /// Bytes of everything that a plugin says for one picture.
  public static let mostBytes = 16 << 20
  /// Processes of a program, itself included.
  static let mostProcesses = 64
  /// Last lines of standard error that an error shows, and characters of each.
  static let mostLinesOfError = 20
  static let mostCharactersOfError = 400
  /// Lines that are kept for the receipt, and bytes of each.
  static let mostLines = 200
  static let mostBytesOfLine = 4096

  /// Time from the question to the answer.
  public var time: Duration
  /// Memory of the process with all that it started, or for a library in this process what it adds, in megabytes.
  public var megabytes: Int

  /// Ten seconds and a gigabyte unless told otherwise.
  public init(time: Duration = .seconds(10), megabytes: Int = 1024) {
    (self.time, self.megabytes) = (time, megabytes)
  }
}

/// What a plugin is asked for: one picture.
struct PluginOrder: Sendable {
  /// A JSON object.
  let parameters: [UInt8]
  /// A JSON object.
  let context: [UInt8]
  /// The screen to fill, for a background that hands over pixels.
  let screen: ComposeContext.Screen?

  /// The name of the call in messages.
  var call: String { screen == nil ? "compose" : "fill" }
}

/// What came back.
enum PluginAnswer {
  /// A JSON object that says `done`, not checked yet.
  case said(JSONEntry)
  /// Rows without bytes between them, not checked yet.
  case pixels([UInt8])
}

/// Brings a question to the code of a plugin, and its answer back.
protocol PluginCarrier: Sendable {
  /// Asks for one picture.
  ///
  /// - Throws: any code about plugins; the carrier is ready for the next picture in every case.
  func ask(_ order: PluginOrder, _ desk: any ServiceDesk) throws(RenderError) -> PluginAnswer
}

/// Does for a plugin what it may ask for while it makes one picture.
protocol ServiceDesk: AnyObject {
  /// Answers a request of a type with a JSON object on one line; nil for a type that is not known.
  ///
  /// - Throws: `plugin-answer` for a request that is not as the contract says.
  func answer(_ type: String, _ request: JSONEntry) throws(RenderError) -> [UInt8]?
  /// Answers a request that needs no reading: one to measure texts of which most are known. Nil for
  /// every other.
  func quickAnswer(_ request: [UInt8]) -> [UInt8]?
  /// Keeps a line.
  func log(_ line: String)
  /// Keeps what stands round the program that answers.
  func ran(behind fence: FenceReport)
}

extension ServiceDesk {
  func quickAnswer(_ request: [UInt8]) -> [UInt8]? { nil }
  func ran(behind fence: FenceReport) {}
}
