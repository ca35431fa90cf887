package io.racedet.junit.agent.model;

import java.util.List;

/** Where in the modelled method a clause applies. */
sealed interface Place {
  /** Before anything else. */
  record Entry() implements Place {}

  /** Before each return. */
  record Exit() implements Place {}

  /** Before each return, and wherever an exception leaves. */
  record End() implements Place {}

  /**
   * Around a call that the method makes.
   *
   * @param owner simple name of the class that the call names, {@code *} for any
   * @param parameters simple names of types, null for any
   */
  record Call(boolean before, String owner, String name, List<String> parameters)
      implements Place {}

  /** After each read of a field of that name. */
  record Reading(String field) implements Place {}
}
