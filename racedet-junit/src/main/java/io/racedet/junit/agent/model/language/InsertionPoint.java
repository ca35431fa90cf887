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

  /**
   * Around a call that the method makes.
   *
   * @param owner simple name of the class that the call names, {@code *} for any
   * @param parameters simple names of types, null for any
   */
  record Call(boolean before, String owner, String name, List<String> parameters)
      implements InsertionPoint {}

  /** After each read of a field of that name. */
  record Reading(String field) implements InsertionPoint {}

  /** Before each write of a field of that name. */
  record Writing(String field) implements InsertionPoint {}
}
