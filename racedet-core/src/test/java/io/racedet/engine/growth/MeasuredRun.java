package io.racedet.engine.growth;

import com.sun.management.ThreadMXBean;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.catalogue.Engines;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.race.RaceSink;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.lang.management.ManagementFactory;

/** Feeds an engine, and counts what the engine does, not what the feed does. */
public final class MeasuredRun implements GrowthRun {
  /** Small ones, which all traces exceed. */
  static final EngineLimits LIMITS = new EngineLimits(5, 32, 16);

  private static final int LOOKS = 8;
  private static final int WORDS = 3;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final EventBlock block = new EventBlock();
  private LockContexts contexts;
  private Int2IntOpenHashMap contextOf; // by thread
  private Engine engine;
  private RetainedBytes memory;
  private long operations;
  private long allocated;
  private long retained;
  private long races;

  @Override
  public Sample run(String name, int[] trace) {
    contexts = new LockContexts();
    contextOf = new Int2IntOpenHashMap();
    operations = 0;
    allocated = 0;
    retained = 0;
    races = 0;
    RaceSink sink = (variable, kind, ordered, first, firstDetail, second, secondDetail) -> races++;
    memory = new RetainedBytes(contexts, this, sink);
    EngineSetup setup = new EngineSetup(contexts, sink, LIMITS, null);
    measured(() -> engine = Engines.named(name).create(setup));
    int events = trace.length / WORDS;
    for (int i = 0; i < events; i++) {
      add(Op.of(trace[WORDS * i]), trace[WORDS * i + 1], trace[WORDS * i + 2], i + 1L);
      boolean look = (long) (i + 1) * LOOKS / events > (long) i * LOOKS / events;
      if (block.isFull() || look) {
        measured(() -> engine.consume(block));
        block.clear();
      }
      if (look) {
        look();
      }
    }
    measured(() -> engine.finish());
    look();
    return new Sample(operations, allocated, retained, races);
  }

  private void measured(Runnable step) {
    long operationsBefore = Operations.count();
    long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
    step.run();
    allocated += threads.getCurrentThreadAllocatedBytes() - allocatedBefore;
    operations += Operations.count() - operationsBefore;
  }

  private void look() {
    retained = Math.max(retained, memory.of(engine));
  }

  private void add(Op op, int thread, int operand, long index) {
    int context = contextOf.containsKey(thread) ? contextOf.get(thread) : contexts.root(thread);
    switch (op) {
      case ACQUIRE -> {
        context = contexts.child(context, operand, false);
        contextOf.put(thread, context);
      }
      case RELEASE -> contextOf.put(thread, without(context, operand));
      default -> {
        /* The locks held do not change. */
      }
    }
    block.add(op, thread, operand, index, context, 0);
  }

  private int without(int context, int lock) {
    int parent = contexts.parent(context);
    return contexts.lock(context) == lock
        ? parent
        : contexts.child(without(parent, lock), contexts.lock(context), false);
  }
}
