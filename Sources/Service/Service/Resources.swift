internal import CResources
internal import Files

/// Files compiled into the program.
enum Resources {
  static var openAPI: [UInt8] { wallfarm_service_openapi_json().array }
  static var startPage: [UInt8] { wallfarm_service_page_html().array }
  static var screensPage: [UInt8] { wallfarm_service_screens_html().array }

  /// The files of the person's app, by name.
  static var app: [(name: String, bytes: [UInt8])] {
    (0..<wallfarm_service_app_count()).map { index in
      let file = wallfarm_service_app_file(index)
      return (String(cString: file.name), file.resource.array)
    }
  }

  /// The documentation pages that agents can read, by name.
  static var pages: [(name: String, bytes: [UInt8])] {
    [
      ("agents", wallfarm_service_agents_md().array),
      ("calendars", wallfarm_service_calendars_md().array),
      ("content", wallfarm_service_content_md().array),
      ("errors", wallfarm_service_errors_md().array),
      ("fingerprints", wallfarm_service_fingerprints_md().array),
      ("glossary", wallfarm_service_glossary_md().array),
      ("job-file", wallfarm_service_job_file_md().array),
      ("motion", wallfarm_service_motion_md().array),
      ("photos", wallfarm_service_photos_md().array),
      ("serve", wallfarm_service_serve_md().array),
      ("shortcuts", wallfarm_service_shortcuts_md().array),
      ("text-limits", wallfarm_service_text_limits_md().array),
      ("theme-reference", wallfarm_service_theme_reference_md().array),
      ("typography", wallfarm_service_typography_md().array),
      ("writing-a-theme", wallfarm_service_writing_a_theme_md().array),
    ]
  }
}
