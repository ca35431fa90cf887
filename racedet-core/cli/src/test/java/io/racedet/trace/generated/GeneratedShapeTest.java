package io.racedet.trace.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each event of generated traces: which thread does what to which variable, lock and location. */
class GeneratedShapeTest {
  private static final int MAX_ACCESSES = 12; // of a section, before an inner one
  private static final int DEEPEST = 3;

  /** A critical section that has begun. */
  private static final class Section {
    private final int lock;
    private int accesses; // since it began, or the last inner one ended
    private int most = MAX_ACCESSES;

    Section(int lock) {
      this.lock = lock;
    }
  }

  private Workload workload;
  private List<NumberedEvent> events;
  private int threads;
  private int constants; // variables are first constants, then locals, guarded, and racy ones
  private int localsEnd;
  private int guardedEnd;

  private final Set<Integer> taken = new HashSet<>(); // locks
  private final Map<Integer, Deque<Section>> open = new HashMap<>(); // by thread, innermost first
  private int syncs;
  private int racyAccesses;

  @ParameterizedTest
  @CsvSource({
    "1, 0, 1, 1, 0, 1, 0",
    "1, 0, 1, 100, 0, 1, 0",
    "8, 0, 1, 100, 0, 1, 1000000",
    "8, 1, 2, 1000, 50, 7, 1",
    "4, 0, 300, 3000, 0, 50, 1000",
    "2, 1, 3, 200, 50, 3, 0",
    "8, 0, 50, 500, 0, 9, 0",
    "8, 1, 2, 1000, 50, 7, 1000000",
    "8, 3, 5, 10, 10, 7, 0",
    "9, 3, 250, 7, 10, 7, 0",
    "3, 7, 100, 4000, 90, 10, 200",
    "8, 20, 1000, 4000, 30, 100, 30000",
    "4, 30, 10000, 5000, 40, 5000, 1000",
    "50, 40, 40, 4000, 20, 1, 0",
  })
  void everyEvent_isAsTheShapeOfTheTraceHasIt(
      int threads, int locks, int variables, long events, int sync, int locations, int racy)
      throws IOException {
    for (int seed = 1; seed <= (events <= 1_000 ? 5 : 2); seed++) {
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
    for (int at = 0; at < events.size(); at++) {
      if (events.get(at).isAccess()) {
        checkLocation(at);
      }
    }
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
    int last = end; // where the releases begin that the end of the trace causes
    while (last > begin && events.get(last - 1).op() == Op.RELEASE) {
      last--;
    }
    syncs = 0;
    racyAccesses = 0;
    for (int at = begin; at < end; at++) {
      NumberedEvent e = events.get(at);
      require(e.thread() >= 0 && e.thread() < threads, at, "thread");
      Deque<Section> sections = open.computeIfAbsent(e.thread(), t -> new ArrayDeque<>());
      switch (e.op()) {
        case ACQUIRE -> acquire(at, e, sections);
        case RELEASE -> release(at, e, sections, at < last);
        default -> {
          require(e.isAccess(), at, "access");
          require(isAllowed(e, sections), at, "variable");
          if (!sections.isEmpty()) {
            sections.peek().accesses++;
          }
        }
      }
    }
    assertThat(taken).isEmpty();
    assertThat(racyAccesses)
        .isLessThanOrEqualTo(5 + 2 * (int) (workload.events() * workload.racyPerMillion() / 1e6));
  }

  private void require(boolean holds, int at, String what) {
    if (!holds) {
      throw new AssertionError(what + " of " + events.get(at) + ", " + at + " in " + workload);
    }
  }

  private void acquire(int at, NumberedEvent e, Deque<Section> sections) {
    require(syncs * 100L < (long) at * workload.syncPercent(), at, "share");
    require(taken.add(e.operand()), at, "held lock");
    int least = sections.isEmpty() ? 0 : sections.peek().lock + 1;
    require(e.operand() >= least && e.operand() < workload.locks(), at, "lock");
    require(e.location() == 2 * e.operand() % workload.locations(), at, "location");
    sections.push(new Section(e.operand()));
    require(sections.size() <= DEEPEST, at, "depth");
    syncs++;
  }

  private void release(int at, NumberedEvent e, Deque<Section> sections, boolean isComplete) {
    Section section = sections.pop();
    require(e.operand() == section.lock, at, "lock");
    require(e.location() == (2 * e.operand() + 1) % workload.locations(), at, "location");
    NumberedEvent before = events.get(at - 1);
    boolean isEmpty = before.op() == Op.ACQUIRE && before.thread() == e.thread();
    require(!isEmpty, at, "event in between");
    require(section.accesses >= (isComplete ? 1 : 0), at, "least accesses");
    require(section.accesses <= section.most, at, "most accesses");
    if (!sections.isEmpty()) { // one more access, then it ends or has another inner one
      sections.peek().accesses = 0;
      sections.peek().most = 1;
    }
    taken.remove(e.operand());
    syncs++;
  }

  private boolean isAllowed(NumberedEvent e, Deque<Section> sections) {
    int variable = e.operand();
    if (variable < constants) {
      return variable >= 0 && e.op() == Op.READ;
    }
    if (variable < localsEnd) {
      return isOfPart(variable, constants, localsEnd, e.thread(), threads);
    }
    if (variable < guardedEnd) {
      return sections.stream()
          .anyMatch(s -> isOfPart(variable, localsEnd, guardedEnd, s.lock, workload.locks()));
    }
    racyAccesses++;
    return variable < workload.variables();
  }

  /** Whether a number is in one of the equal parts of a range. */
  private static boolean isOfPart(int number, int from, int to, int part, int parts) {
    return from + (long) (to - from) * part / parts <= number
        && number < from + (long) (to - from) * (part + 1) / parts;
  }

  /** A field has two locations where it is read, and two where it is written. */
  private void checkLocation(int at) {
    NumberedEvent e = events.get(at);
    int field = e.operand() % Math.max(1, workload.locations() / 4);
    int first = 4 * field + (e.op() == Op.WRITE ? 2 : 0);
    int found = e.location();
    int all = workload.locations();
    require(found == first % all || found == (first + 1) % all, at, "location");
  }
}
