package io.racedet.junit.record.merge;

import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.objects.NumberSet;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntIterator;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.function.IntConsumer;

/**
 * The elements of collections that are written one by one. An access of many elements concerns
 * these alone: no event of another thread can depend on the others. While a recording is in
 * progress, those are known that have been seen; a read of many elements, which may have no end,
 * does not concern what is written for the first time much later.
 */
final class ElementWrites {
  private static final int SEVERAL = -2;

  /** What is written of one collection. */
  private static final class Written {
    private final IntAVLTreeSet indices = new IntAVLTreeSet();
    private int by;

    Written(int slot) {
      this.by = slot;
    }
  }

  private final Long2ObjectOpenHashMap<Written> written = new Long2ObjectOpenHashMap<>();

  private static boolean isRange(LogCursor at) {
    return at.isRange() && !at.isOfArray();
  }

  void add(LogCursor at) {
    if (isRange(at) && at.syncOp() == OpCodes.WRITE) {
      at.forEachElement(index -> written(at).indices.add(index));
    } else if (at.kind() == Layout.ELEMENT_WITH_OP + OpCodes.WRITE && Layout.isElement(at.key())) {
      written(at).indices.add(Layout.indexOf(at.key()));
    }
  }

  /** Forgets what is written of objects; nothing more is done with them. */
  void forget(NumberSet objects) {
    written.keySet().removeIf(objects::contains);
  }

  private Written written(LogCursor at) {
    Written of = written.get(at.object());
    if (of == null) {
      of = new Written(at.slot());
      written.put(at.object(), of);
    }
    of.by = of.by == at.slot() ? of.by : SEVERAL;
    return of;
  }

  /** Whether a record reads many elements of a collection. */
  static boolean isRead(LogCursor at) {
    return isRange(at) && at.syncOp() == OpCodes.READ;
  }

  /** Sends the elements of a range that is written, or of which another thread has written some. */
  void forEachWritten(LogCursor range, IntConsumer indices) {
    Written of = written.get(range.object());
    boolean write = range.syncOp() == OpCodes.WRITE;
    if (isRange(range) && of != null && (write || of.by != range.slot())) {
      int end = (int) range.operand();
      IntIterator each = of.indices.iterator((int) (range.operand() >>> Integer.SIZE) - 1);
      for (int index = next(each, end); index < end; index = next(each, end)) {
        indices.accept(index);
      }
    }
  }

  private static int next(IntIterator each, int end) {
    return each.hasNext() ? each.nextInt() : end;
  }
}
