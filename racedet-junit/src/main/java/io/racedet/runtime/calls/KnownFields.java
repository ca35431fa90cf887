package io.racedet.runtime.calls;

/**
 * Which fields of the objects of a class are copied: a cache for one thread. The hooks of the
 * thread must be switched off while they are determined.
 */
public final class KnownFields {
  private static final int SIZE = 32;

  private final Class<?>[] classes = new Class<?>[SIZE];
  private final CopiedFields[] fields = new CopiedFields[SIZE];

  private static int slot(Class<?> type, boolean byClass) {
    return 2 * System.identityHashCode(type) + (byClass ? 1 : 0) & SIZE - 1;
  }

  /** See {@link ObjectFields#ofClone}; null if it is to be determined. */
  public CopiedFields find(Class<?> type, boolean byClass) {
    int at = slot(type, byClass);
    return classes[at] == type ? fields[at] : null;
  }

  /** Determines them. */
  public CopiedFields determine(Class<?> type, boolean byClass, ObjectFields of) {
    int at = slot(type, byClass);
    classes[at] = type;
    fields[at] = of == null ? CopiedFields.NONE : of.ofClone(type, byClass);
    return fields[at];
  }
}
