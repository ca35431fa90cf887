package io.racedet.runtime.calls;

/**
 * Which fields of objects are copied, by a class: a cache for one thread. The hooks of the thread
 * must be switched off while they are determined.
 */
public final class KnownFields {
  /** Copied by {@code clone}. */
  public static final int CLONED = 0;

  /** The same, unless the class overrides it. */
  public static final int CLONED_BY_CLASS = 1;

  /** Those of primitive types that the class declares, copied by serialization. */
  public static final int SERIALIZED_PRIMITIVES = 2;

  /** The others. */
  public static final int SERIALIZED_REFERENCES = 3;

  private static final int WAYS = 4;
  private static final int SIZE = 32 * WAYS;

  private final Class<?>[] classes = new Class<?>[SIZE];
  private final CopiedFields[] fields = new CopiedFields[SIZE];

  private static int slot(Class<?> type, int way) {
    return WAYS * System.identityHashCode(type) + way & SIZE - 1;
  }

  /** Those of a class that are copied in one of the ways above; null if they are not known. */
  public CopiedFields find(Class<?> type, int way) {
    int at = slot(type, way);
    return classes[at] == type ? fields[at] : null;
  }

  /** Determines them. */
  public CopiedFields determine(Class<?> type, int way, ObjectFields of) {
    int at = slot(type, way);
    classes[at] = type;
    fields[at] = of == null ? CopiedFields.NONE : ask(type, way, of);
    return fields[at];
  }

  private static CopiedFields ask(Class<?> type, int way, ObjectFields of) {
    return way < SERIALIZED_PRIMITIVES
        ? of.ofClone(type, way == CLONED_BY_CLASS)
        : of.ofSerialization(type, way == SERIALIZED_REFERENCES);
  }
}
