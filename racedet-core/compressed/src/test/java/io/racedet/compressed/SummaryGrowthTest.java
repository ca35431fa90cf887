package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.TraceCompressor;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineFeed;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.catalogue.Engines;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The memory that the engines allocate, on traces whose summaries would have a row for each thread,
 * lock or variable in each symbol: in a trace of twice the length it is about twice as much, and it
 * is within a bound: of what the event-by-event engine allocates, or of the size of the grammar.
 */
class SummaryGrowthTest {
  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** What arrays may grow by, in one step. */
  private static final long STEP = 2 << 20;

  /** What a symbol of a grammar may take, where the grammar is given. */
  private static final long SYMBOL = 1024;

  /** What summaries may take whatever the trace is, with all that is thrown away. */
  private static final long BASE = 16 << 20;

  /** A family of traces, by the number of rounds. */
  private enum Shape {
    THREADS(1000, SummaryGrowthTest::threads),
    CONTENDING_THREADS(500, SummaryGrowthTest::contendingThreads),
    LOCKS_HELD(500, SummaryGrowthTest::locksHeld),
    LONG_HELD_LOCKS(500, SummaryGrowthTest::longHeldLocks),
    NESTED_RULES(1200, SummaryGrowthTest::nestedRules),
    READERS(60, SummaryGrowthTest::readers);

    private final int size;
    private final ObjIntConsumer<EventSink> events;

    Shape(int size, ObjIntConsumer<EventSink> events) {
      this.size = size;
      this.events = events;
    }
  }

  /** A way to run an engine. */
  private enum Mode {
    COMPRESSED,
    RULES,
    STRETCHES
  }

  /** Threads that are forked and joined, each with a variable of its own. */
  private static void threads(EventSink sink, int threads) {
    for (int thread = 1; thread <= threads; thread++) {
      add(sink, Op.FORK, 0, thread);
      add(sink, Op.WRITE, thread, thread);
    }
    for (int thread = 1; thread <= threads; thread++) {
      add(sink, Op.JOIN, 0, thread);
    }
  }

  /** Threads that take one lock in turn, each several times. */
  private static void contendingThreads(EventSink sink, int threads) {
    for (int thread = 1; thread <= threads; thread++) {
      add(sink, Op.FORK, 0, thread);
      for (int i = 0; i < 10; i++) {
        add(sink, Op.ACQUIRE, thread, 0);
        add(sink, Op.READ, thread, 0);
        add(sink, Op.WRITE, thread, 0);
        add(sink, Op.RELEASE, thread, 0);
      }
    }
  }

  /** Two threads that in turn take all locks, one inside another, and access a variable in each. */
  private static void locksHeld(EventSink sink, int locks) {
    for (int round = 0; round < 4; round++) {
      for (int lock = 0; lock < locks; lock++) {
        add(sink, Op.ACQUIRE, round % 2, lock);
        add(sink, Op.WRITE, round % 2, lock);
      }
      for (int lock = locks - 1; lock >= 0; lock--) {
        add(sink, Op.RELEASE, round % 2, lock);
      }
    }
  }

  /** Threads that hold their locks throughout, and others that take one lock in turn. */
  private static void longHeldLocks(EventSink sink, int rounds) {
    int holders = 40;
    for (int holder = 0; holder < holders; holder++) {
      add(sink, Op.ACQUIRE, holder, holder);
    }
    for (int round = 0; round < rounds; round++) {
      for (int holder = 0; holder < holders; holder++) {
        add(sink, Op.WRITE, holder, round % 7 * holders + holder);
      }
      int other = holders + round % 11;
      add(sink, Op.ACQUIRE, other, holders);
      add(sink, Op.WRITE, other, 7 * holders);
      add(sink, Op.RELEASE, other, holders);
    }
    for (int holder = 0; holder < holders; holder++) {
      add(sink, Op.RELEASE, holder, holder);
    }
  }

