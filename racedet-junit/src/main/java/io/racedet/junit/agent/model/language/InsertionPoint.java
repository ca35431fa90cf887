package io.racedet.junit.agent.model.language;

import java.util.List;

/** Where in the modelled method a clause applies. */
public sealed interface InsertionPoint {
  /** Before anything else. */
  record Entry() implements InsertionPoint {}

  /** Before each return. */
  record Exit() implements InsertionPoint {}

  /** Before each return, and wherever an exception leaves. */
  record End() implements InsertionPoint {}

  /** Where an effect at a call is recorded: an atomic one begins before it and ends after it. */
  enum Side {
    BEFORE,
    AFTER,
    AROUND
  }

  /**
   * At a call that the method makes.
   *
   * @param owner simple name of the class that the call names, {@code *} for any
   * @param parameters simple names of types, null for any
   */
  record Call(Side side, String owner, String name, List<String> parameters)
      implements InsertionPoint {}

  /** Before each exit of a monitor inside, also of one that an exception leaves. */
  record Unlock() implements InsertionPoint {}

  /** After each read of a field of that name. */
  record Reading(String field) implements InsertionPoint {}
}
