package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineSetup;
import io.racedet.engine.FedTrace;
import io.racedet.engine.history.Epoch;
import io.racedet.engine.history.VariableWords;
import io.racedet.engine.order.HappensBefore;
import io.racedet.event.Op;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TraceEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sections that a pass keeps, by the definition of those that owners need, and its effort. */
class CpReclaimTest {
  private static final int TRACES = 60;
  private static final int OWNERS = 12;
  private static final int FEW = 16;

  private static final List<Shape> SHAPES =
      List.of(
          Shape.plain().withVariables(30),
          Shape.everything().withVariables(30),
          Shape.lockHeavy().withVariables(30),
          Shape.lockHeavy().withLocks(2).with(Shape.Step.SHARED_READ, 3),
          Shape.orderedSections().withVariables(9));

  private record Owner(int thread, long time) {}

  private CpDetector cp = detector(Long.MAX_VALUE);
  private long time;
  private int waiting; // sections of undecided questions, and below those of all passes
  private int dropped;
  private int kept;

  private static CpDetector detector(long fewSections) {
    return new CpDetector(
        new EngineSetup(
            null, (variable, kind, ordered, first, firstDetail, second, secondDetail) -> {}),
        new HappensBefore(),
        fewSections);
  }

  @Test
  void run_keepsTheFirstSectionsAfterOwners_ofWhichTheAcquiresAreOwners() {
    SplittableRandom random = new SplittableRandom(15);
    for (int i = 0; i < TRACES; i++) {
      Shape shape = SHAPES.get(i % SHAPES.size()).withMaxEvents(300);
      FedTrace trace = FedTrace.of(RandomTraces.of(shape, random.nextLong()));
      cp = detector(Long.MAX_VALUE);
      int half = trace.size() / 2;
      feed(trace, 0, half);
      check(owners(trace, half, random));
      feed(trace, half, trace.size());
      check(owners(trace, trace.size(), random));
    }
    assertThat(dropped).isGreaterThan(4 * TRACES);
    assertThat(kept).isGreaterThan(2 * TRACES);
    assertThat(waiting).isGreaterThan(TRACES / 4);
  }

  private void feed(FedTrace trace, int from, int to) {
    for (int i = from; i < to; i++) {
      TraceEvent e = trace.event(i);
      if (e.isAccess()) {
        cp.accessOf(e.op(), e.operand(), Epoch.of(e.thread(), trace.index(i)), 0);
      } else {
        cp.order(e.op(), e.thread(), e.operand(), trace.index(i));
      }
    }
  }

  private static List<Owner> owners(FedTrace trace, int size, SplittableRandom random) {
    List<Owner> owners = new ArrayList<>();
    for (int i = 0; i < OWNERS; i++) {
      int event = random.nextInt(size);
      if (trace.event(event).isAccess()) {
        owners.add(new Owner(trace.event(event).thread(), trace.index(event)));
      }
    }
    return owners;
  }

  private void check(List<Owner> owners) {
    boolean[][] needed = needed(owners);
    List<List<Long>> expected = new ArrayList<>();
    for (int h = 0; h < needed.length; h++) {
      expected.add(numbers(h, needed[h]));
    }
    CpReclaim reclaim = new CpReclaim(cp.order().clocks);
    long[] row = new long[2 * OWNERS + 2];
    for (int i = 0; i < owners.size(); i++) {
      long epoch = Epoch.of(owners.get(i).thread, owners.get(i).time);
      if (i % 2 == 0) {
        reclaim.owner(epoch);
      } else {
        row[2 * i] = epoch;
        row[2 * i + 1] = epoch + 1; // a detail, which means nothing
      }
    }
    reclaim.owner(0);
    reclaim.owners(row);
    cp.order().addTo(reclaim);
    assertThat(reclaim.run()).isTrue();
    int sections = 0;
    for (int h = 0; h < needed.length; h++) {
      CpHistory history = cp.order().clocks.history(h);
      boolean[] all = new boolean[history.size()];
      Arrays.fill(all, true);
      assertThat(numbers(h, all)).isEqualTo(expected.get(h));
      sections += all.length;
      dropped += needed[h].length - all.length;
      kept += Math.max(0, all.length - 1);
    }
    assertThat(cp.sections()).isEqualTo(sections);
  }

