// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Tests that look at few pixels: compiling them takes twice as long with optimisation, and running
/// them no less.
let plainTestSettings = settings + [.unsafeFlags(["-Onone"])]

/// Rooms that neither draw nor measure.
///
/// `make test` compiles them without optimisation too, which takes a quarter of the time. The product and
/// `make torture` have all of it.
let plainInTests =
  Context.environment["WALLFARM_PLAIN"] == nil ? settings : plainTestSettings

/// A wallpaper plugin: it sees the kit, what plugins share, and nothing else.
///
/// SwiftPM looks into `Plugins/` for build-tool plugins, so each needs its path spelled out.
func plugin(_ name: String, in folder: String) -> Target {
  .target(
    name: name, dependencies: ["WallfarmPluginKit", "PluginParts"], path: "Plugins/\(folder)",
    exclude: ["README.md", "preview.png"], swiftSettings: settings)
}

/// A C library found by its module map.
func system(_ name: String, pkgConfig: String, package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// C of ours, with the libraries that it calls.
func c(
  _ name: String, on others: [Target.Dependency] = [], linking libraries: String...
) -> Target {
  .target(
    name: name, dependencies: others, path: "Sources/C/\(name)",
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// The tests of a module: they may import it and what it stands on.
func tests(
  of module: String, and others: [Target.Dependency] = [], excluding files: [String] = [],
  settings: [SwiftSetting] = settings
) -> Target {
  .testTarget(
    name: "\(module)Tests", dependencies: [.byName(name: module), "WallfarmTesting"] + others,
    exclude: files, swiftSettings: settings)
}

let package = Package(
  name: "wallfarm",
  products: [
    .executable(name: "wallfarm", targets: ["wallfarm"]),
    .executable(name: "wallfarm-fetch", targets: ["wallfarm-fetch"]),
    .library(
      name: "Wallfarm",
      targets: [
        "WallfarmCore", "Authoring", "Designs", "Files", "BuiltInPlugins", "PluginHost",
        "WallfarmPluginKit",
      ]),
    .library(
      name: "WallfarmPluginKit", targets: ["WallfarmPluginKit", "SourceJSON", "PluginBridge"]),
    // The built-in layout carried from outside, for the tests.
    .library(name: "CarriedNotes", type: .dynamic, targets: ["CarriedNotes"]),
  ],
  targets: [
    // What everything may use.
    .target(name: "Spelling", swiftSettings: settings),
    .target(name: "SourceJSON", swiftSettings: settings),

    // Plugins.
    .target(
      name: "WallfarmPluginKit", dependencies: ["SourceJSON"], swiftSettings: settings),
    .target(
      name: "PluginParts", dependencies: ["WallfarmPluginKit"], path: "Plugins/Parts",
      swiftSettings: settings),
    plugin("NumberedNotes", in: "Layouts/NumberedNotes"),
    plugin("Banner", in: "Layouts/Banner"),
    plugin("Countdown", in: "Layouts/Countdown"),
    plugin("Agenda", in: "Layouts/Agenda"),
    plugin("Figures", in: "Layouts/Figures"),
    plugin("FinderCard", in: "Layouts/FinderCard"),
    plugin("GoalProgress", in: "Layouts/GoalProgress"),
    plugin("HabitGrid", in: "Layouts/HabitGrid"),
    plugin("MemoryPhoto", in: "Layouts/MemoryPhoto"),
    plugin("MonthCalendar", in: "Layouts/MonthCalendar"),
    plugin("Quote", in: "Layouts/Quote"),
    plugin("Spotlight", in: "Layouts/Spotlight"),
    plugin("StepCard", in: "Layouts/StepCard"),
    plugin("PhotoCollage", in: "Layouts/PhotoCollage"),
    plugin("PhotoTimeline", in: "Layouts/PhotoTimeline"),
    plugin("TripMap", in: "Layouts/TripMap"),
    plugin("YearDots", in: "Layouts/YearDots"),
    plugin("PhotoBackground", in: "Backgrounds/Photo"),
    plugin("SolidColorBackground", in: "Backgrounds/SolidColor"),
    plugin("GradientBackground", in: "Backgrounds/Gradient"),
    .target(
      name: "PatternBackground",
      dependencies: ["GradientBackground", "WallfarmPluginKit", "PluginParts"],
      path: "Plugins/Backgrounds/Pattern", exclude: ["README.md", "preview.png"],
      swiftSettings: settings),
    plugin("InstructionImageBackground", in: "Backgrounds/InstructionImage"),
    plugin("MosaicBackground", in: "Backgrounds/Mosaic"),
    plugin("RevealBackground", in: "Backgrounds/Reveal"),
    .target(
      name: "BuiltInPlugins",
      dependencies: [
        "WallfarmPluginKit", "NumberedNotes", "Banner", "Countdown", "Agenda", "Figures",
        "FinderCard", "GoalProgress", "HabitGrid", "MemoryPhoto", "MonthCalendar", "Quote",
        "Spotlight", "StepCard", "PhotoCollage", "PhotoTimeline", "TripMap", "YearDots",
        "PhotoBackground", "SolidColorBackground",
        "GradientBackground", "InstructionImageBackground", "MosaicBackground", "PatternBackground",
        "RevealBackground",
      ],
      path: "Plugins/BuiltIn", swiftSettings: settings),

    // C libraries.
    system("CCairo", pkgConfig: "cairo", package: "libcairo2-dev"),
    system("CPango", pkgConfig: "pangocairo", package: "libpango1.0-dev"),
    system("CWebP", pkgConfig: "libwebpdemux", package: "libwebp-dev"),
    system("CLCMS", pkgConfig: "lcms2", package: "liblcms2-dev"),
    c("CAllocation"),
    // Before malloc: in the program alone.
    c("CMalloc", on: ["CAllocation"]),
    c("CResample"),
    c("CPNG", linking: "png16"),
    c("CJPEG", linking: "jpeg"),
    c("CHEIF", linking: "dl"),
    c("CPhotoColor", linking: "m"),
    system("CDeflate", pkgConfig: "libdeflate", package: "libdeflate-dev"),
    system("CXXHash", pkgConfig: "libxxhash", package: "libxxhash-dev"),
    system("CNettle", pkgConfig: "nettle", package: "nettle-dev"),
    system("CQREncode", pkgConfig: "libqrencode", package: "libqrencode-dev"),

    c("CSystem"),
    c("CFence", linking: "seccomp"),

    // Bytes on disks, and digests of them.
    system("CGLib", pkgConfig: "glib-2.0", package: "libglib2.0-dev"),
    .target(name: "Digests", dependencies: ["CNettle", "CDeflate"], swiftSettings: plainInTests),
    .target(
      name: "Files",
      dependencies: ["Digests", "WallfarmPluginKit", "SourceJSON", "Spelling", "CGLib", "CSystem"],
      swiftSettings: plainInTests),

    // Work spread over threads, and not done twice.
    .target(name: "Work", swiftSettings: settings),

    // Programs that are started.
    .target(name: "Processes", dependencies: ["Files", "CSystem"], swiftSettings: plainInTests),

    // Photos from elsewhere, by a program of their own.
    c("CFetch", linking: "curl"),
    .target(
      name: "Fetching",
      dependencies: ["Files", "Processes", "WallfarmPluginKit", "SourceJSON", "CSystem"],
      swiftSettings: plainInTests),
    .executableTarget(
      name: "wallfarm-fetch",
      dependencies: [
        "Fetching", "Files", "WallfarmPluginKit", "SourceJSON", "CFence", "CFetch", "CSystem",
      ],
      path: "Sources/FetchProgram", swiftSettings: plainInTests),

    // One render, in the order of its stages.
    .target(
      name: "PNG", dependencies: ["Work", "WallfarmPluginKit", "CDeflate", "CXXHash"],
      swiftSettings: settings),
    .target(
      name: "Graphics",
      dependencies: [
        "PNG", "Work", "Digests", "Languages", "Hyphenation", "WallfarmPluginKit", "Spelling",
        "CCairo", "CPango",
        "CPNG", "CWebP",
        "CHEIF", "CPhotoColor", "CJPEG", "CAllocation", "CResample", "CLCMS", "CDeflate",
        "CQREncode",
      ],
      swiftSettings: settings),
    .target(
      name: "Designs",
      dependencies: [
        "ContentSources", "Graphics", "Files", "Digests", "WallfarmPluginKit", "SourceJSON",
        "Spelling",
      ],
      resources: [.embedInCode("Resources/devices.json")], swiftSettings: plainInTests),
    c("CICU", linking: "dl"),
    .target(
      name: "Hyphenation", dependencies: ["Work", "CGLib"], swiftSettings: settings),
    .target(
      name: "Languages", dependencies: ["Work", "WallfarmPluginKit", "CICU"],
      swiftSettings: plainInTests),
    .target(
      name: "ContentSources",
      dependencies: [
        "Files", "Languages", "WallfarmPluginKit", "SourceJSON", "Spelling",
      ],
      swiftSettings: plainInTests),
    // How different two pictures look.
    .target(
      name: "Perception", dependencies: ["Graphics", "WallfarmPluginKit"],
      swiftSettings: settings),
    .target(
      name: "WallfarmCore",
      dependencies: [
        "ContentSources", "Designs", "Geography", "Languages", "Graphics", "Perception", "Files",
        "Digests", "Work",
        "WallfarmPluginKit",
        "SourceJSON",
        "Spelling",
      ],
      swiftSettings: settings),

    // For those who write templates and themes.
    .target(
      name: "Authoring",
      dependencies: [
        "ContentSources", "WallfarmCore", "Designs", "Graphics", "Files", "Digests",
        "WallfarmPluginKit",
        "SourceJSON",
      ],
      swiftSettings: plainInTests),

    // Plugins from outside: what is said, and by whom.
    .target(
      name: "PluginMessages", dependencies: ["WallfarmPluginKit", "SourceJSON"],
      swiftSettings: plainInTests),
    .systemLibrary(name: "CWallfarmPlugin", path: "Sources/C/CWallfarmPlugin"),
    c("CPluginHost", on: ["CFence"]),
    .target(
      name: "PluginHost",
      dependencies: [
        "Designs", "Files", "Digests", "PluginMessages", "WallfarmCore", "Graphics",
        "WallfarmPluginKit",
        "SourceJSON",
        "CWallfarmPlugin", "CPluginHost",
      ],
      swiftSettings: plainInTests),
    .target(
      name: "PluginBridge",
      dependencies: ["PluginMessages", "WallfarmPluginKit", "SourceJSON", "CWallfarmPlugin"],
      swiftSettings: plainInTests),

    // Many renders.
    .target(
      name: "RenderPool",
      dependencies: [
        "ContentSources", "Designs", "Files", "Digests", "WallfarmCore", "Graphics",
        "Processes", "WallfarmPluginKit", "SourceJSON", "CFence",
        "CSystem",
      ],
      swiftSettings: plainInTests),
    system("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
    c("CPostgres", linking: "dl"),
    .target(
      name: "Postgres", dependencies: ["WallfarmPluginKit", "CPostgres"],
      swiftSettings: plainInTests),
    .target(
      name: "Storage", dependencies: ["Files", "WallfarmPluginKit", "CSQLite"],
      swiftSettings: plainInTests),
    c("CTransfer", linking: "dl"),
    .target(
      name: "Stores",
      dependencies: ["Digests", "Files", "SourceJSON", "WallfarmPluginKit", "CTransfer"],
      swiftSettings: plainInTests),
    .target(
      name: "RenderFarm",
      dependencies: [
        "ContentSources", "Designs", "Digests", "Files", "RenderPool", "Stores", "WallfarmCore",
        "WallfarmPluginKit", "SourceJSON", "Spelling", "Storage", "Postgres", "CSystem",
      ],
      swiftSettings: plainInTests),

    // ZIP files.
    system("CMinizip", pkgConfig: "minizip", package: "libminizip-dev"),
    .target(
      name: "Archives", dependencies: ["Files", "WallfarmPluginKit", "CMinizip"],
      swiftSettings: plainInTests),

    // Pictures over HTTP.
    c("CHTTP"),
    .target(
      name: "HTTP", dependencies: ["Files", "WallfarmPluginKit", "CHTTP"],
      swiftSettings: plainInTests),
    .target(
      name: "Service",
      dependencies: [
        "Archives", "Challenge", "ContentSources", "Designs", "Files", "Digests", "Geography",
        "Films", "Graphics", "HTTP", "Fetching", "Motion", "Processes", "RenderFarm", "RenderPool",
        "Storage", "Work",
        "WallfarmCore",
        "WallfarmPluginKit", "SourceJSON", "CSystem",
      ],
      resources: [.embedInCode("Resources/page.html")], swiftSettings: plainInTests),

    // Pages that need no other file.
    .target(
      name: "Pages", dependencies: ["Digests", "Graphics", "SourceJSON"],
      swiftSettings: plainInTests),

    // What a picture shows, and what is different about two, in words.
    .target(
      name: "Scenes",
      dependencies: [
        "Designs", "Digests", "WallfarmCore", "Graphics", "WallfarmPluginKit", "SourceJSON",
      ],
      swiftSettings: plainInTests),

    // Snapshots.
    .target(
      name: "Snapshots",
      dependencies: [
        "Scenes", "Perception", "ContentSources", "Designs", "Files", "Digests", "Motion", "Pages",
        "RenderPool",
        "WallfarmCore", "Graphics",
        "WallfarmPluginKit",
        "SourceJSON",
        "Spelling",
      ],
      resources: [.embedInCode("Resources/report.html")], swiftSettings: settings),

    // Themes and films on devices, side by side.
    .target(
      name: "Gallery",
      dependencies: [
        "Designs", "Digests", "Films", "Motion", "Pages", "RenderPool", "WallfarmCore", "Graphics",
        "WallfarmPluginKit", "SourceJSON",
      ],
      resources: [.embedInCode("Resources/gallery.html"), .embedInCode("Resources/motions.html")],
      swiftSettings: plainInTests),

    // Pictures that follow one another, as a file.
    c("CVideo", linking: "dl"), c("CFrames", on: ["CResample"]),
    .target(
      name: "Films", dependencies: ["Graphics", "WallfarmPluginKit", "CFrames", "CVideo", "CWebP"],
      swiftSettings: settings),

    // Films of templates: what moves when, drawn over time.
    .target(
      name: "Motion",
      dependencies: [
        "Designs", "Digests", "Files", "Films", "Graphics", "Mockup", "RenderFarm", "RenderPool",
        "WallfarmCore", "WallfarmPluginKit", "SourceJSON", "Spelling", "CFrames",
      ],
      swiftSettings: settings),

    // Steps that unlock a picture: what phones have counted, and what becomes of it.
    .target(
      name: "Challenge",
      dependencies: [
        "Archives", "ContentSources", "Digests", "Files", "Graphics", "Languages", "Processes",
        "Spelling", "Storage", "WallfarmCore", "WallfarmPluginKit", "SourceJSON",
      ],
      resources: [.embedInCode("Resources/challenge-words.json")], swiftSettings: settings),

    // Places on the earth: their names, coasts, maps.
    .target(
      name: "Geography", dependencies: ["Files", "WallfarmPluginKit", "CDeflate"],
      swiftSettings: settings),

    // Photos by day, trip and place.
    .target(
      name: "PhotoLibrary",
      dependencies: [
        "Digests", "Files", "Geography", "Graphics", "Processes", "Storage", "WallfarmPluginKit",
        "SourceJSON",
      ],
      swiftSettings: settings),

    .target(
      name: "LibraryPages",
      dependencies: [
        "Digests", "Files", "Geography", "Graphics", "Pages", "PhotoLibrary", "Processes",
        "WallfarmPluginKit", "SourceJSON", "Work", "CSystem",
      ],
      resources: [
        .embedInCode("Resources/library.html"), .embedInCode("Resources/words.json"),
      ],
      swiftSettings: plainInTests),

    // Stories as data: the engine and its checker, and who plays them.
    .target(
      name: "Flows", dependencies: ["WallfarmPluginKit", "SourceJSON"], swiftSettings: settings),
    .target(
      name: "FlowHosts",
      dependencies: [
        "Designs", "Digests", "Files", "Flows", "Graphics", "Motion", "Pages", "RenderFarm",
        "WallfarmCore", "WallfarmPluginKit", "SourceJSON", "Spelling",
      ],
      resources: [
        .embedInCode("Resources/flow.html"), .embedInCode("Resources/words.json"),
        .embedInCode("Resources/terminal.json"),
      ],
      swiftSettings: plainInTests),

    // Phones, drawn.
    .target(
      name: "Mockup",
      dependencies: ["Designs", "Languages", "WallfarmCore", "Graphics", "WallfarmPluginKit"],
      swiftSettings: plainInTests),

    // From a picture to a phone that shows it.
    .target(
      name: "ShortcutKit",
      dependencies: [
        "Designs", "Files", "Digests", "Mockup", "Motion", "Pages", "RenderPool", "WallfarmCore",
        "Graphics",
        "WallfarmPluginKit",
        "SourceJSON", "Archives",
      ],
      resources: [
        .embedInCode("Resources/setup.html"), .embedInCode("Resources/strings-en.json"),
        .embedInCode("Resources/strings-ar.json"), .embedInCode("Resources/strings-ja.json"),
        .embedInCode("Resources/recipe.html"), .embedInCode("Resources/recipe-en.json"),
        .embedInCode("Resources/recipe-ar.json"), .embedInCode("Resources/recipe-ja.json"),
        // Links to the words of the flow.
        .embedInCode("Resources/notewall-en.json"), .embedInCode("Resources/notewall-ar.json"),
        .embedInCode("Resources/notewall-ja.json"),
      ],
      swiftSettings: plainInTests),

    // The command line.
    .target(name: "Arguments", dependencies: ["Spelling"], swiftSettings: plainInTests),
    .executableTarget(
      name: "wallfarm",
      dependencies: [
        "Authoring", "ContentSources", "Designs", "Fetching", "Files", "Arguments", "HTTP",
        "RenderPool", "RenderFarm", "Scenes", "Service",
        "Snapshots", "Stores",
        "Films", "Flows", "FlowHosts", "Gallery", "Geography", "Mockup", "Motion", "Challenge",
        "LibraryPages", "PhotoLibrary", "CFence",
        "ShortcutKit",
        "Pages",
        "CMalloc",
        "WallfarmCore", "PluginHost",
        "WallfarmPluginKit", "Graphics",
        "BuiltInPlugins", "SourceJSON", "Spelling",
      ],
      swiftSettings: plainInTests),

    .executableTarget(
      name: "wallfarm-bench",
      dependencies: [
        "Designs", "Files", "PhotoLibrary", "RenderFarm", "RenderPool", "Snapshots", "PluginHost",
        "WallfarmCore", "WallfarmPluginKit", "Graphics", "BuiltInPlugins", "SourceJSON",
      ],
      path: "Benchmarks/WallfarmBench", swiftSettings: plainInTests),

    // Tests.
    .executableTarget(
      name: "photo-probe", dependencies: ["Graphics", "WallfarmPluginKit"],
      path: "Tests/PhotoProbe",
      exclude: ["compare.py", "corpora", "make-worst.py", "mutate.py", "verdicts.txt", "worst"],
      swiftSettings: settings),
    .executableTarget(
      name: "carried-notes", dependencies: ["PluginBridge", "NumberedNotes"],
      path: "Tests/Carried/Program", swiftSettings: plainInTests),
    .target(
      name: "CarriedNotes", dependencies: ["PluginBridge", "NumberedNotes", "CWallfarmPlugin"],
      path: "Tests/Carried/Library", swiftSettings: plainInTests),
    .testTarget(
      name: "PluginHostTests",
      dependencies: [
        "Designs", "Files", "Digests", "PluginHost", "PluginMessages", "PluginBridge",
        "CWallfarmPlugin",
        "CPluginHost",
        "carried-notes",
        "CarriedNotes", "wallfarm", "WallfarmTesting", "WallfarmCore", "Graphics",
        "WallfarmPluginKit", "BuiltInPlugins", "NumberedNotes", "SourceJSON",
      ],
      exclude: ["Fence", "Launcher", "Misbehaving", "Recorded", "__Snapshots__"],
      swiftSettings: plainTestSettings),
    .target(
      name: "WallfarmTesting",
      dependencies: [
        "Designs", "Geography", "WallfarmCore", "WallfarmPluginKit", "Graphics", "SourceJSON",
      ],
      swiftSettings: settings),
    tests(
      of: "FlowHosts",
      and: [
        "Designs", "Flows", "Digests", "Files", "Graphics", "Motion", "WallfarmPluginKit",
        "SourceJSON", "wallfarm",
      ],
      excluding: ["flawless", "play-films.py", "play-page.py", "play-terminal.py"],
      settings: plainTestSettings),
    tests(of: "Spelling"),
    tests(of: "SourceJSON", settings: plainTestSettings),
    tests(of: "Arguments", settings: plainTestSettings),
    tests(of: "WallfarmPluginKit", and: ["SourceJSON"], settings: plainTestSettings),
    tests(of: "Work"),
    tests(of: "Digests", settings: plainTestSettings),
    tests(of: "Files", and: ["WallfarmPluginKit"], settings: plainTestSettings),
    tests(of: "PNG", and: ["Digests", "Graphics"]),
    tests(
      of: "Graphics", and: ["Digests", "WallfarmPluginKit", "photo-probe", "CPango"],
      excluding: ["judge-heif.py", "make-photos.py", "make-pngs.py"]),
    tests(
      of: "WallfarmCore",
      and: [
        "Authoring", "ContentSources", "Designs", "Files", "WallfarmPluginKit", "BuiltInPlugins",
        "Graphics", "SourceJSON",
      ],
      settings: plainTestSettings),
    tests(
      of: "ContentSources", and: ["Files", "WallfarmPluginKit", "SourceJSON"],
      settings: plainTestSettings),
    tests(of: "Hyphenation", excluding: ["judge.c"]),
    tests(of: "Languages", and: ["WallfarmPluginKit"], settings: plainTestSettings),
    tests(
      of: "Designs", and: ["Files", "WallfarmPluginKit"],
      settings: plainTestSettings),
    tests(
      of: "Authoring",
      and: [
        "WallfarmCore", "Designs", "Files", "WallfarmPluginKit", "BuiltInPlugins", "Graphics",
        "SourceJSON",
      ],
      excluding: ["Broken"], settings: plainTestSettings),
    .testTarget(
      name: "PluginTests",
      dependencies: [
        "Designs", "WallfarmTesting", "WallfarmPluginKit", "WallfarmCore", "Graphics",
        "BuiltInPlugins", "Geography", "Languages", "ContentSources",
        "NumberedNotes", "Banner", "Countdown", "GradientBackground", "PatternBackground",
        "Agenda", "Figures", "FinderCard", "GoalProgress", "HabitGrid", "MemoryPhoto",
        "MonthCalendar", "Quote", "Spotlight", "StepCard", "PhotoCollage",
        "PhotoTimeline", "TripMap", "YearDots", "MosaicBackground", "RevealBackground",
        "SourceJSON",
      ],
      exclude: ["__Snapshots__"], swiftSettings: settings),
    tests(
      of: "RenderPool",
      and: [
        "Designs", "Files", "Digests", "Processes", "WallfarmCore", "Graphics",
        "WallfarmPluginKit", "SourceJSON", "BuiltInPlugins", "wallfarm",
      ],
      excluding: ["worker.py"], settings: plainTestSettings),
    tests(
      of: "RenderFarm",
      and: [
        "ContentSources", "Designs", "Files", "RenderPool", "Storage", "Stores", "WallfarmCore",
        "Graphics", "WallfarmPluginKit", "BuiltInPlugins",
      ],
      excluding: ["worker.py"], settings: plainTestSettings),
    tests(
      of: "Stores", and: ["Digests", "Files", "WallfarmPluginKit"],
      excluding: ["faulty.py", "conditional.py"],
      settings: plainTestSettings),
    tests(
      of: "Challenge",
      and: [
        "Archives", "BuiltInPlugins", "Files", "Storage", "WallfarmCore", "WallfarmPluginKit",
        "SourceJSON",
      ]),
    tests(
      of: "Films", and: ["Digests", "Files", "Graphics", "WallfarmPluginKit"],
      excluding: ["flat.py", "judge.py", "play.py"], settings: plainTestSettings),
    tests(
      of: "Motion",
      and: [
        "BuiltInPlugins", "Designs", "Digests", "Files", "Films", "Graphics", "RenderFarm",
        "WallfarmCore", "WallfarmPluginKit", "SourceJSON", "wallfarm",
      ]),
    tests(
      of: "PhotoLibrary",
      and: ["Files", "Geography", "SourceJSON", "Storage", "WallfarmPluginKit"],
      excluding: ["Headers/make-headers.py"]),
    tests(of: "Geography", and: ["Designs", "Files", "WallfarmPluginKit"]),
    tests(
      of: "LibraryPages",
      and: [
        "Designs", "Files", "Geography", "Graphics", "PhotoLibrary", "WallfarmPluginKit",
        "SourceJSON", "wallfarm",
      ],
      excluding: ["look-through.py"], settings: plainTestSettings),
    tests(of: "HTTP", and: ["WallfarmPluginKit"], settings: plainTestSettings),
    tests(
      of: "Fetching", and: ["WallfarmPluginKit", "SourceJSON", "wallfarm-fetch"],
      excluding: ["server.py"], settings: plainTestSettings),
    tests(
      of: "Service",
      and: [
        "Designs", "Files", "Graphics", "HTTP", "Motion", "RenderFarm", "RenderPool",
        "WallfarmCore", "WallfarmPluginKit", "BuiltInPlugins", "SourceJSON", "wallfarm",
        "wallfarm-fetch",
      ],
      excluding: [
        "between.py", "browse.py", "play-film.py", "play-person.py", "schemathesis.toml",
      ],
      settings: plainTestSettings),
    tests(
      of: "Scenes",
      and: ["Designs", "Graphics", "WallfarmCore", "WallfarmPluginKit", "BuiltInPlugins"],
      settings: plainTestSettings),
    .testTarget(
      name: "SnapshotTests",
      dependencies: [
        "ContentSources", "Designs", "Files", "Motion", "Perception", "Scenes", "Snapshots",
        "WallfarmTesting",
        "WallfarmCore", "Graphics", "WallfarmPluginKit",
        "BuiltInPlugins", "NumberedNotes", "SourceJSON",
      ],
      exclude: ["judge-flip.py", "open-report.py", "__Snapshots__"],
      swiftSettings: settings),
    .testTarget(
      name: "GalleryTests",
      dependencies: [
        "Designs", "Gallery", "Motion", "WallfarmTesting", "WallfarmCore", "Graphics",
        "WallfarmPluginKit", "BuiltInPlugins", "SourceJSON",
      ],
      exclude: ["open-gallery.py", "open-motions.py"], swiftSettings: plainTestSettings),
    .testTarget(
      name: "ShortcutKitTests",
      dependencies: [
        "Authoring", "Designs", "Files", "Motion", "ShortcutKit", "RenderPool", "Mockup",
        "WallfarmTesting",
        "WallfarmCore",
        "Graphics",
        "WallfarmPluginKit", "BuiltInPlugins", "SourceJSON",
      ],
      exclude: ["open-guide.py", "open-films.py"], swiftSettings: plainTestSettings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "wallfarm", "WallfarmTesting", "RenderFarm", "RenderPool", "Stores", "Graphics",
        "WallfarmPluginKit",
      ],
      swiftSettings: plainTestSettings),
    .testTarget(
      name: "DocumentTests",
      dependencies: [
        "FlowHosts", "Motion", "RenderFarm", "Snapshots", "SourceJSON", "WallfarmTesting",
        "WallfarmPluginKit",
      ],
      swiftSettings: plainTestSettings),
  ]
)

// The tests of one module alone, for "make test-MODULE": nothing that it does not stand on is built.
if let module = Context.environment["WALLFARM_TESTS"] {
  package.targets.removeAll { $0.isTest && $0.name != "\(module)Tests" }
}

// The fuzzers have no main function of their own; only "make fuzz" builds them, and with
// "-enable-testing", because most of what they feed is internal.
if Context.environment["WALLFARM_FUZZ"] != nil {
  let fuzzers = [
    "PhotoFuzzer",
    "FormatFuzzer",
    "EncoderFuzzer",
  ]
  for name in fuzzers {
    package.targets.append(
      .executableTarget(
        name: name,
        dependencies: [
          "Challenge", "Films", "Motion", "PhotoLibrary", "RenderFarm", "RenderPool", "Snapshots",
          "PluginHost",
          "Authoring",
          "ContentSources",
          "HTTP", "Service", "Fetching", "WallfarmCore",
          "Designs", "Files", "Graphics", "WallfarmPluginKit", "BuiltInPlugins", "PluginMessages",
          "SourceJSON",
        ],
        path: "Fuzz/\(name)", swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
        // A decoder that is instrumented itself finds the fuzzer in the program that loads it.
        linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]))
  }
}
