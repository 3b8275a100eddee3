public import Designs
public import Files
public import Graphics
public import WallfarmPluginKit

/// What was asked for, by name: one picture on one device.
public struct RenderRequest: Sendable, Hashable {
  /// Name or path of a template.
  public var template: String
  /// Id of a device.
  public var device: String
  /// Which way up the screen is.
  public var orientation: ScreenOrientation
  /// Name or path of a theme; nil for the template's own.
  public var theme: String?
  /// The light or dark look of the theme; nil for the theme as it is.
  public var variant: ThemeVariant?
  /// What to show.
  public var content: Content
  /// Whether the template's sample may stand in for content that was not given.
  public var mayShowSample: Bool
  /// The time that the picture is for; nil: when it is made.
  public var now: When?
  /// Where calendars and clocks are read, by its name in the zone database; nil: the zone of the machine.
  public var zone: String?
  /// What goes behind everything.
  public var background: BackgroundChoice
  /// Whether the person uses lock-screen widgets.
  public var widgets: Bool
  /// How the clock is set.
  public var clock: ClockStyle
  /// Parameters of plugins that replace those of template and theme.
  public var settings: [Setting]
  /// The form of the file.
  public var format: ImageFormat
  /// How hard to try for a small file.
  public var effort: EncodingEffort
  /// How much a JPEG or WebP may leave out; nil for the format's own choice.
  public var quality: EncodingQuality?
  /// The colours of the picture.
  public var colorSpace: ColorSpace
  /// Bounds that photos must keep.
  public var photoLimits: PhotoLimits
  /// What may happen when notes do not fit.
  public var overflow: OverflowPolicy
  /// Base direction of notes.
  public var direction: TextDirection
  /// BCP 47 tag of the text.
  public var language: String?
  /// Whether a character without a font fails the request or is drawn as a box; nil: it fails, unless somebody looks at
  /// the picture.
  public var missing: MissingGlyphs?
  /// Whether a warning is an error.
  public var isStrict: Bool
  /// Whether areas and frames are drawn over the picture.
  public var showsAreas: Bool
  /// Where the picture goes.
  public var output: Output
  /// Where relative paths of template, theme, photo and settings are meant.
  public var files: FileScope

  /// Seconds from the beginning of the film that it is a picture of; nil: it stands still.
  package var filmTime: Double?

  /// Asks for a template on a device; everything else has its default.
  public init(
    template: String = "lock", device: String, notes: [Note]? = nil, theme: String? = nil,
    background: BackgroundChoice = .theme, output: Output = .memory
  ) {
    self.template = template
    self.device = device
    orientation = .portrait
    self.theme = theme
    variant = nil
    content = Content(notes: notes)
    mayShowSample = false
    now = nil
    zone = nil
    self.background = background
    self.output = output
    widgets = true
    clock = .standard
    settings = []
    format = .png
    effort = .fast
    quality = nil
    colorSpace = .sRGB
    photoLimits = PhotoLimits()
    overflow = .more
    direction = .automatic
    language = nil
    missing = nil
    isStrict = false
    showsAreas = false
    files = FileScope()
  }
}

extension RenderRequest {
  /// The screen that it is for, as it is held.
  ///
  /// - Throws: `unknown-device`, `orientation-unknown`.
  package func screen(in catalog: DeviceCatalog = .shipped) throws(RenderError) -> Device {
    try catalog.device(device).turned(to: orientation)
  }

  /// The device as files are named after it, such as `ipad10-landscape`.
  package var deviceName: String { Device.name(device, orientation) }

  /// Whether characters without a font are drawn as boxes.
  public var allowsMissingGlyphs: Bool {
    get { missing == .box }
    set { missing = newValue ? .box : nil }
  }

  /// The notes of its content; empty: that nothing is left; nil: none were given.
  public var notes: [Note]? {
    get { content.notes }
    set { content.notes = newValue }
  }
}

/// What happens to characters that no font has.
public enum MissingGlyphs: String, Sendable, Hashable, CaseIterable {
  /// There is no picture.
  case fail
  /// Each is drawn as a box with a label, and a warning says so.
  case box
}

/// What goes behind everything.
public enum BackgroundChoice: Sendable, Hashable {
  /// What template and theme say.
  case theme
  /// A photo, covering the screen.
  case photo(file: String)
  /// One colour, as CSS writes it.
  case color(String)
  /// Nothing: the picture is transparent.
  case none
  /// A background plugin with its defaults.
  case plugin(String)
}

/// The form of a file.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  /// Lossless; the default.
  case png
  /// Smaller for photos; cannot be transparent.
  case jpeg
  /// Smaller still, and may be transparent; not for Apple's Shortcuts.
  case webp

  /// The format that a file name asks for, if any.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    if name.hasSuffix(".png") {
      self = .png
    } else if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") {
      self = .jpeg
    } else if name.hasSuffix(".webp") {
      self = .webp
    } else {
      return nil
    }
  }

  /// The ending of a file name, without the dot.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}

/// Where a picture goes.
public enum Output: Sendable, Hashable {
  /// A file, replaced as a whole or not at all.
  case file(String)
  /// The receipt carries the bytes.
  case memory
  /// A file that the caller has opened to write, empty: its descriptor, and its name for the receipt.
  ///
  /// It is written from the beginning and synced. The caller closes it and gives it its name.
  case descriptor(Int32, name: String?)
}
