internal import Graphics
import RenderPool
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// A picture that a worker has made, and that was looked at before anybody gets it.
struct MadePicture: Sendable {
  let bytes: PictureBytes
  /// Another one is another file.
  let tag: String
  let format: ImageFormat
  let device: String
  /// Codes of what its maker should know.
  let warnings: [String]
  /// Until when it is true; nil for one that does not depend on the time.
  let expires: Moment?
  /// Until when its address shows it; nil for as long as nothing else changes.
  let until: Moment?
  /// What rendering says of it.
  let receipt: JSONValue

  /// A worker that a photo took over could hand over anything: what is no picture of the form and the size that were
  /// asked for is none, nor is one whose receipt cannot be read.
  init?(_ rendered: RenderedOrder, _ planned: PlannedPicture) {
    guard let bytes = rendered.bytes, let receipt = try? JSONNode(parsing: rendered.receipt),
      planned.format.begins(bytes.withBytes { Array($0.prefix(512)) } ?? [], of: planned.pixels)
    else { return nil }
    self.bytes = bytes
    (tag, format, device) = (planned.tag, planned.format, planned.device)
    self.receipt = receipt.plain
    warnings = (receipt["warnings"]?.elements ?? []).compactMap {
      $0["code"]?.string.flatMap(WarningCode.init(rawValue:))?.rawValue
    }
    expires = receipt["expires"]?.string.flatMap { When($0) }.flatMap { when in
      if case .moment(let moment) = when { moment } else { nil }
    }
    // What looks at the time and does not say until when is over at once.
    until = planned.looksAtTime ? expires ?? Moment(seconds: 0) : nil
  }
}
