import WallfarmPluginKit

/// The side of a process that makes small copies: a photo comes, a copy goes, until nobody asks any more.
package enum PictureServer {
  /// Answers until its input ends.
  ///
  /// - Parameters:
  ///   - input: where photos come from.
  ///   - output: where copies go.
  package static func serve(from input: Int32, to output: Int32) {
    while let photo = PictureMessages.receive(from: input, most: PictureMessages.mostOfPhoto) {
      let copy = try? SmallPicture.file(of: photo)
      guard PictureMessages.send(copy ?? [], to: output) else { return }
    }
  }
}
