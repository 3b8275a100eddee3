internal import CResources
internal import Files

/// The files that the program carries for this module; the names are those of the files.
enum Resources {
  static var galleryPage: [UInt8] { wallfarm_gallery_html().array }
  static var motionsPage: [UInt8] { wallfarm_gallery_motions_html().array }
}
