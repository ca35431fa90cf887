package io.racedet.engine.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import io.racedet.engine.order.AccessOrder;
import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The history of pairs, compared with lists of all accesses and of what each of them knew. */
class PairHistoryTest {
  private static final int STEPS = 700;
  private static final int WRITES = 2_000;
  private static final int THREADS = 4;
  private static final int VARIABLES = 3;
  private static final int LOCKS = 2;
  private static final int NO_LIMIT = Integer.MAX_VALUE;
  private static final int ROOM = 1024; // words, before rows need more

  private record Report(
      int variable, RaceKind kind, boolean ordered, long first, long detail, long second) {}

  /** An access, with what its thread knew. */
  private static final class Access {
    final int thread;
    final long index;
    final long detail;
    final boolean write;
    final long[] known;
    Access superseder; // the first later one of its kind that it is ordered before
    boolean dominates; // whether all older ones of its kind are ordered before it
    boolean endsWalks; // whether it does, and was the newest one until it was superseded

    Access(int thread, long index, long detail, boolean write, long[] known) {
      this.thread = thread;
      this.index = index;
      this.detail = detail;
      this.write = write;
      this.known = known.clone();
    }

    boolean isBefore(Access later) {
      return thread == later.thread || later.known[thread] >= index;
    }

    boolean isNamed() {
      return AccessContext.location(detail) != EventSink.NO_LOCATION;
    }

    boolean isSuperseded() {
      return superseder != null;
    }
  }

  /** An order whose edges are those that the test adds, and those from writes to their reads. */
  private static final class GivenOrder implements AccessOrder {
    private final ThreadClocks clocks = new ThreadClocks();

    @Override
    public void order(Op op, int thread, int from, long time) {
      clocks.join(thread, from, time, clocks.snapshot(from));
    }

    @Override
    public Clock clock(int thread) {
      return clocks.clock(thread);
    }

    @Override
    public Clock snapshot(int thread, long time) {
      return clocks.snapshot(thread);
    }

    @Override
    public boolean readFrom(int thread, int writer, long time, Clock clock) {
      assertThat(clocks.join(thread, writer, time, clock)).as("an unordered write").isTrue();
      return isAlone(time);
    }

    @Override
    public boolean happensBefore(int other, long time, int thread) {
      return isObserved(other, time, thread);
    }
  }

  private static boolean isAlone(long write) {
    return write % 4 != 0;
  }

  private static boolean isObserved(int other, long time, int thread) {
    return (other + time + thread) % 3 == 0;
  }

  private final Random random = new Random(15);
  private final LockContexts contexts = new LockContexts();
  private final GivenOrder order = new GivenOrder();
  private final List<Report> reports = new ArrayList<>();
  private final List<Report> expected = new ArrayList<>();
  private final List<List<Access>> accesses = new ArrayList<>(); // by variable
  private final long[][] known = new long[THREADS][THREADS];
  private int edges;
  private long lacking;
  private PairHistory history;

