import WallfarmPluginKit

// Error messages about health data.

extension RenderError {
  static func unknownHealthFile(_ path: String, _ found: String) -> RenderError {
    RenderError(
      .unknownHealthFile, "'\(path)' is no export of health data: \(found)", origin: .file(path),
      hint:
        "on an iPhone: Health, your picture, Export All Health Data (export.zip or its export.xml); "
        + "on Android: Health Connect, Backup and restore, Export (a ZIP or health_connect_export.db)"
    )
  }

  static func healthDamaged(_ path: String, _ reason: String) -> RenderError {
    var error = RenderError(
      .healthDamaged, "'\(path)' cannot be read to its end: \(reason)", origin: .file(path),
      hint: "export it again, and send it as it is")
    error.reason = reason
    return error
  }

  static func healthEncrypted(_ path: String) -> RenderError {
    RenderError(
      .healthDamaged, "'\(path)' is locked with a password", origin: .file(path),
      hint: "export it again without one, or unlock it first")
  }

  static func healthTooLarge(_ path: String, _ what: String, hint: String) -> RenderError {
    RenderError(
      .healthTooLarge, "'\(path)' has more than \(what)", origin: .file(path), hint: hint)
  }

  static func healthTooLarge(_ path: String, bytes: Int64, of what: String) -> RenderError {
    healthTooLarge(
      path, "\(bytes) bytes of \(what), the limit for it",
      hint: "see whether it is an export of one person; nothing else in it is read")
  }

  static func healthTooLarge(_ path: String, _ excess: StepCollector.Excess, _ limits: HealthLimits)
    -> RenderError
  {
    switch excess {
    case .records:
      healthTooLarge(
        path, "\(limits.records) records of steps that would count",
        hint: "begin to count on a later day: so many are years of a phone and a watch")
    case .sources:
      healthTooLarge(
        path, "\(limits.sources) devices and apps that count steps",
        hint: "see whether it is an export of one person")
    }
  }
}