  /** The numbers of the sections that are marked, and of the last one. */
  private List<Long> numbers(int h, boolean[] marked) {
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < marked.length; i++) {
      if (marked[i] || i == marked.length - 1) {
        numbers.add(cp.order().clocks.history(h).number(i));
      }
    }
    return numbers;
  }

  /** For each history and position whether the section is needed: the least fixpoint. */
  private boolean[][] needed(List<Owner> owners) {
    CpClocks clocks = cp.order().clocks;
    boolean[][] needed = new boolean[clocks.histories()][];
    for (int h = 0; h < needed.length; h++) {
      needed[h] = new boolean[clocks.history(h).size()];
    }
    addWaiting(needed);
    for (Owner owner : owners) {
      for (int h = 0; h < needed.length; h++) {
        needFirst(needed, h, owner.thread, owner.time);
      }
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int h = 0; h < needed.length; h++) {
        for (int i = 0; i < needed[h].length; i++) {
          for (int other = 0; needed[h][i] && other < needed.length; other++) {
            CpHistory of = clocks.history(h);
            changed |= other != h && needFirst(needed, other, of.thread(i), of.acquired(i));
          }
        }
      }
    }
    return needed;
  }

  private void addWaiting(boolean[][] needed) {
    CpQuestions questions = cp.order().questions;
    for (int q = 0; q < questions.size(); q++) {
      CpQuestion question = questions.undecided(q);
      for (int i = 0; i < question.pairs(); i++) {
        int at = question.history.position(question.needed(i));
        assertThat(question.history.number(at)).isEqualTo(question.needed(i));
        needed[question.history.id()][at] = true;
        waiting++;
      }
    }
  }

  private boolean needFirst(boolean[][] needed, int h, int thread, long since) {
    CpHistory history = cp.order().clocks.history(h);
    boolean isSettled =
        !isAsked(history) && cp.order().clocks.knownToRelease(history, thread) >= since;
    for (int i = 0; !isSettled && i < history.size(); i++) {
      if (history.known(i, thread) >= since) {
        boolean isNew = !needed[h][i];
        needed[h][i] = true;
        return isNew;
      }
    }
    return false;
  }

  private boolean isAsked(CpHistory history) {
    CpQuestions questions = cp.order().questions;
    boolean isAsked = false;
    for (int q = 0; q < questions.size(); q++) {
      isAsked |= questions.undecided(q).history == history;
    }
    return isAsked;
  }

  /** The last accesses of each kind need the section after them, and no others do. */
  @ParameterizedTest
  @CsvSource({"ATOMIC_READ, 2", "ATOMIC_WRITE, 2", "READ, 2", "WRITE, 2", "BEGIN, 1"})
  void passes_findTheOwnersOfAllVariables(Op op, int sections) {
    for (int variable : new int[] {0, 1, 2, 60, 1_022, 1_023, 1_024}) {
      for (int reader = 0; reader < 3; reader += 2) {
        cp = detector(0);
        if (op == Op.READ) { // of another thread as well, or again by the same one
          cp.accessOf(op, variable, Epoch.of(reader, ++time), 0);
        }
        if (op == Op.BEGIN) {
          cp.order(op, 0, 0, ++time);
        } else {
          cp.accessOf(op, variable, Epoch.of(0, ++time), 0);
        }
        section(0, 0);
        section(1, 0);
        section(1, 0);
        assertThat(cp.sections()).as("%d", variable).isEqualTo(sections);
      }
    }
  }

  /** At first there is room for the words of four pages of variables. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void passes_findTheOwnersOfVariablesOnAllPages(int pages) {
    cp = detector(3L * pages);
    for (int page = 0; page < pages; page++) {
      cp.accessOf(Op.WRITE, page * VariableWords.PAGE, Epoch.of(page, ++time), 0);
      section(page, page);
      section(pages + page, page);
      section(pages + page, page);
    }
    assertThat(cp.sections()).isEqualTo(3L * pages);
    section(2 * pages, pages);
    assertThat(cp.sections()).as("the first and the last of each").isEqualTo(2L * pages + 1);
  }

  /**
   * A section of one thread, then one of another after its access, for each of so many locks: that
   * takes the square of steps of the 128 for each section.
   */
  @ParameterizedTest
  @CsvSource({"1, true", "10, true", "255, true", "256, true", "257, false", "1100, false"})
  void run_thatTakesTooLong_dropsNothing(int locks, boolean isDone) {
    sections(1, locks);
    long owner = ++time;
    sections(0, locks);
    CpReclaim reclaim = new CpReclaim(cp.order().clocks);
    reclaim.owner(Epoch.of(0, owner));
    assertThat(reclaim.run()).isEqualTo(isDone);
    assertThat(cp.sections()).isEqualTo(isDone ? locks : 2L * locks);
  }

  /** A pass runs when the sections have doubled, but for the first few. */
  @Test
  void passes_runWhenTheSectionsHaveDoubled() {
    cp = detector(FEW);
    write(0);
    sections(0, 50); // passes at 17 and 35 drop nothing
    assertThat(cp.sections()).isEqualTo(50);
    assertDropsAfter(70);
    assertDropsAfter(102);
    assertDropsAfter(102);
  }

  /** Without an owner only the last section of each lock is kept. */
  @Test
  void passes_ofFewSections_runWhenThereAreMore() {
    cp = detector(FEW);
    sections(0, 2);
    for (int round = 0; round < 3; round++) {
      for (long sections = cp.sections() + 1; sections <= FEW; sections++) {
        section(1, 0);
        assertThat(cp.sections()).isEqualTo(sections);
      }
      section(1, 0);
      assertThat(cp.sections()).isEqualTo(2);
    }
  }

  /** After a pass without effect the next one waits for four times the sections. */
  @Test
  void passes_afterOneThatTookTooLong_areRare() {
    cp = detector(199);
    write(0);
    sections(0, 200);
    assertThat(cp.sections()).isEqualTo(200);
    for (int sections = 201; sections <= 800; sections++) {
      section(1, 0);
      assertThat(cp.sections()).isEqualTo(sections);
    }
    section(1, 0);
    assertThat(cp.sections()).isEqualTo(201);
  }

  private void assertDropsAfter(long most) {
    for (long sections = cp.sections() + 1; sections <= most; sections++) {
      section(1, 0);
      assertThat(cp.sections()).isEqualTo(sections);
    }
    section(1, 0);
    assertThat(cp.sections()).isEqualTo(51);
  }

  private void write(int thread) {
    cp.accessOf(Op.WRITE, 0, Epoch.of(thread, ++time), 0);
  }

  private void sections(int thread, int locks) {
    for (int lock = 0; lock < locks; lock++) {
      section(thread, lock);
    }
  }

  private void section(int thread, int lock) {
    cp.order(Op.ACQUIRE, thread, lock, ++time);
    cp.order(Op.RELEASE, thread, lock, ++time);
  }
}
