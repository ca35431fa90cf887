package io.racedet.junit.agent.weave;

/** The constructor that was called last, while it is not known what becomes of its object. */
final class LastConstructor {
  private String owner = "";
  private SavedArguments arguments;

  /** Called with the arguments, or with null if nothing is to be done when the object is there. */
  void called(String owner, SavedArguments arguments) {
    this.owner = owner;
    this.arguments = arguments;
  }

  /** The object is there: returns the arguments, once, or null if another class was constructed. */
  SavedArguments take(String constructed) {
    SavedArguments taken = owner.equals(constructed) ? arguments : null;
    arguments = null;
    return taken;
  }
}
