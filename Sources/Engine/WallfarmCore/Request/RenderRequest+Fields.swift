internal import Designs
import Graphics
public import SourceJSON
import WallfarmPluginKit

extension RenderRequest {
  /// The keys of a job that ask for the same picture, so that another process can be asked for it.
  ///
  /// Device, output and files are up to the caller. So are the settings, because their order counts and
  /// the keys of an object have none. What has its default is left out.
  public var fields: [String: JSONValue] {
    var fields = Fields()
    fields.text(.template, template)
    fields.text(.orientation, orientation.rawValue)
    fields.text(.theme, theme)
    fields.text(.variant, variant?.rawValue)
    if let notes { fields.values["notes"] = .array(notes.map(\.json)) }
    if !content.entries.isEmpty || !content.warnings.isEmpty {
      fields.values["content"] = content.carriedWithoutNotes
    }
    fields.text(.now, now?.description)
    fields.text(.zone, zone)
    switch background {
    case .theme: break
    case .photo(let file): fields.text(.photo, file)
    case .color(let color): fields.text(.color, color)
    case .none: fields.text(.background, "none")
    case .plugin(let name): fields.text(.background, name)
    }
    fields.flag(.widgets, widgets)
    fields.text(.clock, clock.rawValue)
    fields.text(.overflow, overflow.rawValue)
    fields.text(.direction, direction.rawValue)
    fields.text(.language, language)
    fields.text(.missing, missing?.rawValue)
    fields.text(.format, format.rawValue)
    fields.text(.effort, effort.rawValue)
    switch quality {
    case .none: break
    case .level(let level): fields.count(.quality, level)
    case .lossless: fields.text(.quality, "lossless")
    }
    fields.text(.colorSpace, colorSpace.rawValue)
    fields.count(.maxPhotoBytes, photoLimits.bytes)
    fields.count(.maxPhotoPixels, photoLimits.pixels)
    fields.count(.maxPhotoSide, photoLimits.side)
    fields.count(.maxPhotoMemory, photoLimits.memory)
    fields.count(.maxPhotoScans, photoLimits.scans)
    fields.flag(.showAreas, showsAreas)
    fields.flag(.strict, isStrict)
    return fields.values
  }
}

/// Collects keys and leaves out defaults.
private struct Fields {
  var values: [String: JSONValue] = [:]

  mutating func text(_ field: RequestField, _ text: String?) {
    guard let text, text != field.standard else { return }
    values[field.name] = .string(text)
  }

  mutating func count(_ field: RequestField, _ count: Int) {
    guard "\(count)" != field.standard else { return }
    values[field.name] = .number(Double(count))
  }

  mutating func flag(_ field: RequestField, _ isOn: Bool) {
    guard field.kind != .flag(isOn) else { return }
    values[field.name] = .bool(isOn)
  }
}
