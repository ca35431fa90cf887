package io.racedet.engine;

import io.racedet.engine.catalogue.Engines;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.event.Walk;
import io.racedet.race.RaceSink;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Feeds one engine, which need not be in the catalogue: numbers events, removes re-entrant acquires
 * and releases, and tracks the locks that each thread holds.
 */
public final class EngineFeed<E extends Engine> implements EventSink {
  /** Creates engines, as {@link Engines} does. */
  public interface Maker<E extends Engine> {
    E make(EngineSetup setup);
  }

  private record Mode(int thread, int lock, boolean shared) {}

  private final LockContexts contexts = new LockContexts();
  private final E engine;
  private final EventBlock block = new EventBlock();
  private final Map<Mode, Integer> depth = new HashMap<>();
  private final Map<Integer, List<Mode>> held = new HashMap<>();
  private final Map<Integer, Integer> current = new HashMap<>(); // contexts of threads, if known
  private long index;

  public EngineFeed(Maker<E> maker, RaceSink races) {
    engine = maker.make(new EngineSetup(contexts, races));
  }

  /** Forgets an id, as between blocks. */
  public void forget(Op.Operand space, int id) {
    flush();
    engine.forget(space, id);
  }

  /** Marks the contexts of all accesses so far that later races can name. */
  public BitSet live() {
    flush();
    BitSet live = new BitSet();
    engine.markContexts(live);
    return live;
  }

  /** The contexts of the trace so far. */
  public LockContexts contexts() {
    return contexts;
  }

  /** The engine, after the events so far. */
  public E current() {
    flush();
    return engine;
  }

  /** Ends the trace and returns the engine. */
  public E finish() {
    flush();
    engine.finish();
    return engine;
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    boolean shared = op == Op.ACQUIRE_SHARED || op == Op.RELEASE_SHARED;
    Mode mode = new Mode(thread, operand, shared);
    List<Mode> locks = held.computeIfAbsent(thread, unseen -> new ArrayList<>());
    int context = current.computeIfAbsent(thread, of -> context(of, locks));
    boolean inner = false;
    index++;
    switch (op) {
      case ACQUIRE, ACQUIRE_SHARED -> {
        inner = depth.merge(mode, 1, Integer::sum) > 1;
        if (!inner) {
          locks.add(mode);
          context = contexts.child(context, operand, shared);
          current.put(thread, context);
        }
      }
      case RELEASE, RELEASE_SHARED -> {
        inner = depth.merge(mode, -1, Integer::sum) > 0;
        if (!inner) {
          locks.remove(mode);
          current.remove(thread);
        }
      }
      default -> {
        /* The locks held do not change. */
      }
    }
    if (!inner) {
      block.add(op, thread, operand, index, context, location);
    }
    if (block.isFull()) {
      flush();
    }
  }

  /** Feeds a range as such if the engine takes it, in parts that fit into a block. */
  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    if (!engine.takesRanges()) {
      EventSink.super.range(op, thread, first, stride, count, location);
      return;
    }
    List<Mode> locks = held.computeIfAbsent(thread, unseen -> new ArrayList<>());
    int context = current.computeIfAbsent(thread, of -> context(of, locks));
    for (int done = 0; done < count; ) {
      int part = Math.min(count - done, block.room());
      long walk = Walk.of(stride, part);
      block.addRange(op, thread, first + done * stride, walk, index + 1, context, location);
      index += part;
      done += part;
      if (block.isFull()) {
        flush();
      }
    }
  }

  private void flush() {
    engine.consume(block);
    block.clear();
  }

  private int context(int thread, List<Mode> locks) {
    int context = contexts.root(thread);
    for (Mode mode : locks) {
      context = contexts.child(context, mode.lock, mode.shared);
    }
    return context;
  }
}
