package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.compressed.stretch.Beginning;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cutting of a trace into stretches, with summaries which are the lists of their events. */
class ParallelEngineTest {
  private static final long SEED = 42;
  private static final int RACING = 2;
  private static final long COSTLY = EventBlock.word(Op.READ, 1, 3);
  private static final long[] WORDS = {
    EventBlock.word(Op.ACQUIRE, 1, 0),
    EventBlock.word(Op.READ, 1, 1),
    EventBlock.word(Op.WRITE, 1, 1),
    EventBlock.word(Op.SYNC_READ, 1, 1),
    EventBlock.word(Op.WRITE, 1, RACING),
    COSTLY
  };

  private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger stretches = new AtomicInteger();
  private final List<String> lines = new ArrayList<>(); // what the beginning of the trace gets
  private long index;

  /** Takes many steps for some events. */
  private final class Inner extends RecordedStretch {
    Inner() {
      stretches.incrementAndGet();
    }

    @Override
    public long steps() {
      return events.contains(COSTLY) ? Long.MAX_VALUE : 0;
    }

    @Override
    public List<Long> summary() {
      threads.add(Thread.currentThread());
      return super.summary();
    }
  }

  /** Writes down what it gets, as text; one variable races in all stretches. */
  private final class Whole implements Beginning<List<Long>> {
    @Override
    public void event(long word, long time, long detail) {
      lines.add(word + " at " + time);
    }

    @Override
    public void pass(long time) {
      lines.add("pass " + time);
    }

    @Override
    public boolean racesIn(List<Long> next) {
      return ParallelEngineTest.racesIn(next);
    }

    @Override
    public void append(List<Long> next) {
      lines.add("append " + next);
    }

    @Override
    public BitSet appendRaceless(List<Long> next) {
      lines.add("raceless " + next);
      BitSet racing = new BitSet();
      racing.set(RACING);
      return racing;
    }
  }

  private static boolean racesIn(List<Long> events) {
    return events.contains(WORDS[4]);
  }

  private ParallelEngine<List<Long>> engine(int workers, int length) {
    EngineSetup setup = new EngineSetup(new LockContexts(), FoundRaces.all());
    setup.contexts().root(1);
    StretchAnalysis<List<Long>> analysis =
        new StretchAnalysis<>(allocated -> new Inner(), (races, allocated) -> new Whole());
    return new ParallelEngine<>(analysis, setup, workers, length);
  }

  private EventBlock block(long... words) {
    EventBlock block = new EventBlock();
    for (long word : words) {
      int thread = EventBlock.thread(word);
      block.add(EventBlock.op(word), thread, EventBlock.operand(word), ++index, 0, 0);
    }
    return block;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void stretches_areAppendedInOrder_andProcessedAgainIfTheyRaceOrCostTooMuch(int workers) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 40; round++) {
      int length = 1 + random.nextInt(6);
      long[] trace = random.ints(random.nextInt(60), 0, 6).mapToLong(i -> WORDS[i]).toArray();
      lines.clear();
      index = 0;
      ParallelEngine<List<Long>> engine = engine(workers, length);
      for (int from = 0; from < trace.length; ) {
        int to = Math.min(trace.length, from + 1 + random.nextInt(10));
        engine.consume(block(Arrays.copyOfRange(trace, from, to)));
        from = to;
      }
      engine.finish();
      assertThat(lines).as("seed %s, round %s", SEED, round).isEqualTo(expected(trace, length));
    }
  }

  private static List<String> expected(long[] trace, int length) {
    List<String> expected = new ArrayList<>();
    for (int from = 0; from < trace.length; from += length) {
      int to = Math.min(trace.length, from + length);
      List<Long> events = Arrays.stream(trace, from, to).boxed().toList();
      boolean isCostly = events.contains(COSTLY);
      if (!isCostly) {
        expected.add((racesIn(events) ? "raceless " : "append ") + events);
      }
      for (int i = from; i < to && (isCostly || racesIn(events)); i++) {
        boolean isOther =
            EventBlock.isAccess(trace[i]) && EventBlock.operand(trace[i]) != RACING && !isCostly;
        expected.addAll(isOther ? List.of() : List.of(trace[i] + " at " + (i + 1)));
      }
      expected.addAll(isCostly || racesIn(events) ? List.of("pass " + to) : List.of());
    }
    return expected;
  }

  /** With more workers, one stretch for each of them is queued. */
  @Test
  void stretches_areAppendedAsSoonAsEachWorkerHasANewOne() {
    for (int workers = 1; workers <= 4; workers++) {
      lines.clear();
      index = 0;
      ParallelEngine<List<Long>> engine = engine(workers, 2);
      int queued = workers == 1 ? 0 : workers;
      for (int cut = 1; cut <= 12; cut++) {
        engine.consume(block(WORDS[0], WORDS[1]));
        assertThat(lines).as("workers: %s", workers).hasSize(Math.max(0, cut - queued));
      }
      engine.finish();
      assertThat(lines).hasSize(12);
    }
  }

  @Test
  void oneWorker_isTheCallingThread_withOneStretch() {
    ParallelEngine<List<Long>> engine = engine(1, 1);
    engine.consume(block(WORDS[0], WORDS[1], WORDS[2]));
    engine.finish();

    Thread own = Thread.currentThread();
    assertThat(threads).containsExactly(own, own, own);
    assertThat(stretches).hasValue(1);
  }

  @Test
  void severalWorkers_areThreadsOfAPool_whichEnds() {
    ParallelEngine<List<Long>> engine = engine(2, 1);
    engine.consume(block(WORDS[0], WORDS[1], WORDS[2]));
    engine.finish();

    assertThat(threads).hasSize(3).allMatch(thread -> thread instanceof ForkJoinWorkerThread);
    ForkJoinPool pool = ((ForkJoinWorkerThread) threads.get(0)).getPool();
    assertThat(pool.getParallelism()).isEqualTo(2);
    assertThat(pool.isShutdown()).isTrue();
  }

  @Test
  void noWorkers_areRefused() {
    assertThatThrownBy(() -> engine(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("workers: 0 (expected: at least 1)");
  }

  @Test
  void stretchWithManyChannels_endsBeforeItIsFull() {
    ParallelEngine<List<Long>> engine = engine(1, 10_000);
    for (int i = 1; i <= 1024; i++) {
      assertThat(lines).isEmpty();
      engine.consume(block(WakeChannelsTest.round()));
    }
    assertThat(lines).hasSize(1);
    engine.finish();
    assertThat(lines).hasSize(1);
  }
}
