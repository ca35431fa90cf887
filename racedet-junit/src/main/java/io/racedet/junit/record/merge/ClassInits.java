package io.racedet.junit.record.merge;

import io.racedet.junit.record.sites.FieldInfo;
import io.racedet.junit.record.sites.MethodInfo;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.memory.Aspects;
import io.racedet.runtime.memory.Layout;
import io.racedet.runtime.memory.OpCodes;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes that were initialised during a recording, and the records that require one of them to
 * be initialised: accesses to its static fields, and entries of its static methods and
 * constructors.
 */
final class ClassInits {
  static final int NONE = -1;

  private final SiteCatalog catalog;
  private final Map<Type, Integer> indexes = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final List<Integer> initializers = new ArrayList<>();
  private final Int2IntOpenHashMap byMethod = new Int2IntOpenHashMap();
  private final Int2IntOpenHashMap byField = new Int2IntOpenHashMap();

  /** A class; other loaders may have defined classes of the same name. */
  private record Type(String name, int loader) {
    static Type of(MethodInfo method) {
      return new Type(method.className(), method.loader());
    }
  }

  ClassInits(SiteCatalog catalog) {
    this.catalog = catalog;
  }

  /** Adds the class whose initialisation the record ends, if any. */
  void add(LogCursor at) {
    if (isSend(at)) {
      Type type = Type.of(catalog.site(at.site()).method());
      if (indexes.putIfAbsent(type, names.size()) == null) {
        names.add(type.name());
        initializers.add(at.slot());
      }
    }
  }

  private static boolean isSend(LogCursor at) {
    return at.kind() == Layout.SYNC
        && at.syncOp() == OpCodes.SEND
        && at.aspect() == Aspects.CLASS_INIT;
  }

  boolean isEmpty() {
    return names.isEmpty();
  }

  int size() {
    return names.size();
  }

  String name(int index) {
    return names.get(index);
  }

  /** The thread that has initialised the class. */
  int initializer(int index) {
    return initializers.get(index);
  }

  /** The class whose initialisation the record ends, or {@link #NONE}. */
  int sent(LogCursor at) {
    return isSend(at)
        ? indexes.getOrDefault(Type.of(catalog.site(at.site()).method()), NONE)
        : NONE;
  }

  /** The class that must be initialised before the record, or {@link #NONE}. */
  int needed(LogCursor at) {
    if (names.isEmpty()) {
      return NONE;
    }
    int kind = at.kind();
    if (kind == Layout.ENTER) {
      return ofMethod(Layout.method(at.head()));
    }
    if (kind == Layout.ALLOCATED || kind == Layout.EXIT || at.object() != 0) {
      return NONE;
    }
    if (kind == Layout.SYNC) {
      return at.aspect() == Aspects.FIELD ? ofField((int) at.operand()) : NONE;
    }
    return ofField(at.key());
  }

  private int ofMethod(int method) {
    if (byMethod.containsKey(method)) {
      return byMethod.get(method);
    }
    MethodInfo info = catalog.method(method);
    int index = info.initializesClass() ? indexes.getOrDefault(Type.of(info), NONE) : NONE;
    byMethod.put(method, index);
    return index;
  }

  private int ofField(int field) {
    if (byField.containsKey(field)) {
      return byField.get(field);
    }
    FieldInfo info = catalog.field(field);
    int index = indexes.getOrDefault(new Type(info.className(), info.loader()), NONE);
    byField.put(field, index);
    return index;
  }
}
