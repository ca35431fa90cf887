package io.racedet.junit.truth;

import io.racedet.junit.truth.raw.RawOffsets;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;

/** Finds what the handles in static fields of some classes stand for. */
final class Handles {
  private final VolatileFields fields;

  Handles(VolatileFields fields) {
    this.fields = fields;
  }

  void define(List<Class<?>> types) throws ReflectiveOperationException {
    RawOffsets.defineElements(fields.base(Object[].class), fields.scale(Object[].class));
    for (Class<?> type : types) {
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == VarHandle.class) {
          field.setAccessible(true);
          define((VarHandle) field.get(null));
        }
      }
    }
  }

  private void define(VarHandle handle) throws ReflectiveOperationException {
    if (handle == null || handle.coordinateTypes().isEmpty()) {
      return;
    }
    Class<?> owner = handle.coordinateTypes().get(0);
    if (owner.isArray()) {
      RawOffsets.define(handle, fields.base(owner), fields.scale(owner));
      return;
    }
    for (Class<?> type = handle.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals("fieldOffset")) {
          field.setAccessible(true);
          RawOffsets.define(handle, field.getLong(handle), 0);
          return;
        }
      }
    }
    throw new IllegalStateException("no offset in " + handle);
  }
}
