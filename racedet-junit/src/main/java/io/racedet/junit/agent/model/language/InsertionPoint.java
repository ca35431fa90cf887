package io.racedet.junit.agent.model.language;

import java.util.List;
import net.bytebuddy.jar.asm.Type;

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

  /** Whether it is at an instruction of the method, which must exist. */
  default boolean isAtInstruction() {
    return !(this instanceof Whole
        || this instanceof Entry
        || this instanceof Exit
        || this instanceof End);
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
      implements InsertionPoint {
    /** Whether a call instruction is meant that names a type, as in class files. */
    public boolean matches(String type, String method, String descriptor) {
      return name.equals(method)
          && (owner.equals("*") || owner.equals(SimpleTypes.nameOf(Type.getObjectType(type))))
          && (parameters == null
              || parameters.equals(SimpleTypes.namesOf(Type.getArgumentTypes(descriptor))));
    }
  }

  /** Before each exit of a monitor inside, also of one that an exception leaves. */
  record Unlock() implements InsertionPoint {}

  /** Before each load of an array element. The array is the target, the index passed1. */
  record Load() implements InsertionPoint {}

  /** Before each store to an array element; as {@link Load}, and the value is passed2. */
  record Store() implements InsertionPoint {}

  /** After each read of a field of that name. */
  record Reading(String field) implements InsertionPoint {}

  /** Before each write to a field of that name. */
  record Writing(String field) implements InsertionPoint {}
}
