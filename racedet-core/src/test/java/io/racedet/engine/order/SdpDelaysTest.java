package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The delays that count at a release, compared with a list of all that a thread knows. */
class SdpDelaysTest {
  private static final int STEPS = 6_000;
  private static final int THREADS = 4;
  private static final int LOCKS = 2;

  private record Delay(OpenSection earlier, Set<OpenSection> inside) {}

  private record Snapshot(SdpDelays.Known known, Set<Delay> delays) {}

  private final Random random = new Random(15);
  private final SdpDelays delays = new SdpDelays();
  private final HappensBefore observed = HappensBefore.asObserved(null);
  private final List<OpenSection> finished = new ArrayList<>();
  private final List<HeldSections> held = new ArrayList<>();
  private final List<Set<Delay>> expected = new ArrayList<>();
  private final List<Snapshot> snapshots = new ArrayList<>();
  private int counted;

  SdpDelaysTest() {
    for (int thread = 0; thread < THREADS; thread++) {
      held.add(null);
      expected.add(new HashSet<>());
    }
  }

  @Test
  void countingFor_isWhatIsBeforeTheDelaysThatTheSectionIsNotIn() {
    for (int time = 1; time <= STEPS; time++) {
      int thread = random.nextInt(THREADS);
      int lock = random.nextInt(LOCKS);
      boolean shared = random.nextBoolean();
      switch (random.nextInt(5)) {
        case 0 -> acquire(thread, lock, shared, time);
        case 1 -> release(thread, lock, shared, time);
        case 2 -> exchange(thread);
        default -> delay(thread);
      }
    }
    assertThat(counted).isPositive();
  }

  private static List<OpenSection> list(HeldSections held) {
    List<OpenSection> sections = new ArrayList<>();
    for (HeldSections at = held; at != null; at = at.others()) {
      sections.add(at.innermost());
    }
    return sections;
  }

  private OpenSection find(int thread, int lock, boolean shared) {
    return list(held.get(thread)).stream()
        .filter(section -> section.lock == lock && section.shared == shared)
        .findAny()
        .orElse(null);
  }

  private void acquire(int thread, int lock, boolean shared, long time) {
    for (HeldSections theirs : held) {
      for (OpenSection open : list(theirs)) {
        boolean excludes = open.thread != thread ? !(open.shared && shared) : open.shared == shared;
        if (open.lock == lock && excludes) {
          return;
        }
      }
    }
    observed.order(shared ? Op.ACQUIRE_SHARED : Op.ACQUIRE, thread, lock, time);
    OpenSection section = new OpenSection(thread, lock, shared, time);
    held.set(thread, new HeldSections(section, held.get(thread)));
  }

  private void release(int thread, int lock, boolean shared, long time) {
    OpenSection section = find(thread, lock, shared);
    if (section == null) {
      return;
    }
    checkCountingFor(section);
    observed.order(shared ? Op.RELEASE_SHARED : Op.RELEASE, thread, lock, time);
    section.end(time, observed.snapshot(thread, time));
    held.set(thread, held.get(thread).without(section));
    finished.add(section);
    snapshots.add(new Snapshot(delays.snapshot(thread), new HashSet<>(expected.get(thread))));
  }

  private void checkCountingFor(OpenSection section) {
    long[] known = new long[THREADS];
    for (Delay delay : expected.get(section.thread)) {
      if (!delay.inside.contains(section)) {
        OpenSection earlier = delay.earlier;
        for (int other = 0; other < THREADS; other++) {
          long then = other == earlier.thread ? earlier.released() : earlier.clock().known(other);
          known[other] = Math.max(known[other], then);
        }
        counted++;
      }
    }
    for (int other = 0; other < THREADS; other++) {
      assertThat(delays.countingFor(section).known(other)).isEqualTo(known[other]);
    }
  }

  /** A thread learns what another one knew at one of its last releases. */
  private void exchange(int thread) {
    if (!snapshots.isEmpty()) {
      int newest = snapshots.size() - 1;
      Snapshot snapshot = snapshots.get(Math.max(0, newest - random.nextInt(6)));
      delays.learn(thread, snapshot.known);
      expected.get(thread).addAll(snapshot.delays);
    }
  }

  private void delay(int thread) {
    List<OpenSection> mine = list(held.get(thread));
    if (mine.isEmpty() || finished.isEmpty()) {
      return;
    }
    OpenSection section = mine.get(random.nextInt(mine.size()));
    int newest = finished.size() - 1;
    OpenSection earlier = finished.get(Math.max(0, newest - random.nextInt(10)));
    boolean excludes = !(earlier.shared && section.shared);
    if (earlier.lock == section.lock && earlier.thread != thread && excludes) {
      delays.delay(section, held.get(thread), earlier);
      Set<OpenSection> inside = new HashSet<>(mine);
      inside.removeIf(open -> open.lock != earlier.lock);
      expected.get(thread).add(new Delay(earlier, inside));
    }
  }

  private OpenSection section(int thread, long acquired) {
    observed.order(Op.ACQUIRE, thread, 0, acquired);
    OpenSection section = new OpenSection(thread, 0, false, acquired);
    held.set(thread, new HeldSections(section, null));
    return section;
  }

  private OpenSection finish(int thread, long acquired) {
    OpenSection section = section(thread, acquired);
    observed.order(Op.RELEASE, thread, 0, acquired + 1);
    section.end(acquired + 1, observed.snapshot(thread, acquired + 1));
    return section;
  }

  /** Otherwise each exchange would double it. */
  @Test
  void snapshot_hasADelayOnceHoweverOftenItIsExchanged() {
    OpenSection earlier = finish(1, 1);
    OpenSection section = section(0, 3);
    delays.delay(section, held.get(0), earlier);
    for (int i = 0; i < 6; i++) {
      delays.learn(2, delays.snapshot(0));
      delays.learn(0, delays.snapshot(2));
    }
    assertThat(delays.snapshot(0).size()).isEqualTo(1);
    assertThat(delays.snapshot(2).size()).isEqualTo(1);
  }

  @Test
  void snapshot_hasTheNewestOfOrderedDelays() {
    OpenSection older = finish(1, 1);
    OpenSection newer = finish(2, 3);
    OpenSection section = section(0, 5);
    delays.delay(section, held.get(0), older);
    SdpDelays.Known before = delays.snapshot(0);
    delays.delay(section, held.get(0), newer);
    assertThat(delays.snapshot(0).size()).isEqualTo(1);
    delays.learn(0, before);
    assertThat(delays.snapshot(0).size()).isEqualTo(1);
    OpenSection another = new OpenSection(0, 1, false, 6);
    assertThat(delays.countingFor(another).known(1)).isEqualTo(2);
    assertThat(delays.countingFor(another).known(2)).isEqualTo(4);
    assertThat(delays.countingFor(section).known(2)).as("of itself").isZero();
  }

  @Test
  void snapshot_hasNoDelayOfASectionThatIsOver() {
    OpenSection earlier = finish(1, 1);
    OpenSection section = section(0, 3);
    delays.delay(section, held.get(0), earlier);
    section.end(4, observed.snapshot(0, 4));
    assertThat(delays.snapshot(0).size()).isZero();
    OpenSection another = new OpenSection(0, 1, false, 5);
    assertThat(delays.countingFor(another).known(1)).as("but it counts").isEqualTo(2);
  }
}
