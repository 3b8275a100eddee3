internal import CICU

/// The Windows names of time zones.
public enum WindowsZones {
  /// The IANA name of a Windows time zone, such as `Europe/Berlin` for `W. Europe Standard Time`;
  /// nil for an unknown name, or if ICU is not available.
  public static func name(for windows: String) -> String? {
    var name = [CChar](repeating: 0, count: 128)
    guard windows.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }),
      wallfarm_icu_zone_of_windows(windows, &name) == 1
    else { return nil }
    return String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
