package io.racedet.runtime;

import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.VarHandleDesc;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Optional;

/**
 * What variables VarHandles stand for. A handle is examined once. Lookups take no lock.
 * Thread-safe.
 */
final class HandleTargets {
  /** What a handle stands for; neither part is set for views of bytes, segments and the like. */
  static final class Target extends WeakReference<VarHandle> {
    final FieldIds.Located field;

    /** Class of the object or array, null for a static field. */
    final Class<?> owner;

    final boolean isArray;

    Target(VarHandle handle, FieldIds.Located field, Class<?> owner, boolean isArray) {
      super(handle);
      this.field = field;
      this.owner = owner;
      this.isArray = isArray;
    }

    boolean isKnown() {
      return field != null || isArray;
    }

    boolean isStatic() {
      return field != null && owner == null;
    }
  }

  private static final int INITIAL = 64;

  private Target[] slots = new Target[INITIAL];
  private int filled;

  /** The target of a handle, null when it has not been examined. */
  Target known(VarHandle handle) {
    Target[] table = slots;
    int mask = table.length - 1;
    for (int i = System.identityHashCode(handle) & mask; ; i = i + 1 & mask) {
      Target target = table[i];
      if (target == null || target.refersTo(handle)) {
        return target;
      }
    }
  }

  /**
   * Examines a handle.
   *
   * @param user a class that uses it
   */
  synchronized Target examine(VarHandle handle, Class<?> user) {
    Target known = known(handle);
    if (known != null) {
      return known;
    }
    Target added = targetOf(handle, user);
    if (added.field != null) {
      added.field.id();
    }
    if (2 * ++filled > slots.length) {
      grow();
    }
    put(slots, added, System.identityHashCode(handle));
    return added;
  }

  private void grow() {
    Target[] more = new Target[2 * slots.length];
    filled = 1;
    for (Target target : slots) {
      VarHandle handle = target == null ? null : target.get();
      if (handle != null) {
        put(more, target, System.identityHashCode(handle));
        filled++;
      }
    }
    slots = more;
  }

  private static void put(Target[] table, Target target, int hash) {
    int mask = table.length - 1;
    int i = hash & mask;
    while (table[i] != null) {
      i = i + 1 & mask;
    }
    table[i] = target;
  }

  private static Target targetOf(VarHandle handle, Class<?> user) {
    Optional<VarHandleDesc> described = handle.describeConstable();
    List<Class<?>> coordinates = handle.coordinateTypes();
    if (described.isEmpty()) {
      return new Target(handle, null, null, false);
    }
    DirectMethodHandleDesc kind = described.get().bootstrapMethod();
    String name = described.get().constantName();
    return switch (kind.methodName()) {
      case "arrayVarHandle" -> new Target(handle, null, coordinates.get(0), true);
      case "fieldVarHandle" -> {
        Class<?> owner = coordinates.get(0);
        yield new Target(handle, declared(owner, name), owner, false);
      }
      case "staticFieldVarHandle" -> {
        Class<?> owner = declaring(described.get(), user);
        FieldIds.Located field = owner == null ? null : FieldIds.named(owner, name, true);
        yield new Target(handle, field, null, false);
      }
      default -> new Target(handle, null, null, false);
    };
  }

  private static FieldIds.Located declared(Class<?> owner, String name) {
    for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
      FieldIds.Located field = FieldIds.named(c, name, false);
      if (field != null) {
        return field;
      }
    }
    return null;
  }

  private static Class<?> declaring(VarHandleDesc desc, Class<?> user) {
    String descriptor = ((ClassDesc) desc.bootstrapArgsList().get(0)).descriptorString();
    String name = descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    try {
      return Class.forName(name, true, user.getClassLoader());
    } catch (ClassNotFoundException e) {
      return null;
    }
  }
}
