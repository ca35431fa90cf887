package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.oracle.LockCycles;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.oracle.TraceRuns;
import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Deadlocks of traces of dense ids, compared with their definitions; each event is a location. */
class DeadlockWatchTest {
  private static final TraceRuns RUNS = TraceRuns.ofDeadlocks();
  private static final long ENOUGH = 1_000_000;

  private static void send(TestTrace trace, EventSink sink) {
    for (int i = 0; i < trace.size(); i++) {
      TraceEvent event = trace.events().get(i);
      sink.event(event.op(), event.thread(), event.operand(), i + 1);
    }
  }

  private static Set<List<Integer>> sorted(Set<List<Integer>> cycles) {
    return cycles.stream()
        .map(cycle -> cycle.stream().sorted().toList())
        .collect(Collectors.toSet());
  }

  @Test
  @Tag("random")
  void watch_randomTraces_locationsOfThePatterns() {
    RUNS.checkSome(
        trace -> {
          DeadlockWatch watch = new DeadlockWatch(location -> false);
          send(trace, watch);
          Set<List<Integer>> found = new HashSet<>();
          watch.finish().forEach(each -> found.add(each.locations().stream().sorted().toList()));
          Set<List<Integer>> cycles = sorted(new LockCycles(trace).cycles());
          cycles.removeIf(cycle -> isOrderedByThreads(trace, cycle));
          assertThat(found).isEqualTo(cycles);
        });
  }

  private static boolean isOrderedByThreads(TestTrace trace, List<Integer> cycle) {
    return cycle.stream()
        .anyMatch(first -> cycle.stream().anyMatch(then -> isBefore(trace, first - 1, then - 1)));
  }

  /* The order of each thread with the edges of starts and joins, and nothing else. */
  private static boolean isBefore(TestTrace trace, int first, int then) {
    Set<Integer> reached = new HashSet<>(Set.of(first));
    Set<Integer> threads = new HashSet<>(Set.of(trace.events().get(first).thread()));
    for (int i = first + 1; i <= then; i++) {
      TraceEvent event = trace.events().get(i);
      boolean joins = event.op() == Op.JOIN && threads.contains(event.operand());
      if (threads.contains(event.thread()) || joins) {
        reached.add(i);
        threads.add(event.thread());
        if (event.op() == Op.FORK) {
          threads.add(event.operand());
        }
      }
    }
    return first != then && reached.contains(then);
  }

  private static void ordered(String order, int expected, String... events) {
    DeadlockWatch watch = new DeadlockWatch(location -> false);
    send(TestTrace.parse(events), watch);
    assertThat(watch.finish()).as(order).hasSize(expected);
  }

  @Test
  void patternsOrderedByStartsAndJoins_areLeftOut() {
    String[] one = {"T1|acq(a)", "T1|acq(b)", "T1|rel(b)", "T1|rel(a)"};
    String[] two = {"T2|acq(b)", "T2|acq(a)", "T2|rel(a)", "T2|rel(b)"};
    ordered("none", 1, all(one, two));
    ordered("start", 0, all(one, new String[] {"T1|fork(T2)"}, two));
    ordered("start before", 1, all(new String[] {"T1|fork(T2)"}, one, two));
    ordered("join", 0, all(two, new String[] {"T1|join(T2)"}, one));
    ordered("start by a third", 0, all(one, new String[] {"T3|join(T1)", "T3|fork(T2)"}, two));
    ordered("start before the join", 1, all(one, new String[] {"T3|fork(T2)", "T3|join(T1)"}, two));
    ordered("one of two instances", 1, all(one, new String[] {"T1|fork(T2)"}, two, one));
  }

  private static String[] all(String[]... parts) {
    return Arrays.stream(parts).flatMap(Arrays::stream).toArray(String[]::new);
  }

  private static void pass(DeadlockWatch watch, int thread, int lock, int other, int location) {
    watch.event(Op.ACQUIRE, thread, lock, 0);
    watch.event(Op.ACQUIRE, thread, other, location);
    watch.event(Op.RELEASE, thread, other, 0);
    watch.event(Op.RELEASE, thread, lock, 0);
  }

  @Test
  void pattern_inTheOrderOfTheRequests_equalOnesOnce() {
    DeadlockWatch watch = new DeadlockWatch(location -> false);
    pass(watch, 2, 2, 0, 12);
    pass(watch, 0, 0, 1, 10);
    pass(watch, 1, 1, 2, 11);
    pass(watch, 2, 3, 2, 99); // in no cycle
    pass(watch, 0, 10, 11, 10); // the same at the same locations with other locks
    pass(watch, 2, 12, 10, 12);
    pass(watch, 1, 11, 12, 11);
    assertThat(watch.finish())
        .containsExactlyInAnyOrder(
            new DeadlockWatch.Pattern(List.of(2, 0, 1), List.of(12, 10, 11)),
            new DeadlockWatch.Pattern(List.of(0, 2, 1), List.of(10, 12, 11)));
    DeadlockWatch again = new DeadlockWatch(location -> false);
    for (int lock = 0; lock < 20; lock += 2) {
      pass(again, 0, lock, lock + 1, 10);
      pass(again, 1, lock + 1, lock, 11);
    }
    assertThat(again.finish())
        .containsExactly(new DeadlockWatch.Pattern(List.of(0, 1), List.of(10, 11)));
  }

