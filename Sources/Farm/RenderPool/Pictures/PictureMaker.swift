public import WallfarmCore
public import WallfarmPluginKit

/// Renders pictures in memory for further processing, such as bundling.
public protocol PictureMaker {
  /// Renders requests in memory and ignores their outputs.
  ///
  /// - Returns: The pictures in the order of the requests.
  /// - Throws: The first error; no pictures are returned in that case.
  func pictures(of requests: [RenderRequest]) throws(RenderError) -> [RenderedPicture]
}

/// A rendered picture with properties from its receipt.
public struct RenderedPicture: Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// Width and height in pixels.
  public let pixels: PixelSize
  /// The digest of all picture inputs.
  public let fingerprint: String
  /// Warnings of the render.
  public let warnings: [RenderWarning]
  /// The time until which the picture is true; `nil` if it never changes.
  public let lifetime: PictureLifetime?

  /// The time at which the picture expires, or `nil` if it does not depend on the time.
  package var expires: Moment? { lifetime.flatMap { Moment($0.expires) } }
}

extension Renderer: PictureMaker {
  /// Renders the requests one after another in this process.
  public func pictures(of requests: [RenderRequest]) throws(RenderError) -> [RenderedPicture] {
    try requests.map { (request) throws(RenderError) in
      var request = request
      request.output = .memory
      let receipt = try render(request)
      return RenderedPicture(
        bytes: receipt.bytes ?? [], pixels: receipt.pixels,
        fingerprint: receipt.fingerprint.digest, warnings: receipt.warnings,
        lifetime: receipt.expires.flatMap { expires in
          receipt.now.map { now in
            PictureLifetime(expires: expires.written(offset: now.zone.offset(at: expires)))
          }
        })
    }
  }
}
