package io.racedet.engine.syncp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.Op;
import io.racedet.oracle.Section;
import io.racedet.oracle.SyncPreservingRelation;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.oracle.TraceRuns;
import java.util.BitSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Closures, compared with the fixpoint of their definition. */
class SyncClosureTest {
  private static final TraceRuns RUNS = TraceRuns.ofRelations();
  private static final int CLOSURES = 4; // for each trace
  private static final int MANY = 60; // sections
  private static final Set<Op> LOCK_OPS =
      Set.of(Op.ACQUIRE, Op.RELEASE, Op.ACQUIRE_SHARED, Op.RELEASE_SHARED);

  @Test
  @Tag("random")
  void add_randomPrefixes_isTheFixpointAfterEach() {
    SplittableRandom random = new SplittableRandom(3);
    RUNS.checkSome(
        trace -> {
          SyncHistory history = history(trace);
          SyncPreservingRelation relation = new SyncPreservingRelation(trace);
          for (int i = 0; i < CLOSURES; i++) {
            SyncClosure closure = new SyncClosure(history);
            BitSet expected = new BitSet();
            for (int k = 0; k < CLOSURES; k++) {
              add(trace, relation, closure, expected, random.nextInt(1, trace.size() + 1));
              assertSame(trace, closure, expected);
            }
          }
        });
  }

  @Test
  @Tag("random")
  void undo_afterRandomPrefixes_isTheSetThatWasMarked() {
    SplittableRandom random = new SplittableRandom(4);
    RUNS.checkSome(
        trace -> {
          SyncClosure closure = new SyncClosure(history(trace));
          SyncPreservingRelation relation = new SyncPreservingRelation(trace);
          BitSet expected = new BitSet();
          for (int i = 0; i < CLOSURES; i++) {
            add(trace, relation, closure, expected, random.nextInt(1, trace.size() + 1));
            BitSet further = (BitSet) expected.clone();
            SyncClosure copy = closure.copy();
            closure.mark();
            for (int k = 0; k < CLOSURES; k++) {
              add(trace, relation, closure, further, random.nextInt(1, trace.size() + 1));
            }
            assertSame(trace, closure, further);
            closure.undo();
            assertSame(trace, closure, expected);
            assertSame(trace, copy, expected);
          }
        });
  }

  /** A thread of many sections, of which only the last one for each lock is visited. */
  @Test
  void add_manySectionsAtOnce_isTheFixpoint() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 50; i++) {
      TestTrace trace = manySections(random);
      SyncHistory history = history(trace);
      SyncPreservingRelation relation = new SyncPreservingRelation(trace);
      SyncClosure closure = new SyncClosure(history);
      BitSet expected = new BitSet();
      for (int k = 0; k < CLOSURES; k++) {
        add(trace, relation, closure, expected, random.nextInt(1, trace.size() + 1));
        assertSame(trace, closure, expected);
      }
    }
  }

  private static TestTrace manySections(SplittableRandom random) {
    TestTrace.Builder trace = new TestTrace.Builder();
    String[] modes = {"", "R"};
    for (int i = 0; i < MANY; i++) {
      String thread = "T" + random.nextInt(3) / 2;
      String lock = "l" + random.nextInt(3);
      boolean shared = modes[random.nextInt(2)].isEmpty();
      trace.add(thread, shared ? Op.ACQUIRE_SHARED : Op.ACQUIRE, lock);
      trace.add(thread, shared ? Op.RELEASE_SHARED : Op.RELEASE, lock);
      if (random.nextInt(8) == 0) {
        trace.add(thread, random.nextBoolean() ? Op.READ : Op.WRITE, "x");
      }
    }
    return trace.build();
  }

  @Test
  void add_sectionOpenWhileAnotherBegins_isAnError() {
    SyncHistory history = new SyncHistory();
    history.order(Op.ACQUIRE, 0, 0, 1);
    history.order(Op.ACQUIRE, 1, 0, 2);
    SyncClosure closure = new SyncClosure(history);
    closure.add(0, 1);
    assertThatThrownBy(() -> closure.add(1, 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the section at 1 is open while another one begins");
  }

  private static void add(
      TestTrace trace,
      SyncPreservingRelation relation,
      SyncClosure closure,
      BitSet expected,
      int event) {
    int thread = trace.event(event).thread();
    closure.add(thread, event);
    expected.or(relation.before(event));
    expected.set(event);
    expected.or(relation.closure(expected));
  }

  private static void assertSame(TestTrace trace, SyncClosure closure, BitSet expected) {
    BitSet events = recorded(trace);
    for (int i = 1; i <= trace.size(); i++) {
      events.set(i, events.get(i) && i <= closure.upTo(trace.event(i).thread()));
    }
    BitSet recorded = recorded(trace);
    recorded.and(expected);
    assertThat(events).as("%s", trace).isEqualTo(recorded);
  }

  /** All events but re-entrant acquires and releases, which no engine sees. */
  private static BitSet recorded(TestTrace trace) {
    BitSet recorded = new BitSet();
    for (int i = 1; i <= trace.size(); i++) {
      recorded.set(i, !LOCK_OPS.contains(trace.event(i).op()));
    }
    for (Section section : Section.of(trace)) {
      recorded.set(section.acquire());
      if (!section.isOpen()) {
        recorded.set(section.release());
      }
    }
    return recorded;
  }

  private static SyncHistory history(TestTrace trace) {
    BitSet recorded = recorded(trace);
    SyncHistory history = new SyncHistory();
    for (int i = 1; i <= trace.size(); i++) {
      TraceEvent e = trace.event(i);
      if (e.isAccess()) {
        history.access(e.isWrite(), e.thread(), e.operand(), i);
      } else if (recorded.get(i)) {
        history.order(e.op(), e.thread(), e.operand(), i);
      }
    }
    return history;
  }
}
