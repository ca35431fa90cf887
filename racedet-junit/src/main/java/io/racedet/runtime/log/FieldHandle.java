package io.racedet.runtime.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Finds the fields that are accessed with an order of memory. */
public final class FieldHandle {
  private FieldHandle() {}

  /** The field of a name and a type of the class whose lookup this is. */
  public static VarHandle of(MethodHandles.Lookup lookup, String name, Class<?> type) {
    try {
      return lookup.findVarHandle(lookup.lookupClass(), name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
