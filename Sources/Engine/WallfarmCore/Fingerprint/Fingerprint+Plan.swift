import Graphics
import WallfarmPluginKit

extension Fingerprint {
  /// Computes the digest of all inputs of a plan.
  ///
  /// - Throws: any code of reading a photo.
  init(of plan: RenderPlan, with resources: RenderResources) throws(RenderError) {
    let photos = resources.photos
    let content = try photos.digests(ofFiles: plan.photos.content)
    self.init(
      Part.common(of: plan, fonts: resources.fonts.digest)
        + [
          .photos(
            try photos.digests(ofFiles: plan.photos.background + plan.photos.layouts) + content)
        ],
      content: plan.cleanContent,
      photos: Dictionary(zip(plan.photos.content, content)) { first, _ in first },
      words: plan.words, key: resources.key)
  }
}
