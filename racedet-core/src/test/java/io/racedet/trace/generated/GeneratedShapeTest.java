package io.racedet.trace.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each event of generated traces: which thread does what to which variable, lock and location. */
class GeneratedShapeTest {
  private static final int MOST_ACCESSES = 12; // of a section, before an inner one
  private static final int DEEPEST = 3;

  private Workload workload;
  private List<NumberedEvent> events;
  private int threads;
  private int constants; // variables are first constants, then locals, guarded, and racy ones
  private int localsEnd;
  private int guardedEnd;

  @ParameterizedTest
  @CsvSource({
    "1, 0, 1, 1, 0, 1, 0",
    "1, 0, 1, 100, 0, 1, 0",
    "2, 1, 3, 200, 50, 3, 0",
    "8, 0, 50, 500, 0, 9, 0",
    "8, 1, 2, 1000, 50, 7, 1000000",
    "8, 3, 5, 10, 10, 7, 0",
    "9, 3, 250, 7, 10, 7, 0",
    "3, 7, 100, 20000, 90, 10, 200",
    "8, 20, 1000, 20000, 30, 100, 30000",
    "4, 30, 10000, 50000, 40, 5000, 1000",
    "50, 40, 40, 20000, 20, 1, 0",
  })
  void everyEvent_isAsTheShapeOfTheTraceHasIt(
      int threads, int locks, int variables, long events, int sync, int locations, int racy)
      throws IOException {
    for (int seed = 1; seed <= (events < 2_000 ? 40 : 1); seed++) {
      check(new Workload(threads, locks, variables, events, sync, locations, racy, seed));
    }
  }

  private void check(Workload of) throws IOException {
    workload = of;
    events = NumberedEvent.all(of);
    assertThat(events).hasSize((int) of.events());
    divideVariables();
    int begin = checkBeginning();
    int end = events.size() - (threads - 1);
    for (int child = 1; child < threads; child++) {
      assertThat(events.get(end + child - 1)).isEqualTo(new NumberedEvent(Op.JOIN, 0, child, 0));
    }
    checkSections(begin, end);
    events.stream().filter(NumberedEvent::isAccess).forEach(this::checkLocation);
  }

  /**
   * A variable in eleven is constant, one in two local, and in a hundred racy: the rest guarded.
   */
  private void divideVariables() {
    int all = workload.variables();
    threads = (int) Math.min(workload.threads(), 1 + workload.events() / 4);
    constants = Math.max(1, all * 9 / 100);
    int racy = workload.racyPerMillion() == 0 || all == 1 ? 0 : Math.max(1, all / 100);
    guardedEnd = all - racy;
    localsEnd =
        workload.syncPercent() == 0 ? guardedEnd : Math.min(guardedEnd, constants + all * 50 / 100);
  }

  /**
   * The first thread writes constants, for at most a twentieth of the trace, and forks the rest.
   */
  private int checkBeginning() {
    int at = 0;
    for (; at < Math.min(constants, events.size() * 5 / 100); at++) {
      NumberedEvent write = events.get(at);
      assertThat(write).isEqualTo(new NumberedEvent(Op.WRITE, 0, at, write.location()));
    }
    for (int child = 1; child < threads; child++, at++) {
      assertThat(events.get(at)).isEqualTo(new NumberedEvent(Op.FORK, 0, child, 0));
    }
    return at;
  }

  /** What is between the forks and the joins: accesses, and sections of ascending locks. */
  private void checkSections(int begin, int end) {
    Map<Integer, Integer> holders = new HashMap<>();
    Map<Integer, Deque<int[]>> open =
        new HashMap<>(); // lock, accesses, their most; innermost first
    int syncs = 0;
    int last = end; // where the releases begin that the end of the trace causes
    while (last > begin && events.get(last - 1).op() == Op.RELEASE) {
      last--;
    }
    for (int at = begin; at < end; at++) {
      NumberedEvent e = events.get(at);
      Deque<int[]> sections = open.computeIfAbsent(e.thread(), t -> new ArrayDeque<>());
      assertThat(e.thread()).isBetween(0, threads - 1);
      switch (e.op()) {
        case ACQUIRE -> {
          assertThat(syncs * 100L).isLessThan((long) at * workload.syncPercent());
          assertThat(holders.put(e.operand(), e.thread())).isNull();
          assertThat(e.operand()).isBetween(outermost(sections), workload.locks() - 1);
          sections.push(new int[] {e.operand(), 0, MOST_ACCESSES});
          assertThat(sections.size()).isLessThanOrEqualTo(DEEPEST);
          syncs++;
        }
        case RELEASE -> {
          int[] section = sections.pop();
          assertThat(e.operand()).isEqualTo(section[0]);
          assertThat(section[1]).isBetween(at < last ? 1 : 0, section[2]);
          if (!sections.isEmpty()) { // one more access, then it ends or has another inner one
            sections.peek()[1] = 0;
            sections.peek()[2] = 1;
          }
          holders.remove(e.operand());
          syncs++;
        }
        default -> {
          assertThat(e.isAccess()).isTrue();
          checkVariable(e, holders);
          if (!sections.isEmpty()) {
            sections.peek()[1]++;
          }
        }
      }
      if (e.isSync()) {
        int location = 2 * e.operand() + (e.op() == Op.RELEASE ? 1 : 0);
        assertThat(e.location()).isEqualTo(location % workload.locations());
      }
    }
    assertThat(holders).isEmpty();
  }

  /** The least lock that may be acquired inside of the sections. */
  private static int outermost(Deque<int[]> sections) {
    return sections.isEmpty() ? 0 : sections.peek()[0] + 1;
  }

  private void checkVariable(NumberedEvent e, Map<Integer, Integer> holders) {
    int variable = e.operand();
    assertThat(variable).isBetween(0, workload.variables() - 1);
    if (variable < constants) {
      assertThat(e.op()).isEqualTo(Op.READ);
    } else if (variable < localsEnd) {
      assertThat(part(variable, constants, localsEnd, threads)).contains(e.thread());
    } else if (variable < guardedEnd) {
      assertThat(part(variable, localsEnd, guardedEnd, workload.locks()))
          .anyMatch(lock -> Integer.valueOf(e.thread()).equals(holders.get(lock)));
    }
  }

  /** Which of the equal parts of a range has a number. */
  private static List<Integer> part(int number, int from, int to, int parts) {
    List<Integer> found = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      long begin = from + (long) (to - from) * part / parts;
      long end = from + (long) (to - from) * (part + 1) / parts;
      if (begin <= number && number < end) {
        found.add(part);
      }
    }
    assertThat(found).hasSize(1);
    return found;
  }

  /** A field has two locations where it is read, and two where it is written. */
  private void checkLocation(NumberedEvent e) {
    int field = e.operand() % Math.max(1, workload.locations() / 4);
    int first = 4 * field + (e.op() == Op.WRITE ? 2 : 0);
    assertThat(e.location()).isIn(first % workload.locations(), (first + 1) % workload.locations());
  }
}
