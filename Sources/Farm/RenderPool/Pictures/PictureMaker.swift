public import WallfarmCore
public import WallfarmPluginKit

/// Makes pictures for a program that goes on with them, such as one that puts them into a bundle.
public protocol PictureMaker {
  /// Renders requests in memory, whatever output they name.
  ///
  /// - Returns: the pictures in the order of their requests.
  /// - Throws: what is wrong with one of them; then there are none.
  func pictures(of requests: [RenderRequest]) throws(RenderError) -> [RenderedPicture]
}

/// A file of a picture, with what its receipt says of it.
public struct RenderedPicture: Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// Width and height of the picture.
  public let pixels: PixelSize
  /// Digest of everything it is made of.
  public let fingerprint: String
  /// What a person should know.
  public let warnings: [RenderWarning]
}

extension Renderer: PictureMaker {
  /// Renders in this process, one after the other.
  public func pictures(of requests: [RenderRequest]) throws(RenderError) -> [RenderedPicture] {
    try requests.map { (request) throws(RenderError) in
      var request = request
      request.output = .memory
      let receipt = try render(request)
      return RenderedPicture(
        bytes: receipt.bytes ?? [], pixels: receipt.pixels,
        fingerprint: receipt.fingerprint.digest, warnings: receipt.warnings)
    }
  }
}
