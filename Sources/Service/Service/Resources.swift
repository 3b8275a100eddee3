internal import CResources
internal import Files

/// Files compiled into the program.
enum Resources {
  static var openAPI: [UInt8] { wallfarm_service_openapi_json().array }
  static var startPage: [UInt8] { wallfarm_service_page_html().array }
}
