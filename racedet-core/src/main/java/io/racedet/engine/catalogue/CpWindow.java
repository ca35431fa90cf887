package io.racedet.engine.catalogue;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.cp.CpDetector;
import io.racedet.engine.cp.WindowIds;
import io.racedet.engine.history.Epoch;
import io.racedet.engine.order.HappensBefore;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.race.Limit;
import io.racedet.race.ReachedLimit;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Reports the causally-precedes races inside consecutive windows of a trace. */
final class CpWindow implements Engine {
  /* Each window is analysed as a trace of its own, as in the first analysis of CP, which predates
   * online ones [1]: locks held at its beginning are acquired there, and locks held at its end are
   * released there. So a window is an execution from the state that it begins in, and its first
   * race is as sound as that of a trace; pairs that lie in different windows are lost.
   *
   * A wait is not ordered after the notify that ended it if that was in another window. Grades are
   * those of the whole trace.
   *
   * [1] Smaragdakis, Evans, Sadowski, Yi, Flanagan. Sound predictive race detection in polynomial
   *     time. POPL 2012. */
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "cp-window",
          "causally-precedes inside windows",
          1,
          EngineClaims.Soundness.FIRST_RACE,
          EngineClaims.Exactness.SUBSET,
          "O(n (T + L + Q)) for L locks held and Q undecided critical sections of a window",
          "O(window (T + L) + T (T + locks) + names)",
          "Smaragdakis, Evans, Sadowski, Yi, Flanagan: Sound Predictive Race Detection, POPL 2012");

  private static final int SHARED = 1;

  private final EngineSetup setup;
  private final HappensBefore observed = new HappensBefore();
  private final WindowIds[] ids =
      new WindowIds[Op.Operand.values().length]; // null where ids are kept
  private int[][] held = new int[0][]; // by thread: | lock:31 | shared:1 |
  private int[] heldCount = new int[0];
  private CpDetector window;
  private int left; // events left in the window
  private long windows = 1;

  CpWindow(EngineSetup setup) {
    WindowIds variables = new WindowIds();
    ids[Op.Operand.VARIABLE.ordinal()] = variables;
    ids[Op.Operand.LOCK.ordinal()] = new WindowIds();
    ids[Op.Operand.SYNC.ordinal()] = new WindowIds();
    ids[Op.Operand.CHANNEL.ordinal()] = new WindowIds();
    this.setup =
        new EngineSetup(
            setup.contexts(),
            (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
                setup
                    .races()
                    .race(
                        variables.id(variable),
                        kind,
                        ordered,
                        first,
                        firstDetail,
                        second,
                        secondDetail),
            setup.limits(),
            setup.edges());
    window = new CpDetector(this.setup, observed, CpDetector.FEW_SECTIONS);
    left = setup.limits().window();
  }

  @Override
  public void consume(EventBlock block) {
    for (int i = 0; i < block.size(); i++) {
      if (left == 0) {
        begin(block.indices()[i]);
      }
      left--;
      long word = block.words()[i];
      Op op = EventBlock.op(word);
      int thread = EventBlock.thread(word);
      int operand = EventBlock.operand(word);
      WindowIds space = ids[op.operand().ordinal()];
      int number = space == null ? operand : space.number(operand);
      if (EventBlock.isAccess(word)) {
        long detail = AccessContext.of(block.contexts()[i], block.locations()[i]);
        window.accessOf(op, number, Epoch.of(thread, block.indices()[i]), detail);
      } else {
        observed.order(op, thread, operand, block.indices()[i]);
        window.order(op, thread, number, block.indices()[i]);
        hold(op, thread, operand);
      }
    }
  }

  @Override
  public void finish() {
    window.finish();
  }

  @Override
  public List<ReachedLimit> limits() {
    return windows <= 1
        ? List.of()
        : List.of(
            Limit.WINDOW.reached(
                "the trace was analysed as "
                    + windows
                    + " windows of "
                    + setup.limits().window()
                    + " events: races of accesses in different ones are not found"));
  }

  /** How many ids the window has used, in all spaces. */
  int numbers() {
    return Arrays.stream(ids).filter(Objects::nonNull).mapToInt(WindowIds::size).sum();
  }

  /** Begins a window at the event with an index. */
  private void begin(long index) {
    windows++;
    window.finish();
    for (WindowIds space : ids) {
      if (space != null) {
        space.clear();
      }
    }
    window = new CpDetector(setup, observed, CpDetector.FEW_SECTIONS);
    left = setup.limits().window();
    WindowIds locks = ids[Op.Operand.LOCK.ordinal()];
    for (int thread = 0; thread < heldCount.length; thread++) {
      for (int i = 0; i < heldCount[thread]; i++) {
        int lock = held[thread][i];
        Op op = (lock & SHARED) == 0 ? Op.ACQUIRE : Op.ACQUIRE_SHARED;
        window.order(op, thread, locks.number(lock >>> 1), index - 1);
      }
    }
  }

  private void hold(Op op, int thread, int lock) {
    switch (op) {
      case ACQUIRE -> add(thread, lock << 1);
      case ACQUIRE_SHARED -> add(thread, lock << 1 | SHARED);
      case RELEASE -> remove(thread, lock << 1);
      case RELEASE_SHARED -> remove(thread, lock << 1 | SHARED);
      default -> {
        /* The locks held do not change. */
      }
    }
  }

  private void add(int thread, int lock) {
    if (thread >= heldCount.length) {
      heldCount = IntArrays.grow(heldCount, thread + 1);
      int threads = held.length;
      held = ObjectArrays.grow(held, thread + 1);
      Arrays.fill(held, threads, held.length, IntArrays.EMPTY_ARRAY);
    }
    held[thread] = IntArrays.grow(held[thread], heldCount[thread] + 1);
    held[thread][heldCount[thread]++] = lock;
  }

  private void remove(int thread, int lock) {
    int[] mine = held[thread];
    int i = heldCount[thread] - 1;
    while (mine[i] != lock) {
      i--;
    }
    int last = --heldCount[thread];
    System.arraycopy(mine, i + 1, mine, i, last - i);
  }
}
