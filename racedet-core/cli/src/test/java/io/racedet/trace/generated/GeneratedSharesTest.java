package io.racedet.trace.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.racedet.event.Op;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * How often a generated trace does what, of the times that it could. The numbers are those of the
 * constants of {@link GeneratedTrace}; a quarter of a skewed range has 0.63 of its weight, the cube
 * root of a quarter.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GeneratedSharesTest {
  private static final int THREADS = 64;
  private static final int LOCKS = 2_000;
  private static final int LOCATIONS = 400;
  private static final double SKEWED = Math.cbrt(0.25);

  /* Of 10,000 variables 900 are constants, 5,000 locals, 4,000 guarded, and the last 100 racy. */
  private static final int LOCALS = 900;
  private static final int GUARDED = 5_900;
  private static final int RACY = 9_900;

  private static final Workload SOME_SYNC =
      new Workload(THREADS, LOCKS, 10_000, 50_000, 20, LOCATIONS, 20_000, 1);
  private static final Workload MAX_SYNC =
      new Workload(THREADS, LOCKS, 10_000, 30_000, 90, LOCATIONS, 0, 1);

  private List<NumberedEvent> trace;
  private Share racy;
  private Share writes;
  private Share constants;
  private Share guarded;
  private Share innermost;
  private Share firstLocks;

  /** What happened of what could have happened. */
  private static final class Share {
    private int all;
    private int counted;

    void add(boolean counts) {
      all++;
      counted += counts ? 1 : 0;
    }

    void assertIs(double expected, double tolerance) {
      assertThat(all).isGreaterThan(200);
      assertThat((double) counted / all).isCloseTo(expected, within(tolerance));
    }
  }

  /** The work of a trace: what is between the forks and the joins. */
  private static List<NumberedEvent> work(Workload workload) throws IOException {
    List<NumberedEvent> all = NumberedEvent.all(workload);
    int forks = 0;
    while (all.get(forks).op() != Op.FORK) {
      forks++;
    }
    return all.subList(forks + THREADS - 1, all.size() - THREADS);
  }

  @BeforeAll
  void countAccesses() throws IOException {
    trace = work(SOME_SYNC);
    racy = new Share();
    writes = new Share();
    constants = new Share();
    guarded = new Share();
    innermost = new Share();
    firstLocks = new Share();
    Map<Integer, Deque<Integer>> held = new HashMap<>();
    for (NumberedEvent e : trace) {
      Deque<Integer> locks = held.computeIfAbsent(e.thread(), t -> new ArrayDeque<>());
      switch (e.op()) {
        case ACQUIRE -> {
          if (locks.isEmpty()) { // an inner one is above the outer one
            firstLocks.add(e.operand() < LOCKS / 4);
          }
          locks.push(e.operand());
        }
        case RELEASE -> locks.pop();
        default -> count(e, locks);
      }
    }
  }

  private void count(NumberedEvent e, Deque<Integer> locks) {
    int variable = e.operand();
    boolean isConstant = variable < LOCALS;
    boolean isGuarded = GUARDED <= variable && variable < RACY;
    racy.add(variable >= RACY);
    if (!isConstant) {
      writes.add(e.op() == Op.WRITE);
    }
    if (variable < GUARDED) {
      constants.add(isConstant);
    }
    if (!locks.isEmpty() && variable < RACY) {
      guarded.add(isGuarded);
    }
    if (locks.size() == 2 && isGuarded) {
      innermost.add((variable - GUARDED) / 2 == locks.peek());
    }
  }

  @Test
  void accesses_areOfEachKindAsOftenAsSaid() {
    racy.assertIs(0.02, 0.002);
    writes.assertIs(0.35, 0.005);
    constants.assertIs(0.15, 0.005);
    guarded.assertIs(0.60, 0.003);
    innermost.assertIs(0.5, 0.05);
  }

  @Test
  void fewVariablesAndLocks_areUsedMostOfTheTime() {
    Share firstConstants = new Share();
    Share firstLocals = new Share();
    Share firstRacy = new Share();
    for (NumberedEvent e : trace) {
      int variable = e.operand();
      if (e.isAccess() && variable < LOCALS) {
        firstConstants.add(variable < LOCALS / 4);
      } else if (e.isAccess() && variable < GUARDED) {
        int begin = LOCALS + 5_000 * e.thread() / THREADS;
        firstLocals.add(variable - begin < 5_000 / THREADS / 4.0);
      } else if (e.isAccess() && variable >= RACY) {
        firstRacy.add(variable < RACY + 25);
      }
    }
    firstConstants.assertIs(SKEWED, 0.02);
    firstLocals.assertIs(SKEWED, 0.02);
    firstRacy.assertIs(SKEWED, 0.03);
    firstLocks.assertIs(SKEWED - 0.05, 0.05); // fewer, since another thread holds it more often
  }

  @Test
  void bothLocationsOfAnOperationOnAField_areUsed() {
    Share second = new Share();
    trace.stream().filter(NumberedEvent::isAccess).forEach(e -> second.add(e.location() % 2 == 1));
    second.assertIs(0.5, 0.01);
  }

  /** A turn has one event and a skewed number of further ones, up to 31. */
  @Test
  void threads_takeTurns() {
    Share single = new Share();
    Share longer = new Share();
    int[] eventsOf = new int[THREADS];
    int from = 0;
    for (int i = 1; i <= trace.size(); i++) {
      if (i == trace.size() || trace.get(i).thread() != trace.get(from).thread()) {
        eventsOf[trace.get(from).thread()] += i - from;
        single.add(i - from == 1);
        longer.add(i - from > 32); // two turns of a thread, one after the other
        from = i;
      }
    }
    single.assertIs(Math.cbrt(1 / 32.0), 0.02);
    longer.assertIs(0, 0.01);
    double mean = 1;
    for (int more = 1; more < 32; more++) {
      mean += 1 - Math.cbrt(more / 32.0);
    }
    assertThat((double) trace.size() / single.all).isCloseTo(mean, within(0.4));
    for (int events : eventsOf) {
      assertThat(events).isBetween(trace.size() / THREADS / 2, trace.size() / THREADS * 2);
    }
  }

  /** When sections are due, a thread begins one, and in ten of a hundred cases an inner one. */
  @Test
  void sections_areBegunWhenTheyAreDue_andHaveUpToTwelveAccesses() throws IOException {
    Share outer = new Share();
    Share inner = new Share();
    int[] accesses = new int[13]; // sections by the number of their accesses
    Map<Integer, Deque<int[]>> held = new HashMap<>();
    for (NumberedEvent e : work(MAX_SYNC)) {
      Deque<int[]> sections = held.computeIfAbsent(e.thread(), t -> new ArrayDeque<>());
      boolean begins = e.op() == Op.ACQUIRE;
      if (sections.isEmpty()) {
        outer.add(begins);
      } else if (sections.size() < 3 && e.op() != Op.RELEASE) {
        inner.add(begins);
      }
      switch (e.op()) {
        case ACQUIRE -> {
          sections.forEach(section -> section[1] = 1);
          sections.push(new int[2]);
        }
        case RELEASE -> {
          int[] section = sections.pop();
          accesses[section[1] == 0 ? section[0] : 0]++;
        }
        default -> sections.forEach(section -> section[0]++);
      }
    }
    outer.assertIs(1, 0.02);
    inner.assertIs(0.1, 0.005);
    int ended = 0;
    for (int count = 1; count <= 12; count++) {
      assertThat(accesses[count]).isGreaterThan(100);
      ended += accesses[count];
    }
    assertThat((double) accesses[1] / ended).isCloseTo(1 / 7.0, within(0.1));
  }

  @Test
  void withoutSections_allVariablesAreUsed() throws IOException {
    Set<Integer> used = new HashSet<>();
    NumberedEvent.all(new Workload(2, 0, 20, 5_000, 0, 5, 0, 1)).stream()
        .filter(NumberedEvent::isAccess)
        .forEach(e -> used.add(e.operand()));
    assertThat(used).hasSize(20);
  }

  /** Of two variables one is constant; the other one belongs to the second thread. */
  @Test
  void threadWithoutVariables_readsConstants() throws IOException {
    Share first = new Share();
    NumberedEvent.all(new Workload(2, 0, 2, 5_000, 0, 5, 0, 1))
        .forEach(e -> first.add(e.thread() == 0));
    first.assertIs(0.5, 0.1);
  }

  /**
   * While the other thread holds the first of two locks, each of three tries finds it again with
   * the cube root of one half; then the thread does not wait, but accesses a variable.
   */
  @Test
  void lockThatIsFree_isTriedThreeTimes() throws IOException {
    Share begins = new Share();
    int syncs = 0;
    List<List<Integer>> held = List.of(new ArrayList<>(), new ArrayList<>());
    List<NumberedEvent> all = NumberedEvent.all(new Workload(2, 2, 10, 40_000, 90, 5, 0, 1));
    for (int at = 2; at < all.size() - 3; at++) {
      NumberedEvent e = all.get(at);
      boolean due = syncs * 100L < at * 90L;
      if (due && held.get(e.thread()).isEmpty() && held.get(1 - e.thread()).equals(List.of(0))) {
        begins.add(e.op() == Op.ACQUIRE);
      }
      switch (e.op()) {
        case ACQUIRE -> held.get(e.thread()).add(e.operand());
        case RELEASE -> held.get(e.thread()).remove((Integer) e.operand());
        default -> syncs--;
      }
      syncs++;
    }
    begins.assertIs(1 - Math.pow(Math.cbrt(0.5), 3), 0.05);
  }
}
