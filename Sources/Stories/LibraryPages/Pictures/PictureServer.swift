import WallfarmPluginKit

/// The main loop of a thumbnail process.
package enum PictureServer {
  /// Answers requests until the input ends.
  ///
  /// - Parameters:
  ///   - input: the descriptor to read photos from.
  ///   - output: the descriptor to write thumbnails to.
  package static func serve(from input: Int32, to output: Int32) {
    while let photo = PictureMessages.receive(from: input, most: PictureMessages.mostOfPhoto) {
      let copy = try? SmallPicture.file(of: photo)
      guard PictureMessages.send(copy ?? [], to: output) else { return }
    }
  }
}
