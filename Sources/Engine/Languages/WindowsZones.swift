internal import CICU

/// Converts Windows time zone names to IANA names.
public enum WindowsZones {
  /// Returns the IANA name for a Windows time zone, such as `Europe/Berlin` for `W. Europe Standard
  /// Time`; nil if the name is unknown or ICU is not available.
  public static func name(for windows: String) -> String? {
    var name = [CChar](repeating: 0, count: 128)
    guard windows.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }),
      wallfarm_icu_zone_of_windows(windows, &name) == 1
    else { return nil }
    return String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