  private void start(boolean checksFirst, int limit) {
    edges = limit;
    contexts.root(THREADS); // the first context is of no access
    for (int v = 0; v < VARIABLES; v++) {
      accesses.add(new ArrayList<>());
    }
    history =
        new PairHistory(
            order,
            checksFirst,
            new PairLimits(limit, NO_LIMIT),
            contexts,
            (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
                reports.add(new Report(variable, kind, ordered, first, firstDetail, second)));
  }

  @ParameterizedTest
  @CsvSource({
    "true, 0", "true, 1", "true, 3", "true, 2147483647",
    "false, 0", "false, 1", "false, 3", "false, 2147483647"
  })
  void reports_areThePairsOfWhatIsKept(boolean checksFirst, int limit) {
    start(checksFirst, limit);
    int races = 0;
    for (long index = 1; index <= STEPS; index++) {
      int thread = random.nextInt(THREADS);
      int variable = random.nextInt(VARIABLES);
      int choice = random.nextInt(100);
      if (choice < 20) {
        int from = random.nextInt(THREADS);
        order.order(Op.RECEIVE, thread, from, index);
        history.forgetClock();
        join(thread, from, index, known[from].clone());
      } else if (choice < 23) {
        history.forget(variable);
        accesses.get(variable).clear();
      } else {
        access(thread, variable, index, choice < 60, checksFirst);
      }
      assertThat(sorted(reports)).isEqualTo(sorted(expected));
      assertThat(history.lacking()).isEqualTo(lacking);
      if (index % 10 == 0) {
        assertMarked();
      }
      races += reports.size();
      reports.clear();
      expected.clear();
    }
    assertThat(races).isGreaterThan(STEPS / 2);
    assertThat(lacking > 0).isEqualTo(limit > 0 && limit < NO_LIMIT);
  }

  private static List<Report> sorted(List<Report> reports) {
    return reports.stream().sorted(Comparator.comparingLong(Report::first)).toList();
  }

  private void join(int thread, int from, long time, long[] clock) {
    if (thread != from && known[thread][from] < time) {
      for (int t = 0; t < THREADS; t++) {
        known[thread][t] = Math.max(known[thread][t], clock[t]);
      }
      known[thread][from] = time;
    }
  }

  private void access(int thread, int variable, long index, boolean write, boolean first) {
    int context = contexts.root(thread);
    for (int lock = 0; lock < LOCKS; lock++) {
      context = random.nextInt(4) > 0 ? context : contexts.child(context, lock, false);
    }
    long plain = AccessContext.of(context, random.nextInt(3) - 1);
    long detail = random.nextInt(4) > 0 ? plain : AccessContext.atomic(plain);
    if (write) {
      history.write(variable, thread, index, detail);
      Access made = new Access(thread, index, detail, true, known[thread]);
      race(variable, made, true);
      race(variable, made, false);
      add(variable, made);
      return;
    }
    history.read(variable, thread, index, detail);
    if (first) {
      race(variable, new Access(thread, index, detail, false, known[thread].clone()), true);
    }
    Access saw = lastWrite(variable);
    Access before = new Access(thread, index, detail, false, known[thread]);
    if (saw != null && !saw.isBefore(before)) {
      join(thread, saw.thread, saw.index, saw.known);
      if (!first && isAlone(saw.index)) {
        expect(variable, saw, before);
      }
    }
    Access made = new Access(thread, index, detail, false, known[thread]);
    if (!first) {
      race(variable, made, true);
    }
    add(variable, made);
  }

  private Access lastWrite(int variable) {
    Access last = null;
    for (Access access : accesses.get(variable)) {
      last = access.write ? access : last;
    }
    return last;
  }

  /** Expects the pairs with the writes, or the reads, that are kept. */
  private void race(int variable, Access made, boolean writes) {
    boolean any = false;
    for (Access newest : newest(variable, writes)) {
      if (!newest.isBefore(made)) {
        any = true;
        expect(variable, newest, made);
      }
    }
    boolean dominated = false;
    for (Access edge : kept(variable, writes)) {
      if (!edge.isBefore(made)) {
        expect(variable, edge, made);
      } else {
        dominated |= edge.endsWalks;
      }
    }
    boolean isLimited = edges > 0 && edges < NO_LIMIT;
    lacking += any && !dominated && isLimited && distinct(variable, writes).size() > edges ? 1 : 0;
  }

  private void expect(int variable, Access e, Access f) {
    boolean atomic = AccessContext.isAtomic(e.detail) && AccessContext.isAtomic(f.detail);
    if (!atomic && (locks(e) & locks(f)) == 0) {
      RaceKind kind =
          e.write ? f.write ? RaceKind.WRITE_WRITE : RaceKind.WRITE_READ : RaceKind.READ_WRITE;
      boolean ordered = isObserved(e.thread, e.index, f.thread);
      expected.add(new Report(variable, kind, ordered, e.index, e.detail, f.index));
    }
  }

  private int locks(Access access) {
    int locks = 0;
    int context = AccessContext.context(access.detail);
    for (; !contexts.holdsNothing(context); context = contexts.parent(context)) {
      locks |= 1 << contexts.lock(context);
    }
    return locks;
  }

  private void add(int variable, Access made) {
    List<Access> all = accesses.get(variable);
    List<Access> older = all.stream().filter(a -> a.write == made.write).toList();
    made.dominates = older.stream().allMatch(a -> a.isBefore(made));
    for (Access access : older) {
      if (!access.isSuperseded() && access.isBefore(made)) {
        access.superseder = made;
        access.endsWalks = access.dominates && access == older.get(older.size() - 1);
      }
    }
    if (edges == 0) { // then a write supersedes reads, too
      all.removeIf(a -> a.isSuperseded() || made.write && !a.write && a.isBefore(made));
    }
    all.add(made);
  }

  /** Those that no later one is ordered after. */
  private List<Access> newest(int variable, boolean writes) {
    return accesses.get(variable).stream()
        .filter(a -> a.write == writes && !a.isSuperseded())
        .toList();
  }

  /** The superseded ones with another detail word than the one that supersedes them. */
  private List<Access> superseded(int variable, boolean writes) {
    return accesses.get(variable).stream()
        .filter(a -> a.write == writes && a.isSuperseded())
        .filter(a -> edges == NO_LIMIT || !a.isNamed() || a.detail != a.superseder.detail)
        .sorted(Comparator.comparingLong((Access a) -> a.index).reversed())
        .toList();
  }

  /** Of those with the same detail word the newest, if it is named. */
  private List<Access> distinct(int variable, boolean writes) {
    Set<Long> seen = new HashSet<>();
    return superseded(variable, writes).stream()
        .filter(a -> edges == NO_LIMIT || !a.isNamed() || seen.add(a.detail))
        .toList();
  }

  /** Of these the newest up to the limit. */
  private List<Access> kept(int variable, boolean writes) {
    return distinct(variable, writes).stream().limit(edges).toList();
  }

  private void assertMarked() {
    BitSet marked = new BitSet();
    history.markContexts(marked);
    BitSet least = new BitSet();
    BitSet most = new BitSet();
    for (int v = 0; v < VARIABLES; v++) {
      for (boolean writes : new boolean[] {false, true}) {
        newest(v, writes).forEach(a -> least.set(AccessContext.context(a.detail)));
        kept(v, writes).forEach(a -> least.set(AccessContext.context(a.detail)));
        superseded(v, writes).forEach(a -> most.set(AccessContext.context(a.detail)));
      }
    }
    most.or(least);
    BitSet missing = (BitSet) least.clone();
    missing.andNot(marked);
    assertThat(missing).isEqualTo(new BitSet());
    marked.andNot(most);
    assertThat(marked).isEqualTo(new BitSet());
  }

  /** Reads and writes by each thread, some superseded; then the variable is forgotten. */
  @ParameterizedTest
  @ValueSource(ints = {3, NO_LIMIT})
  void rows_ofForgottenVariables_areUsedAgain(int limit) {
    start(true, limit);
    long index = 1;
    for (int variable = 0; variable < 100; variable++) {
      for (int i = 0; i < 10 * THREADS; i++) {
        long detail = AccessContext.of(contexts.root(i % THREADS), i);
        history.write(variable, i % THREADS, index++, detail);
        history.read(variable, i % THREADS, index++, detail);
      }
      history.forget(variable);
    }
    assertThat(history.room()).isEqualTo(ROOM);
  }

  /** A variable that nobody else accesses. */
  @Test
  void edges_beyondTheLimit_areRemoved() {
    start(true, 3);
    for (int i = 1; i <= WRITES; i++) {
      history.write(0, 1, i, AccessContext.of(contexts.root(1), i));
    }
    assertThat(history.room()).isEqualTo(ROOM);
    history.write(0, 2, WRITES + 1, AccessContext.of(contexts.root(2), 0));
    assertThat(reports).extracting(Report::first).containsExactly(2000L, 1999L, 1998L, 1997L);
    assertThat(history.lacking()).isEqualTo(1);
  }
}
