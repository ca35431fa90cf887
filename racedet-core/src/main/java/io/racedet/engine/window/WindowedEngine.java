package io.racedet.engine.window;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.order.HappensBefore;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.Limit;
import io.racedet.race.ReachedLimit;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Analyses consecutive windows of a trace. Not thread-safe. */
public final class WindowedEngine implements Engine {
  /* Each window is analysed as a trace of its own: locks held at its beginning are acquired there,
   * and locks held at its end are released there. So a window is an execution from the state that
   * it begins in, and its races are as sound as those of a trace; pairs that lie in different
   * windows are lost.
   *
   * Grades are those of the whole trace. */

  /** Creates the analysis of a window. */
  @FunctionalInterface
  public interface Factory {
    /**
     * Creates the analysis of a window.
     *
     * @param observed happens-before of the whole trace, which the caller updates
     * @param before the index of the event before its first one
     */
    WindowAnalysis create(EngineSetup setup, HappensBefore observed, long before);
  }

  private static final int SHARED = 1;

  private final EngineSetup setup;
  private final Factory factory;
  private final HappensBefore observed = new HappensBefore();
  private final WindowIds[] ids =
      new WindowIds[Op.Operand.values().length]; // null where ids are kept
  private int[][] held = new int[0][]; // by thread: | lock:31 | shared:1 |
  private int[] heldCount = new int[0];
  private WindowAnalysis window;
  private int left; // events left in the window
  private long windows = 1;

  /**
   * Starts a trace.
   *
   * @param setup the inputs and outputs of the engine; its limits say how long a window is
   */
  public WindowedEngine(EngineSetup setup, Factory factory) {
    this.factory = factory;
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
    window = factory.create(this.setup, observed, 0);
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
      long index = block.indices()[i];
      WindowIds space = ids[op.operand().ordinal()];
      int number = space == null ? operand : space.number(operand);
      if (EventBlock.isAccess(word)) {
        window.access(op, thread, number, index, block.contexts()[i], block.locations()[i]);
      } else {
        observed.order(op, thread, operand, index);
        window.order(op, thread, number, index);
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

  /** Returns how many ids the window has used. */
  public int numbers() {
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
    window = factory.create(setup, observed, index - 1);
    left = setup.limits().window();
    WindowIds locks = ids[Op.Operand.LOCK.ordinal()];
    for (int thread = 0; thread < heldCount.length; thread++) {
      for (int i = 0; i < heldCount[thread]; i++) {
        int lock = held[thread][i];
        Op op = (lock & SHARED) == 0 ? Op.ACQUIRE : Op.ACQUIRE_SHARED;
        window.hold(op, thread, locks.number(lock >>> 1), index - 1);
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