  /** Each rule is the previous one and a read of one variable more; so n^2 / 2 events. */
  private static void nestedRules(EventSink sink, int size) {
    int variables = (int) Math.round(20 * Math.sqrt(size));
    for (int variable = 0; variable < variables; variable++) {
      add(sink, Op.WRITE, 0, variable);
    }
    add(sink, Op.FORK, 0, 1);
    for (int reader = 0; reader < 2; reader++) {
      for (int end = 1; end <= variables; end++) {
        for (int variable = 0; variable < end; variable++) {
          add(sink, Op.READ, reader, variable);
        }
      }
    }
  }

  /** Threads that read all of many variables. */
  private static void readers(EventSink sink, int threads) {
    int variables = 500;
    for (int variable = 0; variable < variables; variable++) {
      add(sink, Op.WRITE, 0, variable);
    }
    for (int thread = 1; thread <= threads; thread++) {
      add(sink, Op.FORK, 0, thread);
    }
    for (int thread = 1; thread <= threads; thread++) {
      for (int variable = 0; variable < variables; variable++) {
        add(sink, Op.READ, thread, variable);
      }
    }
    for (int thread = 1; thread <= threads; thread++) {
      add(sink, Op.JOIN, 0, thread);
    }
    for (int variable = 0; variable < variables; variable++) {
      add(sink, Op.WRITE, 0, variable);
    }
  }

  private static void add(EventSink sink, Op op, int thread, int operand) {
    sink.event(op, thread, operand, EventSink.NO_LOCATION);
  }

  @ParameterizedTest
  @EnumSource
  void allocatedMemory_growsWithTheTrace(Shape shape) {
    int[] sizes = {shape.size / 4, shape.size, 2 * shape.size};
    Grammar[] grammars = new Grammar[sizes.length];
    Arrays.setAll(grammars, i -> grammar(shape, sizes[i]));
    long mostOfRules = STEP + SYMBOL * grammars[2].size();
    Map<String, String> plainEngines = Map.of("slp-hb", "fasttrack", "slp-lockset", "eraser");
    plainEngines.forEach(
        (name, plain) -> {
          CompressedEngine engine = (CompressedEngine) Engines.named(name);
          long most = BASE + 4 * fed(Engines.named(plain)::create, shape, 2 * shape.size);
          for (Mode mode : Mode.values()) {
            long[] bytes = new long[sizes.length]; // the first run loads classes, and grows tables
            Arrays.setAll(bytes, i -> run(engine, mode, shape, sizes[i], grammars[i]));
            assertThat(bytes[2])
                .as("%s, %s", name, mode)
                .isLessThan(5 * bytes[1] / 2 + STEP)
                .isLessThan(mode == Mode.RULES ? mostOfRules : most);
          }
        });
  }

  private static long run(
      CompressedEngine engine, Mode mode, Shape shape, int size, Grammar grammar) {
    return switch (mode) {
      case COMPRESSED -> fed(engine::create, shape, size);
      case STRETCHES -> fed(setup -> engine.createParallel(setup, 1, 1 << 14), shape, size);
      case RULES -> {
        long before = BEAN.getThreadAllocatedBytes(Thread.currentThread().getId());
        engine.analyse(
            grammar,
            AllocatedVariables.RENAMED,
            new EngineSetup(new LockContexts(), FoundRaces.all()));
        yield BEAN.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
      }
    };
  }

  private static Grammar grammar(Shape shape, int size) {
    TraceCompressor compressor = new TraceCompressor(false);
    shape.events.accept(
        (op, thread, operand, location) ->
            compressor.append(EventBlock.word(op, thread, operand), location),
        size);
    return compressor.grammar();
  }

  private static long fed(EngineFeed.Maker<Engine> maker, Shape shape, int size) {
    long before = BEAN.getThreadAllocatedBytes(Thread.currentThread().getId());
    EngineFeed<Engine> feed = new EngineFeed<>(maker, FoundRaces.all());
    shape.events.accept(feed, size);
    feed.finish();
    return BEAN.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
  }
}
