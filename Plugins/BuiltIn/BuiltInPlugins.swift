public import WallfarmPluginKit

extension PluginRegistry {
  /// The plugins that ship with wallfarm.
  public static let builtIn = PluginRegistry(
    backgrounds: [
      SolidColorBackground.self, GradientBackground.self, PhotoBackground.self,
      InstructionImageBackground.self, PatternBackground.self, RevealBackground.self,
      MosaicBackground.self,
    ],
    layouts: [
      NumberedNotes.self, Banner.self, Countdown.self, GoalProgress.self, Figures.self, Quote.self,
      MonthCalendar.self, YearDots.self, Agenda.self, HabitGrid.self, MemoryPhoto.self,
      FinderCard.self, StepCard.self, Spotlight.self, TripMap.self,
      PhotoTimeline.self, PhotoCollage.self, PictureLayout.self,
    ])
}
