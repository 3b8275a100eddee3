internal import CResources
internal import Files

/// Files of this module that are compiled into the program.
enum Resources {
  static var galleryPage: [UInt8] { wallfarm_gallery_html().array }
  static var motionsPage: [UInt8] { wallfarm_gallery_motions_html().array }
}
