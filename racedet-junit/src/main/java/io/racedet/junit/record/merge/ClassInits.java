package io.racedet.junit.record.merge;

import io.racedet.junit.record.sites.MethodInfo;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.junit.record.sites.TypeInfo;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes that were initialised during a recording, and the records that require some of them
 * to be initialised: accesses to static fields, and entries of static methods and constructors (JLS
 * 12.4.1).
 *
 * <p>A class requires its superclass, and the interfaces whose methods it inherits. One with an
 * initialiser stands for them: it begins after theirs have ended.
 */
final class ClassInits {
  static final int NONE = -1;

  private final SiteCatalog catalog;
  private final RawTrace trace;
  private final LoadedTypes types;
  private final Map<Type, Integer> indexes = new HashMap<>();
  private final Map<Class<?>, Integer> classes = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final List<Integer> initializers = new ArrayList<>();
  private final Int2ObjectOpenHashMap<int[]> byMethod = new Int2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<int[]> byField = new Long2ObjectOpenHashMap<>();
  private final Map<Class<?>, int[]> byClass = new HashMap<>();

  /** A class; other loaders may have defined classes of the same name. */
  private record Type(String name, int loader) {
    static Type of(MethodInfo method) {
      return new Type(method.className(), method.loader());
    }
  }

  ClassInits(RawTrace trace, SiteCatalog catalog, LoadedTypes types) {
    this.trace = trace;
    this.catalog = catalog;
    this.types = types;
  }

  /** Adds the class whose initialisation the record ends, if any. */
  void add(LogCursor at) {
    if (isSend(at)) {
      Type type = Type.of(catalog.site(at.site()).method());
      if (indexes.putIfAbsent(type, names.size()) == null) {
        names.add(type.name());
        initializers.add(at.slot());
        byMethod.clear(); // what requires it is computed anew
        byField.clear();
        byClass.clear();
      }
      Class<?> initialised = trace.typeOf(at.object());
      if (initialised != null) {
        if (classes.put(initialised, indexes.get(type)) == null) {
          byClass.clear();
        }
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

  /** The classes whose initialisation a call is known to have found ended, or to have made. */
  int[] received(LogCursor at) {
    Class<?> type = names.isEmpty() ? null : trace.typeOf(at.object());
    return type == null ? IntArrays.EMPTY_ARRAY : byClass.computeIfAbsent(type, this::ofClass);
  }

  private int[] ofClass(Class<?> type) {
    IntSet result = new IntLinkedOpenHashSet();
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      addClass(at, result);
    }
    return result.toIntArray();
  }

  private void addClass(Class<?> type, IntSet result) {
    Integer index = classes.get(type);
    if (index != null) {
      result.add(index.intValue());
    }
    for (Class<?> superinterface : type.getInterfaces()) {
      addClass(superinterface, result);
    }
  }

  /** The classes that must be initialised before the record. */
  int[] needed(LogCursor at) {
    if (names.isEmpty()) {
      return IntArrays.EMPTY_ARRAY;
    }
    int kind = at.kind();
    if (kind == Layout.ENTER) {
      return ofMethod(Layout.method(at.head()));
    }
    boolean isOfStatic = (kind == Layout.SYNC || at.isAccess()) && at.object() == 0;
    if (!isOfStatic) {
      return IntArrays.EMPTY_ARRAY;
    }
    if (kind == Layout.SYNC) {
      return isOfField(at) ? ofField((int) at.operand(), at.site()) : IntArrays.EMPTY_ARRAY;
    }
    return ofField(at.key(), at.site());
  }

  /*
   * What is written by reflection is recorded before the call, which may itself wait for the
   * initialiser; that it has ended is recorded after the call.
   */
  private static boolean isOfField(LogCursor at) {
    return at.aspect() == Aspects.FIELD && at.syncOp() != OpCodes.SYNC_WRITE;
  }

  private int[] ofMethod(int method) {
    int[] known = byMethod.get(method);
    if (known == null) {
      known = ofMethod(catalog.method(method));
      byMethod.put(method, known);
    }
    return known;
  }

  private int[] ofMethod(MethodInfo method) {
    IntSet result = new IntLinkedOpenHashSet();
    TypeInfo type = types.of(method);
    if (method.name().equals("<clinit>")) {
      addInherited(type, result);
    } else if (method.initializesClass()) {
      add(type, result);
    }
    return result.toIntArray();
  }

  private int[] ofField(int field, int site) {
    long key = types.staticKey(field, site);
    int[] known = byField.get(key);
    if (known == null) {
      IntSet result = new IntLinkedOpenHashSet();
      add(types.declarer(field, site), result);
      known = result.toIntArray();
      byField.put(key, known);
    }
    return known;
  }

  private void add(TypeInfo type, IntSet result) {
    if (type == null || !type.hasInitializer()) {
      addInherited(type, result);
      return;
    }
    Integer index = indexes.get(new Type(type.name(), type.loader()));
    if (index != null) {
      result.add(index.intValue());
    }
  }

  private void addInherited(TypeInfo type, IntSet result) {
    if (type != null && !type.isInterface()) {
      add(types.seenFrom(type, type.superName()), result);
      addInterfaces(type, result);
    }
  }

  private void addInterfaces(TypeInfo type, IntSet result) {
    for (String name : type.interfaces()) {
      TypeInfo superinterface = types.seenFrom(type, name);
      if (superinterface != null) {
        if (superinterface.hasDefaultMethods()) {
          add(superinterface, result);
        }
        addInterfaces(superinterface, result);
      }
    }
  }
}
