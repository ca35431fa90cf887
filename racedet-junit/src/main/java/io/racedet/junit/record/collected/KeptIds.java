package io.racedet.junit.record.collected;

import io.racedet.event.EventSink;
import io.racedet.event.Op.Operand;
import io.racedet.junit.record.ids.PairIds;
import io.racedet.junit.record.merge.EventTranslator;
import io.racedet.junit.record.merge.LockBook;
import io.racedet.junit.record.merge.TraceIds;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.objects.NumberSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;

/**
 * The ids of a trace whose objects have not been collected. The others are forgotten, but for those
 * through which other objects are ordered, too. Not thread-safe.
 */
public final class KeptIds {
  private final EventTranslator translator;
  private final Space variables;
  private final List<Space> spaces;
  private NumberSet collected = NumberSet.upTo(0);

  /** Starts with the ids that a translator has made. */
  public KeptIds(EventTranslator translator) {
    this.translator = translator;
    TraceIds ids = translator.ids();
    variables =
        new Space(
            Operand.VARIABLE,
            ids.variables::size,
            id -> isCollected(ids.variables.first(id)),
            ids.variables::drop);
    spaces =
        List.of(
            variables,
            space(Operand.LOCK, ids.locks),
            space(Operand.SYNC, ids.syncs),
            space(Operand.CHANNEL, ids.channels));
  }

  private Space space(Operand operand, PairIds ids) {
    return new Space(operand, ids::size, id -> isCollected(ids, id), ids::drop);
  }

  private boolean isCollected(long object) {
    return collected.contains(object);
  }

  /* What another object may still use is kept: that of an alias, and that of all objects which code
   * that is not known has connected. */
  private boolean isCollected(PairIds space, int id) {
    long key = space.first(id);
    if (LockBook.aspect(key) == Aspects.ELEMENT && isCollected(space.second(id))) {
      return true; // nobody gets the element any more
    }
    return isCollected(LockBook.object(key)) && !translator.isUsedByOthers(key);
  }

  /**
   * Tells a sink to forget the ids of objects of which no later event is, and drops those that its
   * results do not name.
   */
  public void forget(NumberSet objects, EventSink sink) {
    collected = objects;
    translator.forget(objects::contains);
    for (Space space : spaces) {
      space.forget(translator, sink);
    }
  }

  /** The number of ids that were not forgotten. */
  public long size() {
    return spaces.stream().mapToLong(space -> space.kept.size()).sum();
  }

  /** The number of variables that were not forgotten. */
  public int variables() {
    return variables.kept.size();
  }

  /** The ids of one space. */
  private static final class Space {
    private final Operand operand;
    private final IntSupplier size;
    private final IntPredicate isCollected;
    private final IntConsumer drop;
    private final IntArrayList kept = new IntArrayList();
    private int seen;

    Space(Operand operand, IntSupplier size, IntPredicate isCollected, IntConsumer drop) {
      this.operand = operand;
      this.size = size;
      this.isCollected = isCollected;
      this.drop = drop;
    }

    void forget(EventTranslator translator, EventSink sink) {
      for (int end = size.getAsInt(); seen < end; seen++) {
        kept.add(seen);
      }
      int left = 0;
      for (int i = 0; i < kept.size(); i++) {
        int id = kept.getInt(i);
        if (!isCollected.test(id)) {
          kept.set(left++, id);
        } else {
          translator.forget(operand, id);
          sink.forget(operand, id);
          if (!sink.refersTo(operand, id)) {
            drop.accept(id);
          }
        }
      }
      kept.size(left);
    }
  }
}
