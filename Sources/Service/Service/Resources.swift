internal import CResources
internal import Files

/// The files that the program carries for this module; the names are those of the files.
enum Resources {
  static var openAPI: [UInt8] { wallfarm_service_openapi_json().array }
  static var startPage: [UInt8] { wallfarm_service_page_html().array }
}
