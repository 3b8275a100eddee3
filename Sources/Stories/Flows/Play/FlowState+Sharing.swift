extension FlowState {
  /// Returns a copy of the state with the shared facts of a linked flow.
  ///
  /// Facts are matched by name, and both flows must declare them as shared. Values that this flow
  /// does not accept are dropped.
  ///
  /// - Parameters:
  ///   - flow: the flow of this state.
  ///   - other: the state of a linked flow.
  ///   - otherFlow: the linked flow.
  /// - Returns: this state with the shared facts set, and otherwise unchanged.
  package func knowing(
    _ flow: Flow, what other: FlowState, of otherFlow: Flow
  ) -> FlowState {
    var state = self
    for (place, fact) in flow.facts.enumerated() where fact.isShared {
      let there = otherFlow.facts.firstIndex { $0.name == fact.name && $0.isShared }
      if let there, fact.accepts(other.facts[there]) { state.facts[place] = other.facts[there] }
    }
    return state
  }
}
