package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineFeed;
import io.racedet.engine.growth.RetainedBytes;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What FastTrack keeps of arrays that are walked over, and that it finds the same races. */
class FastTrackRangesTest {
  private static final int LARGE = 1_000_000;
  private static final int NO_LOCATION = EventSink.NO_LOCATION;
  private static final int TRACES = 3_000;
  private static final int MANY = 100_000;
  private static final int THREADS = 3;
  private static final int SHORT = 8; // elements for which a segment does not pay

  private final List<String> races = new ArrayList<>();

  private EngineFeed<FastTrack> feed() {
    return feed(races);
  }

  private static EngineFeed<FastTrack> feed(List<String> races) {
    return new EngineFeed<>(
        FastTrack::new,
        (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
            races.add(
                "%d %s %d %x %d %x"
                    .formatted(variable, kind, first, firstDetail, second, secondDetail)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, -1})
  void largeArray_thatIsOnlyWalkedOver_isOneSegmentWithoutWordsOfElements(int step) {
    EngineFeed<FastTrack> feed = feed();
    int first = step > 0 ? 0 : LARGE - 1;
    for (int thread = 0; thread < THREADS; thread++) {
      feed.event(Op.SYNC_READ, thread, 0, NO_LOCATION);
      feed.range(Op.READ, thread, first, step, LARGE, NO_LOCATION);
      feed.range(Op.WRITE, thread, first, step, LARGE, NO_LOCATION);
      feed.event(Op.SYNC_WRITE, thread, 0, NO_LOCATION);
    }
    assertIsOneSegmentWithoutWords(feed.finish());
    assertThat(races).isEmpty();
  }

  @Test
  void largeArray_thatAllThreadsRead_isOneSegmentWithARow() {
    EngineFeed<FastTrack> feed = feed();
    writeThenReadByAll(feed);
    FastTrack engine = feed.finish();
    assertIsOneSegmentWithoutWords(engine);
    assertThat(engine.rows()).isLessThanOrEqualTo(2 * SHORT);
    assertThat(races).isEmpty();
  }

  @Test
  void largeArray_thatIsWrittenAfterAllThreadsRead_isOneSegmentWithoutRows() {
    EngineFeed<FastTrack> feed = feed();
    writeThenReadByAll(feed);
    for (int thread = 1; thread <= THREADS; thread++) {
      feed.event(Op.SYNC_WRITE, thread, 0, NO_LOCATION);
    }
    feed.event(Op.SYNC_READ, 0, 0, NO_LOCATION);
    feed.range(Op.WRITE, 0, 0, 1, LARGE, NO_LOCATION);
    FastTrack engine = feed.finish();
    assertIsOneSegmentWithoutWords(engine);
    assertThat(engine.rows()).isZero();
    assertThat(races).isEmpty();
  }

  private static void writeThenReadByAll(EngineFeed<FastTrack> feed) {
    feed.range(Op.WRITE, 0, 0, 1, LARGE, NO_LOCATION);
    feed.event(Op.SYNC_WRITE, 0, 0, NO_LOCATION);
    for (int thread = 1; thread <= THREADS; thread++) {
      feed.event(Op.SYNC_READ, thread, 0, NO_LOCATION);
      feed.range(Op.READ, thread, 0, 1, LARGE, NO_LOCATION);
    }
  }

  /** The words of a variable would take 32 bytes. */
  private static void assertIsOneSegmentWithoutWords(FastTrack engine) {
    assertThat(engine.segments()).isEqualTo(1);
    assertThat(new RetainedBytes().of(engine)).isLessThan(LARGE);
  }

  @ParameterizedTest
  @CsvSource({"7, 0", "8, 1"})
  void walk_makesASegmentIfItIsNotShort(int length, int segments) {
    EngineFeed<FastTrack> feed = feed();
    feed.range(Op.WRITE, 0, 0, 1, length, NO_LOCATION);
    assertThat(feed.finish().segments()).isEqualTo(segments);
  }

  @Test
  void shortWalks_areSingleAccesses_evenIfTheyContinueEachOther() {
    EngineFeed<FastTrack> feed = feed();
    for (int first = 0; first < 2 * SHORT; first += SHORT / 2) {
      feed.range(Op.WRITE, 0, first, 1, SHORT / 2, NO_LOCATION);
    }
    assertThat(feed.finish().segments()).isZero();
  }

  @Test
  void parts_thatThreadsWriteInTurn_areJoinedByTheNextWalk() {
    EngineFeed<FastTrack> feed = feed();
    int part = LARGE / 100;
    for (int i = 0; i < 100; i++) {
      feed.range(Op.WRITE, i % THREADS, i * part, 1, part, NO_LOCATION);
      feed.event(Op.FORK, i % THREADS, THREADS + 1 + i, NO_LOCATION); // no walk goes on
    }
    for (int thread = 0; thread < THREADS; thread++) {
      feed.event(Op.SYNC_WRITE, thread, 0, NO_LOCATION);
    }
    feed.event(Op.SYNC_READ, THREADS, 0, NO_LOCATION);
    assertThat(feed.current().segments()).isEqualTo(100);
    feed.range(Op.WRITE, THREADS, 0, 1, LARGE, NO_LOCATION);
    assertThat(feed.finish().segments()).isEqualTo(1);
    assertThat(races).isEmpty();
  }

  @Test
  void singleAccess_leavesTheRestOfTheArrayInSegments() {
    EngineFeed<FastTrack> feed = feed();
    feed.range(Op.WRITE, 0, 0, 1, LARGE, NO_LOCATION);
    feed.event(Op.WRITE, 1, LARGE / 2, NO_LOCATION);
    assertThat(feed.current().segments()).isEqualTo(2);
    assertThat(races).singleElement().asString().startsWith(LARGE / 2 + " WRITE_WRITE");
    feed.forget(Operand.VARIABLE, LARGE / 4);
    feed.event(Op.WRITE, 1, LARGE / 4, NO_LOCATION);
    assertThat(feed.finish().segments()).isEqualTo(3);
    assertThat(races).hasSize(1);
  }

  /** Thread 0 has read variable 3 as its fourth, thread 1 by either direction. */
  @ParameterizedTest
  @CsvSource({"1, 20", "-1, 29"})
  void write_afterWalksOfTwoReaders_racesWithBothReads(int step, int second) {
    EngineFeed<FastTrack> feed = feedOfPairs();
    feed.range(Op.READ, 0, 0, 1, 2 * SHORT, NO_LOCATION);
    feed.range(Op.READ, 1, step > 0 ? 0 : 2 * SHORT - 1, step, 2 * SHORT, NO_LOCATION);
    feed.event(Op.WRITE, 2, 3, NO_LOCATION);
    feed.finish();
    assertThat(races).containsExactly("4 33", second + " 33");
  }

  @Test
  void write_inALaterBlockWithoutWalks_racesWithTheWalk() {
    EngineFeed<FastTrack> feed = feedOfPairs();
    feed.range(Op.WRITE, 0, 0, 1, 2 * SHORT, NO_LOCATION);
    assertThat(feed.current().segments()).isEqualTo(1);
    feed.event(Op.WRITE, 1, 3, NO_LOCATION);
    feed.finish();
    assertThat(races).containsExactly("4 17");
  }

  @Test
  void walk_thatReadsAgain_takesThePlaceOfTheFirst() {
    EngineFeed<FastTrack> feed = feed();
    feed.range(Op.READ, 0, 0, 1, 2 * SHORT, NO_LOCATION);
    feed.range(Op.READ, 0, 0, 1, 2 * SHORT, NO_LOCATION);
    FastTrack engine = feed.finish();
    assertThat(engine.segments()).isEqualTo(1);
    assertThat(engine.rows()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void races_ofAWriteWithReadsByThreads_areInTheOrderOfTheReads(boolean isUp) {
    EngineFeed<FastTrack> feed = feedOfPairs();
    for (int i = 0; i < THREADS; i++) {
      feed.event(Op.READ, isUp ? i : THREADS - 1 - i, 0, NO_LOCATION);
    }
    feed.event(Op.WRITE, THREADS, 0, NO_LOCATION);
    feed.finish();
    assertThat(races).containsExactly("1 4", "2 4", "3 4");
  }

  private EngineFeed<FastTrack> feedOfPairs() {
    return new EngineFeed<>(
        FastTrack::new,
        (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
            races.add(first + " " + second));
  }

  @Test
  void races_ofSomeTraces_areThoseOfTheSingleEvents() {
    check(16, TRACES);
  }

  @Test
  @Tag("soak")
  void races_ofManyTraces_areThoseOfTheSingleEvents() {
    check(System.nanoTime(), MANY);
  }

  private static void check(long seed, int traces) {
    SplittableRandom random = new SplittableRandom(seed);
    int racy = 0;
    int segments = 0;
    for (int i = 0; i < traces; i++) {
      RandomWalks walks = new RandomWalks(random.nextLong());
      List<String> expected = new ArrayList<>();
      EngineFeed<FastTrack> single = feed(expected);
      walks.send(single::event, single::forget);
      List<String> found = new ArrayList<>();
      EngineFeed<FastTrack> whole = feed(found);
      walks.send(whole, whole::forget);
      assertThat(found).as("seed %d, trace %d", seed, i).isEqualTo(expected);
      assertThat(whole.live()).as("seed %d, trace %d", seed, i).isEqualTo(single.live());
      racy += found.isEmpty() ? 0 : 1;
      segments += whole.finish().segments();
    }
    assertThat(racy).isBetween(traces / 10, traces - traces / 10);
    assertThat(segments).isGreaterThan(traces);
  }

  /** Forgets an id. */
  private interface Forget {
    void forget(Operand space, int id);
  }

  /** Accesses to an array, most of them ordered by turns of the threads. */
  private static final class RandomWalks {
    private final List<Consumer<EventSink>> events = new ArrayList<>();
    private final List<Integer> forgotten = new ArrayList<>(); // after an event; else -1
    private final SplittableRandom random;
    private final int elements;
    private int thread;

    RandomWalks(long seed) {
      random = new SplittableRandom(seed);
      elements = random.nextInt(1, 100);
      int ordered = random.nextInt(60, 101);
      boolean isAtomic = random.nextInt(3) == 0;
      for (int i = 0, count = random.nextInt(5, 60); i < count; i++) {
        if (random.nextInt(3) == 0) {
          turn(random.nextInt(100) < ordered);
        }
        add(step(isAtomic));
      }
    }

    private void turn(boolean isOrdered) {
      int before = thread;
      thread = random.nextInt(THREADS);
      int after = thread;
      if (isOrdered) {
        add(sink -> sink.event(Op.SYNC_WRITE, before, 0, NO_LOCATION));
        add(sink -> sink.event(Op.SYNC_READ, after, 0, NO_LOCATION));
      }
    }

    private Consumer<EventSink> step(boolean isAtomic) {
      int by = thread;
      int location = random.nextInt(3);
      Op op = random.nextBoolean() ? Op.READ : Op.WRITE;
      int choice = random.nextInt(10);
      int from = random.nextInt(elements);
      if (choice == 0 && isAtomic) {
        Op atomic = random.nextBoolean() ? Op.ATOMIC_READ : Op.ATOMIC_WRITE;
        return sink -> sink.event(atomic, by, from, location);
      }
      if (choice <= 1) {
        return sink -> sink.event(op, by, from, location);
      }
      boolean isWhole = choice > 5;
      int stride = choice == 2 ? random.nextInt(2, 4) : 1;
      int first = isWhole ? 0 : from;
      int most = (elements - 1 - first) / stride + 1;
      int length = isWhole ? most : random.nextInt(1, most + 1);
      return random.nextInt(3) == 0
          ? sink -> sink.range(op, by, first + (length - 1) * stride, -stride, length, location)
          : sink -> sink.range(op, by, first, stride, length, location);
    }

    private void add(Consumer<EventSink> event) {
      events.add(event);
      forgotten.add(random.nextInt(40) == 0 ? random.nextInt(elements) : -1);
    }

    void send(EventSink sink, Forget forget) {
      for (int i = 0; i < events.size(); i++) {
        events.get(i).accept(sink);
        if (forgotten.get(i) >= 0) {
          forget.forget(Operand.VARIABLE, forgotten.get(i));
        }
      }
    }
  }
}
