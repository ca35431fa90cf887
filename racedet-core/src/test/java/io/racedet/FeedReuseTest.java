package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.LastWriteRelation;
import io.racedet.oracle.Pair;
import io.racedet.oracle.PwrRelation;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.race.Access;
import io.racedet.race.Race;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Feeds in which short threads share slots, and of which everything is forgotten after its last
 * event, compared with the relations by their definitions.
 */
class FeedReuseTest {
  private static final Shape SHAPE = Shape.shortThreads();
  private static final List<Shape> SHAPES =
      List.of(SHAPE, SHAPE.withVariables(1), SHAPE.withLocks(1).with(Shape.Step.ACQUIRE, 8));
  private static final int SOAK_TRACES = 100_000;

  @Provide
  Arbitrary<TestTrace> traces() {
    return RandomTraces.arbitrary(SHAPE);
  }

  @Property(tries = 500)
  void randomTrace_everyEngineThatForgets_agreesWithItsDefinition(
      @ForAll("traces") TestTrace trace, @ForAll int seed) {
    assertExact(trace, seed);
  }

  @Test
  void someTraces_reuseSlotsOften() {
    int threads = 0;
    int slots = 0;
    int gone = 0;
    for (int seed = 0; seed < 300; seed++) {
      TestTrace trace = RandomTraces.of(SHAPES.get(seed % SHAPES.size()), seed);
      FeedRun run = assertExact(trace, seed);
      threads += trace.count(Operand.THREAD);
      slots += run.slots();
      gone += run.joinsOfGoneThreads();
    }
    assertThat(threads - slots).isGreaterThan(250);
    assertThat(gone).isGreaterThan(100);
  }

  @Test
  @Tag("soak")
  void manyTraces_everyEngineThatForgets_agreesWithItsDefinition(TestReporter reporter) {
    long seed = System.nanoTime();
    reporter.publishEntry("seed", String.valueOf(seed));
    for (int i = 0; i < SOAK_TRACES; i++) {
      assertExact(RandomTraces.of(SHAPES.get(i % SHAPES.size()), seed + i), seed + i);
    }
  }

  private static FeedRun assertExact(TestTrace trace, long seed) {
    String what = "seed " + seed + trace;
    SortedSet<Pair> races = new HappensBefore(trace).races();
    assertVerdicts("djit", races, trace, seed);
    assertVerdicts("shb", LastWriteRelation.schedulable(trace).races(), trace, seed);
    FeedRun fastTrack = FeedRun.of("fasttrack", trace, seed);
    assertThat(firstOf(fastTrack.pairs(), trace)).as(what).isEqualTo(firstOf(races, trace));
    SortedSet<Pair> predicted = new PwrRelation(trace).pairs();
    assertThat(FeedRun.of("pwr-ee", trace, seed).pairs()).as(what).isEqualTo(predicted);
    assertThat(FeedRun.of("pwr-ee-l", trace, seed).pairs()).as(what).isEqualTo(predicted);
    return fastTrack;
  }

  /**
   * An access is reported iff it races, with true partners; of threads in one slot only with that
   * of the last.
   */
  private static void assertVerdicts(
      String engine, SortedSet<Pair> expected, TestTrace trace, long seed) {
    String what = engine + ", seed " + seed + trace;
    SortedSet<Pair> found = FeedRun.of(engine, trace, seed).pairs();
    assertThat(expected).as(what).containsAll(found);
    assertThat(seconds(found)).as(what).isEqualTo(seconds(expected));
    assertThat(Pair.lastOfEachThread(expected, trace)).as(what).containsAll(found);
  }

  private static Set<Integer> seconds(Collection<Pair> pairs) {
    return pairs.stream().map(Pair::second).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<Integer, Integer> firstOf(Iterable<Pair> pairs, TestTrace trace) {
    Map<Integer, Integer> first = new TreeMap<>();
    for (Pair pair : pairs) {
      first.merge(trace.event(pair.second()).operand(), pair.second(), Math::min);
    }
    return first;
  }

  /**
   * A run of a feed.
   *
   * @param pairs the races
   * @param slots how many slots the threads had
   * @param joinsOfGoneThreads how many joins there were of threads whose slot another one had
   */
  private record FeedRun(SortedSet<Pair> pairs, int slots, int joinsOfGoneThreads) {
    static FeedRun of(String engine, TestTrace trace, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      RaceFeed.Builder builder = RaceFeed.with(engine).everyPair(true).delay(1 + random.nextInt(8));
      RaceFeed feed = new RaceFeed(builder, 1 + random.nextInt(4));
      Map<Operand, Map<Integer, Integer>> lastEvents = lastEvents(trace);
      int gone = 0;
      for (int index = 1; index <= trace.size(); index++) {
        TraceEvent event = trace.event(index);
        Operand space = event.op().operand();
        int thread = handle(feed, trace, Operand.THREAD, event.thread());
        int operand = space == Operand.NONE ? 0 : handle(feed, trace, space, event.operand());
        gone += event.op() == Op.JOIN && feed.intake().isGone(operand) ? 1 : 0;
        feed.event(event.op(), thread, operand, feed.location(String.valueOf(index)));
        for (Map.Entry<Operand, Map<Integer, Integer>> last : lastEvents.entrySet()) {
          for (Map.Entry<Integer, Integer> id : last.getValue().entrySet()) {
            if (id.getValue() == index && random.nextInt(4) > 0) {
              forget(feed, trace, last.getKey(), id.getKey());
            }
          }
        }
      }
      int slots = feed.intake().slots();
      SortedSet<Pair> pairs = new TreeSet<>();
      for (Race race : feed.finish().races()) {
        pairs.add(new Pair((int) race.first().index(), (int) race.second().index()));
        assertNamed(race.first(), trace);
        assertNamed(race.second(), trace);
      }
      return new FeedRun(pairs, slots, gone);
    }

    private static int handle(RaceFeed feed, TestTrace trace, Operand space, int id) {
      return feed.handle(space, trace.name(space, id));
    }

    private static void forget(RaceFeed feed, TestTrace trace, Operand space, int id) {
      int handle = handle(feed, trace, space, id);
      if (!feed.intake().isInUse(space, handle)) {
        feed.forget(space, handle);
      }
    }

    /** The last event that mentions an id, by space and id. */
    private static Map<Operand, Map<Integer, Integer>> lastEvents(TestTrace trace) {
      Map<Operand, Map<Integer, Integer>> last = new EnumMap<>(Operand.class);
      for (int index = 1; index <= trace.size(); index++) {
        TraceEvent event = trace.event(index);
        Operand space = event.op().operand();
        last.computeIfAbsent(Operand.THREAD, s -> new TreeMap<>()).put(event.thread(), index);
        if (space != Operand.NONE && space != Operand.OBJECT) {
          last.computeIfAbsent(space, s -> new TreeMap<>()).put(event.operand(), index);
        }
      }
      return last;
    }

    private static void assertNamed(Access access, TestTrace trace) {
      TraceEvent event = trace.event((int) access.index());
      assertThat(access.thread()).isEqualTo(trace.name(Operand.THREAD, event.thread()));
      assertThat(access.location()).isEqualTo(String.valueOf(access.index()));
      assertThat(access.write()).isEqualTo(event.isWrite());
    }
  }
}
