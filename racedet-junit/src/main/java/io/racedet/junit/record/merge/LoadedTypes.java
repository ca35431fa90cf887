package io.racedet.junit.record.merge;

import io.racedet.junit.record.sites.FieldInfo;
import io.racedet.junit.record.sites.MethodInfo;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.junit.record.sites.TypeInfo;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which class a name stands for: several loaders may each have defined one. When code is woven, it
 * is not known yet which loader is going to define a class that the code uses, so the field ids in
 * it may stand for the static fields of several classes. Not thread-safe.
 */
final class LoadedTypes {
  private static final byte ONE = 1;
  private static final byte SEVERAL = 2;
  private static final long UNKNOWN = -1;

  private final SiteCatalog catalog;
  private final boolean complete;
  private byte[] copies = new byte[256];
  private final Long2LongOpenHashMap keys = new Long2LongOpenHashMap();
  private final Map<Field, Integer> first = new HashMap<>();

  private record Field(TypeInfo declarer, String name) {}

  /**
   * @param complete whether no class will be woven any more; else each static field counts as one
   *     of several, since another loader may define its class later
   */
  LoadedTypes(SiteCatalog catalog, boolean complete) {
    this.catalog = catalog;
    this.complete = complete;
    keys.defaultReturnValue(UNKNOWN);
  }

  /** The class of a method, or null. */
  TypeInfo of(MethodInfo method) {
    return of(method.className(), method.loader());
  }

  private TypeInfo of(String name, int loader) {
    for (TypeInfo type : catalog.types(name)) {
      if (type.loader() == loader) {
        return type;
      }
    }
    return null;
  }

  /** The class of that name that a class refers to; null if none is woven. */
  TypeInfo seenFrom(TypeInfo user, String name) {
    List<TypeInfo> types = catalog.types(name);
    if (types.size() > 1 && user != null) {
      for (int loader : user.loaders()) {
        TypeInfo type = of(name, loader);
        if (type != null) {
          return type;
        }
      }
    }
    return types.isEmpty() ? null : types.get(0);
  }

  /** The class that declares the static field of a record; null if none is woven. */
  TypeInfo declarer(int field, int site) {
    FieldInfo info = catalog.field(field);
    TypeInfo user = site < 0 ? null : of(catalog.site(site).method());
    boolean isExact = user == null || !user.loaders().contains(info.loader());
    TypeInfo declarer = isExact ? of(info.className(), info.loader()) : null;
    return declarer != null ? declarer : seenFrom(user, info.className());
  }

  /**
   * What tells a static field from all others: its id, and if several loaders have defined the
   * class that declares it, which of them in the high half.
   */
  long staticKey(int field, int site) {
    if (field < 0 || complete && !isCopied(field)) {
      return field;
    }
    long use = (long) site << 32 | field;
    long known = keys.get(use);
    if (known == UNKNOWN) {
      known = newStaticKey(field, site);
      keys.put(use, known);
    }
    return known;
  }

  private long newStaticKey(int field, int site) {
    TypeInfo declarer = declarer(field, site);
    if (declarer == null) {
      return field;
    }
    int id = first.computeIfAbsent(new Field(declarer, catalog.field(field).name()), key -> field);
    return declarer.loader() + 1L << 32 | id;
  }

  private boolean isCopied(int field) {
    if (field >= copies.length) {
      copies = Arrays.copyOf(copies, Math.max(field + 1, 2 * copies.length));
    }
    if (copies[field] == 0) {
      List<TypeInfo> types = catalog.types(catalog.field(field).className());
      copies[field] = types.size() > 1 ? SEVERAL : ONE;
    }
    return copies[field] == SEVERAL;
  }
}
