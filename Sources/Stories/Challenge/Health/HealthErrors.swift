import WallfarmPluginKit

// Error messages about health data.

extension RenderError {
  static func unknownHealthFile(_ path: String, _ found: String) -> RenderError {
    RenderError(
      .unknownHealthFile, "'\(path)' is not a health export: \(found)", origin: .file(path),
      hint:
        "on an iPhone, use Health › your picture › Export All Health Data "
        + "(export.zip or its export.xml); on Android, use Health Connect › Backup and restore › "
        + "Export (a ZIP or health_connect_export.db)"
    )
  }

  static func healthDamaged(_ path: String, _ reason: String) -> RenderError {
    var error = RenderError(
      .healthDamaged, "'\(path)' cannot be read completely: \(reason)", origin: .file(path),
      hint: "export it again, and use the file unchanged")
    error.reason = reason
    return error
  }

  static func healthEncrypted(_ path: String) -> RenderError {
    RenderError(
      .healthDamaged, "'\(path)' is encrypted with a password", origin: .file(path),
      hint: "export it again without a password, or decrypt it first")
  }

  static func healthTooLarge(_ path: String, _ what: String, hint: String) -> RenderError {
    RenderError(
      .healthTooLarge, "'\(path)' has more than \(what)", origin: .file(path), hint: hint)
  }

  static func healthTooLarge(_ path: String, bytes: Int64, of what: String) -> RenderError {
    healthTooLarge(
      path, "\(bytes) bytes of \(what), which is the maximum",
      hint: "check that the export contains the data of only one person")
  }

  static func healthTooLarge(_ path: String, _ excess: StepCollector.Excess, _ limits: HealthLimits)
    -> RenderError
  {
    switch excess {
    case .records:
      healthTooLarge(
        path, "\(limits.records) relevant step records",
        hint: "start counting on a later day; the limit covers several years of data from a "
          + "phone and a watch")
    case .sources:
      healthTooLarge(
        path, "\(limits.sources) devices and apps that count steps",
        hint: "check that the export contains the data of only one person")
    }
  }
}
