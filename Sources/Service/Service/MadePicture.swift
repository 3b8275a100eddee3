internal import Graphics
import RenderPool
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// A picture that a worker rendered, after validation.
struct MadePicture: Sendable {
  let bytes: PictureBytes
  /// The entity tag of the file.
  let tag: String
  let format: ImageFormat
  let device: String
  /// Codes of the render warnings.
  let warnings: [String]
  /// The time at which the picture expires, or `nil` if it does not depend on the time.
  let expires: Moment?
  /// The time until which responses may be cached, or `nil` for no limit.
  let until: Moment?
  /// The receipt of the render.
  let receipt: JSONValue

  /// Returns `nil` if the file has the wrong format or size, or the receipt is invalid.
  ///
  /// A worker compromised by a photo could return anything.
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
    // A picture that depends on the time without an expiry expires at once.
    until = planned.looksAtTime ? expires ?? Moment(seconds: 0) : nil
  }
}
