package io.racedet.runtime;

import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.log.Stripes;
import java.lang.reflect.Array;

/**
 * What collections of libraries call around accesses to their own fields and arrays. These are
 * recorded as accesses of the call by which the code under test uses the collection; where other
 * code uses it, they are not recorded.
 *
 * <p>The hooks are called as those of {@link DataHooks}, and {@link DataHooks#after} with the token
 * that they return.
 */
public final class CollectionHooks {
  private CollectionHooks() {}

  /**
   * Called before an access of an instance field, of null when the instruction throws; for the
   * field of a collection itself with {@link Layout#CONTENTS}.
   */
  public static int field(Object owner, int field, int op) {
    return RecordingSwitch.isOnForData() && owner != null
        ? ofField(owner, field, op)
        : Stripes.NOTHING_HELD;
  }

  private static int ofField(Object owner, int field, int op) {
    ThreadBuffer b = Registry.current();
    int site = b == null ? Layout.NONE : b.calls.collectionSite();
    if (site == Layout.NONE) {
      return Stripes.NOTHING_HELD;
    }
    if (field == Layout.CONTENTS) {
      b.collection = owner.getClass();
      b.collectionSite = site;
    } else {
      belongs(b, owner, site);
    }
    return b.session.access(b, Layout.FIELD_WITH_OP + op, owner, field, site);
  }

  /* Reports tell of a part of a collection as of the collection that the same call has accessed. */
  private static void belongs(ThreadBuffer b, Object part, int site) {
    if (b.collectionSite == site) {
      b.session.identities.shapes().own(b.idOf(part), b.collection);
    }
  }

  /**
   * Called before the load of an array element of any type, or the store of a primitive one. When
   * the array is null or the index out of bounds, nothing is recorded.
   */
  public static int element(Object array, int index, int op) {
    return RecordingSwitch.isOnForData() && array != null
        ? ofArray(array, index, op)
        : Stripes.NOTHING_HELD;
  }

  private static int ofArray(Object array, int index, int op) {
    ThreadBuffer b = Registry.current();
    int site = b == null ? Layout.NONE : b.calls.collectionSite();
    if (site == Layout.NONE || index < 0 || index >= Array.getLength(array)) {
      return Stripes.NOTHING_HELD;
    }
    belongs(b, array, site);
    return b.session.access(b, Layout.ELEMENT_WITH_OP + op, array, index, site);
  }

  /**
   * Called before the store of a reference into an array. When the instruction is going to throw,
   * nothing is recorded.
   */
  public static int store(Object array, int index, Object value) {
    return RecordingSwitch.isOnForData() && array != null && DataHooks.isStorable(array, value)
        ? ofArray(array, index, OpCodes.WRITE)
        : Stripes.NOTHING_HELD;
  }
}
