package io.racedet.engine.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineFeed;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the detector of pairs keeps of arrays that are walked over, and that it finds the same. */
class PairWalksTest {
  private static final int LARGE = 1_000_000;
  private static final int NO_LOCATION = EventSink.NO_LOCATION;
  private static final int TRACES = 600;
  private static final int MANY = 100_000;
  private static final int THREADS = 3;
  private static final int MAX_SECTIONS = 1024;
  private static final int FEW = 16; // states of segments and of what is left beside them

  /** A detector with some limits. */
  enum Subject {
    PWR(setup -> PairDetector.pwr(new PairLimits(25, MAX_SECTIONS), setup)),
    PWR_FEW(setup -> PairDetector.pwr(new PairLimits(2, MAX_SECTIONS), setup)),
    PWR_NONE(setup -> PairDetector.pwr(new PairLimits(0, MAX_SECTIONS), setup)),
    SHB(setup -> PairDetector.shb(new PairLimits(3, MAX_SECTIONS), setup));

    private final EngineFeed.Maker<PairDetector> maker;

    Subject(EngineFeed.Maker<PairDetector> maker) {
      this.maker = maker;
    }
  }

  private final List<String> races = new ArrayList<>();

  private static EngineFeed<PairDetector> feed(Subject subject, List<String> races) {
    return new EngineFeed<>(
        subject.maker,
        (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
            races.add(
                "%d %s %s %d %x %d %x"
                    .formatted(variable, kind, ordered, first, firstDetail, second, secondDetail)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, -1})
  void largeArray_thatIsOnlyWalkedOver_isOneSegment(int step) {
    EngineFeed<PairDetector> feed = feed(Subject.PWR, races);
    int first = step > 0 ? 0 : LARGE - 1;
    for (int round = 0; round < 2; round++) {
      for (int thread = 0; thread < THREADS; thread++) {
        feed.event(Op.SYNC_READ, thread, 0, NO_LOCATION);
        feed.range(Op.READ, thread, first, step, LARGE, 1);
        feed.range(Op.WRITE, thread, first, step, LARGE, 2);
        feed.range(Op.WRITE, thread, LARGE - 1 - first, -step, LARGE, 3);
        feed.event(Op.SYNC_WRITE, thread, 0, NO_LOCATION);
      }
    }
    PairDetector engine = feed.finish();
    assertThat(engine.segments()).isEqualTo(1);
    assertThat(engine.rest()).isEqualTo(1);
    assertThat(races).isEmpty();
  }

  @Test
  void largeArray_thatOneLockProtects_isOneSegment() {
    EngineFeed<PairDetector> feed = feed(Subject.PWR, races);
    for (int i = 0; i < 3 * THREADS; i++) {
      int thread = i % THREADS;
      feed.event(Op.ACQUIRE, thread, 0, NO_LOCATION);
      feed.range(i % 2 == 0 ? Op.READ : Op.WRITE, thread, 0, 1, LARGE, 1);
      feed.range(Op.WRITE, thread, 0, 1, LARGE, 2);
      feed.event(Op.RELEASE, thread, 0, NO_LOCATION);
    }
    PairDetector engine = feed.finish();
    assertThat(engine.segments()).isEqualTo(1);
    assertThat(engine.rest()).isLessThanOrEqualTo(FEW);
    assertThat(races).isEmpty();
  }

  @Test
  void singleAccess_leavesTheRestOfTheArrayInSegments() {
    EngineFeed<PairDetector> feed = feed(Subject.PWR, races);
    feed.range(Op.WRITE, 0, 0, 1, LARGE, 1);
    feed.event(Op.WRITE, 1, LARGE / 2, 1);
    assertThat(feed.current().segments()).isEqualTo(2);
    assertThat(races).singleElement().asString().startsWith(LARGE / 2 + " WRITE_WRITE");
    feed.forget(Operand.VARIABLE, LARGE / 4);
    feed.event(Op.WRITE, 1, LARGE / 4, 1);
    assertThat(feed.finish().segments()).isEqualTo(3);
    assertThat(races).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void races_ofSomeTraces_areThoseOfTheSingleEvents(Subject subject) {
    check(subject, 16, TRACES);
  }

  @Tag("soak")
  @ParameterizedTest
  @EnumSource
  void races_ofManyTraces_areThoseOfTheSingleEvents(Subject subject) {
    check(subject, System.nanoTime(), MANY);
  }

  private static void check(Subject subject, long seed, int traces) {
    SplittableRandom random = new SplittableRandom(seed);
    int racy = 0;
    int segments = 0;
    for (int i = 0; i < traces; i++) {
      RandomWalks walks = new RandomWalks(random.nextLong());
      List<String> expected = new ArrayList<>();
      EngineFeed<PairDetector> single = feed(subject, expected);
      walks.send(single::event, single::forget);
      List<String> found = new ArrayList<>();
      EngineFeed<PairDetector> whole = feed(subject, found);
      walks.send(whole, whole::forget);
      assertThat(found).as("seed %d, trace %d", seed, i).isEqualTo(expected);
      assertThat(whole.live()).as("seed %d, trace %d", seed, i).isEqualTo(single.live());
      assertThat(whole.finish().limits())
          .as("seed %d, trace %d", seed, i)
          .isEqualTo(single.finish().limits());
      racy += found.isEmpty() ? 0 : 1;
      segments += whole.finish().segments();
    }
    assertThat(racy).isBetween(traces / 10, traces - traces / 20);
    assertThat(segments).isGreaterThan(traces / 2);
  }

  /** Forgets an id. */
  private interface Forget {
    void forget(Operand space, int id);
  }

  /** Accesses to an array, most of them ordered by turns of the threads or under a lock. */
  private static final class RandomWalks {
    private final List<Consumer<EventSink>> events = new ArrayList<>();
    private final List<Integer> forgotten = new ArrayList<>(); // after an event; else -1
    private final SplittableRandom random;
    private final int elements;
    private final boolean isAtomic;
    private int thread;

    RandomWalks(long seed) {
      random = new SplittableRandom(seed);
      elements = random.nextInt(1, 100);
      int ordered = random.nextInt(60, 101);
      int locked = random.nextInt(3) * 45;
      isAtomic = random.nextInt(3) == 0;
      for (int i = 0, count = random.nextInt(3, 25); i < count; i++) {
        if (random.nextInt(3) == 0) {
          turn(random.nextInt(100) < ordered);
        }
        if (random.nextInt(100) < locked) {
          section(random.nextInt(8) == 0 ? 1 : 0);
        } else {
          add(step());
        }
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

    private void section(int lock) {
      thread = random.nextInt(THREADS);
      int by = thread;
      boolean isShared = random.nextInt(6) == 0;
      Op acquire = isShared ? Op.ACQUIRE_SHARED : Op.ACQUIRE;
      Op release = isShared ? Op.RELEASE_SHARED : Op.RELEASE;
      add(sink -> sink.event(acquire, by, lock, NO_LOCATION));
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        add(step());
      }
      add(sink -> sink.event(release, by, lock, NO_LOCATION));
    }

    private Consumer<EventSink> step() {
      int by = thread;
      int location = random.nextInt(-1, 3);
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
      forgotten.add(random.nextInt(60) == 0 ? random.nextInt(elements) : -1);
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