  @Test
  void manyThreads_someOfTheirPatterns() {
    DeadlockWatch watch = new DeadlockWatch(location -> false);
    for (int thread = 0; thread < 100; thread++) {
      pass(watch, thread, thread % 2, 1 - thread % 2, thread);
    }
    assertThat(watch.finish()).hasSize(DeadlockWatch.MAX_PATTERNS);
  }

  @Test
  @Tag("random")
  void analysis_randomTraces_provesWhatIsPossible() {
    RUNS.checkSome(
        trace -> {
          DeadlockAnalysis analysis =
              new DeadlockAnalysis(Names.IDS, location -> false, ENOUGH, Long.MAX_VALUE);
          send(trace, analysis);
          DeadlockReport report = analysis.finish();
          assertThat(report.problems()).isEmpty();
          assertThat(report.deadlocks()).allMatch(each -> each.grade() == Grade.WITNESSED);
          Set<List<Integer>> found = new HashSet<>();
          report.deadlocks().forEach(each -> found.add(indices(each)));
          assertThat(found).isEqualTo(sorted(new Reorderings(trace).deadlocks()));
        });
  }

  private static List<Integer> indices(Deadlock deadlock) {
    return List.copyOf(
        deadlock.requests().stream()
            .map(request -> (int) request.index())
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static final TestTrace CYCLE =
      TestTrace.parse("T1|acq(a)", "T1|acq(b)", "T1|rel(b)", "T1|rel(a)", "T2|acq(b)", "T2|acq(a)");

  @Test
  void tries_areNoRequests_butHold() {
    for (int tried = 1; tried <= CYCLE.size(); tried++) {
      int location = tried;
      DeadlockWatch watch = new DeadlockWatch(at -> at == location);
      send(CYCLE, watch);
      DeadlockAnalysis analysis =
          new DeadlockAnalysis(Names.IDS, at -> at == location, ENOUGH, ENOUGH);
      send(CYCLE, analysis);
      int expected = tried == 2 || tried == 6 ? 0 : 1;
      assertThat(watch.finish()).as("try %d", tried).hasSize(expected);
      assertThat(analysis.finish().deadlocks()).as("try %d", tried).hasSize(expected);
    }
  }

  @Test
  void ranges_countAsTheirEvents() {
    DeadlockAnalysis analysis = new DeadlockAnalysis(Names.IDS, at -> false, ENOUGH, ENOUGH);
    DeadlockWatch watch = new DeadlockWatch(at -> false);
    for (EventSink sink : List.of(analysis, watch)) {
      sink.range(Op.WRITE, 0, 0, 1, 7, EventSink.NO_LOCATION);
      send(CYCLE, sink);
    }
    assertThat(watch.finish()).hasSize(1);
    assertThat(indices(analysis.finish().deadlocks().get(0))).containsExactly(9, 13);
  }

  @Test
  void release_ofWhatIsNotHeld_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DeadlockWatch(at -> false).event(Op.RELEASE, 0, 0, 1));
    DeadlockAnalysis analysis = new DeadlockAnalysis(Names.IDS, at -> false, ENOUGH, ENOUGH);
    assertThatIllegalArgumentException().isThrownBy(() -> analysis.event(Op.RELEASE, 0, 0, 1));
    analysis.finish();
    assertThatIllegalStateException().isThrownBy(() -> analysis.event(Op.ACQUIRE, 0, 0, 1));
  }

  @Test
  void idsOutOfRange_refused_withoutAnEffect() {
    DeadlockAnalysis analysis = new DeadlockAnalysis(Names.IDS, at -> false, ENOUGH, ENOUGH);
    DeadlockWatch watch = new DeadlockWatch(at -> false);
    for (EventSink sink : List.of(analysis, watch)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> sink.event(Op.ACQUIRE, 0, -1, 1))
          .withMessage("operand of ACQUIRE: -1 (expected: a dense id from 0)");
      assertThatIllegalArgumentException().isThrownBy(() -> sink.event(Op.ACQUIRE, -1, 0, 1));
      send(CYCLE, sink);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> analysis.event(Op.READ, 0, -1, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> analysis.event(Op.FORK, 0, Integer.MAX_VALUE, 1));
    assertThat(watch.finish()).hasSize(1);
    assertThat(indices(analysis.finish().deadlocks().get(0))).containsExactly(2, 6);
  }

  @Test
  void afterTheEnd_refused() {
    DeadlockAnalysis analysis = new DeadlockAnalysis(Names.IDS, at -> false, ENOUGH, ENOUGH);
    send(CYCLE, analysis);
    assertThat(analysis.finish().deadlocks().get(0).count()).isEqualTo(1);
    assertThatIllegalStateException().isThrownBy(analysis::finish);
    DeadlockWatch watch = new DeadlockWatch(at -> false);
    watch.finish();
    assertThatIllegalStateException().isThrownBy(watch::finish);
    assertThatIllegalStateException().isThrownBy(() -> watch.event(Op.ACQUIRE, 0, 0, 1));
  }
}
