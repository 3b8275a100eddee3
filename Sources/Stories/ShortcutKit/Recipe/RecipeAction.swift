/// A stretch of a recipe that does one thing.
struct RecipePart: Sendable, Hashable {
  /// What it is for.
  let goal: Goal
  /// Its actions, from top to bottom.
  var actions: [RecipeAction] = []

  /// What actions are for.
  enum Goal: String, Sendable, Hashable, CaseIterable {
    /// Finds the wallpaper.
    case number
    /// Sets the lock screen.
    case lock
    /// Sets the home screen.
    case home
    /// Says that it is done.
    case finish
  }
}

/// One action of the Shortcuts app, with everything that is to be set in it.
struct RecipeAction: Sendable, Hashable {
  /// Its place in the shortcut, from 1.
  let number: Int
  /// Which action it is.
  let kind: Kind
  /// In how many conditions it stands.
  let depth: Int
  /// Its settings, in the order of the app.
  let settings: [RecipeSetting]
  /// What is worth knowing about it.
  let note: RecipeNote?

  /// Actions of the Shortcuts app.
  enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Get All Wallpapers (`is.workflow.actions.posters.get`), since iOS 16.2.
    case wallpapers
    /// Get Item from List (`is.workflow.actions.getitemfromlist`).
    case item
    /// Get Contents of Folder (`is.workflow.actions.file.getfoldercontents`).
    case folder
    /// Get Contents of URL (`is.workflow.actions.downloadurl`).
    case fetch
    /// If (`is.workflow.actions.conditional`).
    case condition = "if"
    /// Its other branch.
    case otherwise
    /// Where it ends.
    case end
    /// Set Wallpaper Photo (`is.workflow.actions.wallpaper.set`).
    case set
    /// Show Notification (`is.workflow.actions.notification`).
    case notify
    /// Stop This Shortcut (`is.workflow.actions.exit`).
    case stop
  }
}

/// What is set in an action.
struct RecipeSetting: Sendable, Hashable {
  /// Which field or switch it is.
  let key: Key
  /// What belongs there.
  let value: Value
  /// Why.
  var note: RecipeNote?

  init(_ key: Key, _ value: Value, note: RecipeNote? = nil) {
    (self.key, self.value, self.note) = (key, value, note)
  }

  /// Fields and switches of actions.
  enum Key: String, Sendable, Hashable, CaseIterable {
    case type, which, index, list, folder, recursive, input, condition, wallpaper, image, screens
    case preview, crop, blur, zoom, body, title, sound, attachment, url, method, headers
  }

  /// What is chosen, typed or put into a field.
  enum Value: Sendable, Hashable {
    /// A choice that the app offers.
    case word(Word)
    /// The number of the wallpaper, from 1; nil where each of several shortcuts has its own.
    case number(Int?)
    /// The name of a folder.
    case folder(String)
    /// What the person types.
    case typed(Typed)
    /// What an action above has found.
    case result(RecipeResult)
  }

  /// Choices that the app offers.
  enum Word: String, Sendable, Hashable, CaseIterable {
    case all, index, first, off, any, lock, home, get, nothing
    /// A switch that not every version has.
    case offWhereShown = "off-where-shown"
  }

  /// What the person types.
  enum Typed: String, Sendable, Hashable, CaseIterable {
    /// A notification that the picture is set.
    case done
    /// A notification that there is none.
    case empty
    /// An address of a lock screen.
    case lock
    /// An address of a home screen.
    case home
  }
}

/// What an action has found, for the actions below it.
struct RecipeResult: Sendable, Hashable {
  /// The place of the action.
  let action: Int
  /// Which action it is; the app calls the result by it.
  let kind: RecipeAction.Kind
}

/// What a person should know while setting something; said where it comes up first.
enum RecipeNote: String, Sendable, Hashable, CaseIterable {
  case index, set, wallpaper, screens, preview, crop, blur, zoom, folder, picture, sound, end, url
  case condition = "if"
}
