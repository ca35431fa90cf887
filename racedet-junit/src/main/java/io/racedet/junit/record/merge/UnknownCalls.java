package io.racedet.junit.record.merge;

import io.racedet.event.Op;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.function.LongPredicate;

/**
 * The objects on which code is called of which nothing is known. Objects that one such call has got
 * are connected: the code may store one in another. A group of connected objects matters only if
 * several threads make calls on it, or access the fields or elements of its objects.
 *
 * <p>While a recording is in progress, objects are connected from the call on that connects them,
 * which comes after the calls on both groups so far, and before those on the group that they
 * become.
 */
final class UnknownCalls {
  private static final int NONE = -1;
  private static final int NO_THREAD = -1;
  private static final int SEVERAL = -2;
  private static final int FEWEST = 1024;

  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private final LongArrayList objects = new LongArrayList();
  private final IntArrayList parents = new IntArrayList();

  /** By root: the thread that makes calls on the group, or {@link #SEVERAL}. */
  private final IntArrayList callers = new IntArrayList();

  private final IntArrayList sizes = new IntArrayList(); // by root, of objects not forgotten
  private final IntArrayList kept = new IntArrayList(); // numbers of objects not forgotten
  private int removeAt = FEWEST; // objects

  UnknownCalls() {
    numbers.defaultReturnValue(NONE);
  }

  void add(LogCursor at) {
    if (at.syncOp() != OpCodes.UNKNOWN) {
      return;
    }
    int root = root(number(at.object()));
    if (at.aspect() == Aspects.CONNECTED) {
      int other = root(number(at.operand()));
      if (root != other) {
        parents.set(other, root);
        call(root, callers.getInt(other));
      }
    } else {
      call(root, at.slot());
    }
  }

  /** Adds a thread that accesses an object; all calls have been added. */
  void use(long object, int slot) {
    int number = numbers.get(object);
    if (number != NONE) {
      call(root(number), slot);
    }
  }

  private void call(int root, int caller) {
    int known = callers.getInt(root);
    if (known == NO_THREAD) {
      callers.set(root, caller);
    } else if (caller != NO_THREAD && caller != known) {
      callers.set(root, SEVERAL);
    }
  }

  /** Whether several threads use the objects that the object is connected with. */
  boolean isShared(long object) {
    return callers.getInt(root(numbers.get(object))) == SEVERAL;
  }

  /** The object that represents those that the object is connected with. */
  long group(long object) {
    return objects.getLong(root(number(object)));
  }

  /** Connects the groups of two objects: that of the first one represents both. */
  void connect(long object, long other) {
    int root = root(number(object));
    int joined = root(number(other));
    if (root != joined) {
      parents.set(joined, root);
      sizes.set(root, sizes.getInt(root) + sizes.getInt(joined));
    }
  }

  /**
   * Forgets objects of which no later record is, while a recording is in progress. Nobody asks any
   * more for groups that were {@linkplain #isOver over} before.
   */
  void forget(LongPredicate collected) {
    if (objects.size() >= removeAt) {
      removeGroups();
      removeAt = 2 * objects.size() + FEWEST;
    }
    int left = 0;
    for (int i = 0; i < kept.size(); i++) {
      int number = kept.getInt(i);
      if (collected.test(objects.getLong(number))) {
        int root = root(number);
        sizes.set(root, sizes.getInt(root) - 1);
      } else {
        kept.set(left++, number);
      }
    }
    kept.size(left);
  }

  /* Those that are over; the numbers of others become smaller. */
  private void removeGroups() {
    int[] roots = new int[objects.size()];
    int[] renumbered = new int[objects.size()];
    int left = 0;
    for (int number = 0; number < roots.length; number++) {
      roots[number] = root(number);
      renumbered[number] = sizes.getInt(roots[number]) > 0 ? left++ : NONE;
    }
    for (int number = 0; number < roots.length; number++) {
      int to = renumbered[number];
      if (to == NONE) {
        numbers.remove(objects.getLong(number));
      } else {
        numbers.put(objects.getLong(number), to);
        objects.set(to, objects.getLong(number));
        parents.set(to, renumbered[roots[number]]);
        callers.set(to, callers.getInt(number));
        sizes.set(to, sizes.getInt(number));
      }
    }
    objects.size(left);
    parents.size(left);
    callers.size(left);
    sizes.size(left);
    for (int i = 0; i < kept.size(); i++) {
      kept.set(i, renumbered[kept.getInt(i)]);
    }
    numbers.trim();
  }

  /** How many objects are known. */
  int size() {
    return objects.size();
  }

  /** Whether all objects that are connected with an object have been forgotten, as it has. */
  boolean isOver(long object) {
    int number = numbers.get(object);
    return number != NONE && sizes.getInt(root(number)) == 0;
  }

  private int number(long object) {
    int number = numbers.get(object);
    if (number == NONE) {
      number = objects.size();
      numbers.put(object, number);
      objects.add(object);
      parents.add(number);
      callers.add(NO_THREAD);
      sizes.add(1);
      kept.add(number);
    }
    return number;
  }

  private int root(int number) {
    int root = number;
    while (parents.getInt(root) != root) {
      root = parents.getInt(root);
    }
    for (int at = number; at != root; ) {
      int next = parents.getInt(at);
      parents.set(at, root);
      at = next;
    }
    return root;
  }

  /** Emits that two objects share their calls from now on, if a record is the first to say so. */
  void connect(LogCursor at, TraceIds ids, Emitter out) {
    if (at.aspect() == Aspects.CONNECTED && group(at.object()) != group(at.operand())) {
      out.emit(Op.SYNC_READ, at.slot(), id(at.operand(), ids), at.site());
      out.emit(Op.SYNC_READ, at.slot(), id(at.object(), ids), at.site());
      out.emit(Op.SYNC_WRITE, at.slot(), id(at.object(), ids), at.site());
      connect(at.object(), at.operand());
    }
  }

  /** Emits that a call keeps its order among those on the same object, in every prediction. */
  void emit(LogCursor at, TraceIds ids, Emitter out) {
    if (at.aspect() == Aspects.UNKNOWN_CALL) {
      out.emit(Op.SYNC_READ, at.slot(), id(at.object(), ids), at.site());
      out.emit(Op.SYNC_WRITE, at.slot(), id(at.object(), ids), at.site());
    }
  }

  private int id(long object, TraceIds ids) {
    return ids.syncs.of(LockBook.key(group(object), Aspects.UNKNOWN_CALL), 0);
  }
}
