public import SourceJSON

/// A place whose sunrise, sunset, moon and seasons become content.
///
/// The entries depend on the day, the zone and the language of a picture, so the host computes them
/// when it resolves the request.
public struct Sky: Hashable, Sendable {
  /// The latitude in degrees, −90 to 90, positive to the north.
  public let latitude: Double
  /// The longitude in degrees, −180 to 180, positive to the east.
  public let longitude: Double
  /// The items to show, in order; `nil` means the items that suit the template.
  public let show: [SkyItem]?

  /// Creates a place; the caller validates the ranges.
  public init(latitude: Double, longitude: Double, show: [SkyItem]? = nil) {
    (self.latitude, self.longitude, self.show) = (latitude, longitude, show)
  }

  /// The range of latitudes in degrees.
  public static let latitudes = -90.0...90
  /// The range of longitudes in degrees.
  public static let longitudes = -180.0...180

  /// The key of the sky in content.
  public static let key = "sky"

  /// The sky as a JSON object.
  public var json: JSONValue {
    var members: [String: JSONValue] = [
      "latitude": .number(latitude), "longitude": .number(longitude),
    ]
    if let show { members["show"] = .array(show.map { .string($0.rawValue) }) }
    return .object(members)
  }

  /// The JSON Schema of the sky in content.
  public static let schema: JSONValue = [
    "type": "object", "additionalProperties": false, "required": ["latitude", "longitude"],
    "description": "Sun, moon and seasons at a place, computed for the day of the picture.",
    "properties": [
      "latitude": [
        "type": "number", "minimum": .number(latitudes.lowerBound),
        "maximum": .number(latitudes.upperBound),
        "description": "Latitude in degrees, positive to the north.",
      ],
      "longitude": [
        "type": "number", "minimum": .number(longitudes.lowerBound),
        "maximum": .number(longitudes.upperBound),
        "description": "Longitude in degrees, positive to the east.",
      ],
      "show": [
        "type": "array", "minItems": 1, "uniqueItems": true,
        "items": ["enum": .array(SkyItem.allCases.map { .string($0.rawValue) })],
        "description": "Items to show, in order. Default: items that suit the template.",
      ],
    ],
  ]
}

/// An item of a ``Sky``.
public enum SkyItem: String, Hashable, Sendable, CaseIterable {
  /// The time at which the upper edge of the sun appears.
  case sunrise
  /// The time at which the upper edge of the sun disappears.
  case sunset
  /// The time for which the sun is above the horizon.
  case daylight
  /// The beginning of civil twilight.
  case dawn
  /// The end of civil twilight.
  case dusk
  /// The time at which the sun is highest.
  case noon
  /// The phase and the illuminated fraction of the moon.
  case moon
  /// The time at which the upper edge of the moon appears.
  case moonrise
  /// The time at which the upper edge of the moon disappears.
  case moonset
  /// The day of the next full moon.
  case nextFullMoon = "next-full-moon"
  /// The day of the next new moon.
  case nextNewMoon = "next-new-moon"
  /// The day on which the next season begins, at an equinox or a solstice.
  case season
}
