package io.racedet.junit.record.detail;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.junit.record.merge.EventTranslator;
import io.racedet.junit.record.merge.LogCursor;
import io.racedet.junit.record.merge.RecordSink;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * A replay in which the calls of libraries are the only accesses: of the contents of their objects,
 * which are the variables. So an engine tells which of these calls nothing orders.
 */
public final class LibraryCallPass implements RecordSink, EventSink {
  private static final int NEW = -1;

  private final SiteCatalog catalog;
  private final EventSink engine;
  private final Long2IntOpenHashMap variables = new Long2IntOpenHashMap(); // by object
  private final LongArrayList objects = new LongArrayList();
  private EventTranslator translator;

  /** Prepares for a replay to an engine. */
  public LibraryCallPass(SiteCatalog catalog, EventSink engine) {
    this.catalog = catalog;
    this.engine = engine;
    variables.defaultReturnValue(NEW);
  }

  /** Sets the translator of the records. */
  public void follow(EventTranslator followed) {
    translator = followed;
  }

  @Override
  public boolean record(LogCursor at) {
    boolean isCall =
        at.kind() == Layout.SYNC
            && at.aspect() == Aspects.LIBRARY_CALL
            && !translator.isLeftover(at.slot())
            && translator.isInScope(at.site());
    if (isCall) {
      Op op = at.syncOp() == OpCodes.WRITE ? Op.WRITE : Op.READ;
      engine.event(op, translator.ids().thread(at.slot()), variable(at.object()), at.site());
    }
    return translator.record(at);
  }

  private int variable(long object) {
    int known = variables.get(object);
    if (known != NEW) {
      return known;
    }
    variables.put(object, objects.size());
    objects.add(object);
    return objects.size() - 1;
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    if (op.operand() != Op.Operand.VARIABLE) {
      engine.event(op, thread, operand, NO_LOCATION);
    }
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    // Another access.
  }

  /** The object that a variable stands for. */
  public long object(int variable) {
    return objects.getLong(variable);
  }

  /** Where a call is. */
  public String place(int location) {
    return location < 0 ? "" : catalog.site(location).instruction().location();
  }
}
