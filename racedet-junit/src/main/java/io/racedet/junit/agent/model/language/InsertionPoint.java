package io.racedet.junit.agent.model.language;

import java.util.List;

/** Where in the modelled method a clause applies. */
public sealed interface InsertionPoint {
  /** Where a clause stands to a call. */
  enum Side {
    BEFORE,
    AFTER,
    AROUND;

    /** The side of that name in a model; null for none. */
    static Side named(String word) {
      for (Side side : values()) {
        if (side.name().toLowerCase(java.util.Locale.ROOT).equals(word)) {
          return side;
        }
      }
      return null;
    }
  }

  /** Whether it is around a call: of an atomic, during which no other thread accesses it. */
  default boolean isAround() {
    return this instanceof Whole || this instanceof Call c && c.side() == Side.AROUND;
  }

  /** Around the whole method: of an atomic. */
  record Whole() implements InsertionPoint {}

  /** Before anything else. */
  record Entry() implements InsertionPoint {}

  /** Before each return. */
  record Exit() implements InsertionPoint {}

  /** Before each return, and wherever an exception leaves. */
  record End() implements InsertionPoint {}

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

  /** Before each write of a field of that name. */
  record Writing(String field) implements InsertionPoint {}
}
