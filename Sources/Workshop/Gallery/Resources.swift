internal import CResources
internal import Files

/// The embedded files of this module.
enum Resources {
  static var galleryPage: [UInt8] { wallfarm_gallery_html().array }
  static var motionsPage: [UInt8] { wallfarm_gallery_motions_html().array }
}
