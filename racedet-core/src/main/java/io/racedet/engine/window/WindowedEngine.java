package io.racedet.engine.window;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.order.HappensBefore;
import io.racedet.engine.order.HeldLocks;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.ids.DenseIds;
import io.racedet.ids.ObjectPages;
import io.racedet.race.Limit;
import io.racedet.race.ReachedLimit;
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

  private final EngineSetup setup;
  private final Factory factory;
  private final HappensBefore observed = new HappensBefore();
  private final DenseIds[] ids =
      new DenseIds[Op.Operand.values().length]; // null where ids are kept
  private final ObjectPages<HeldLocks> held = new ObjectPages<>(HeldLocks::new); // by thread
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
    DenseIds variables = new DenseIds();
    ids[Op.Operand.VARIABLE.ordinal()] = variables;
    ids[Op.Operand.LOCK.ordinal()] = new DenseIds();
    ids[Op.Operand.SYNC.ordinal()] = new DenseIds();
    ids[Op.Operand.CHANNEL.ordinal()] = new DenseIds();
    this.setup =
        new EngineSetup(
            setup.contexts(),
            (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
                setup
                    .races()
                    .race(
                        variables.number(variable),
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
      DenseIds space = ids[op.operand().ordinal()];
      int number = space == null ? operand : space.of(operand);
      if (EventBlock.isAccess(word)) {
        window.access(op, thread, number, index, block.contexts()[i], block.locations()[i]);
      } else {
        observed.order(op, thread, operand, index);
        window.order(op, thread, number, index);
        hold(op, thread, operand, index);
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
                    + " events: races between accesses in different windows are not found"));
  }

  /** Returns how many ids the window has used. */
  public int numbers() {
    return Arrays.stream(ids).filter(Objects::nonNull).mapToInt(DenseIds::size).sum();
  }

  /** Begins a window at the event with an index. */
  private void begin(long index) {
    windows++;
    window.finish();
    for (DenseIds space : ids) {
      if (space != null) {
        space.clear();
      }
    }
    window = factory.create(setup, observed, index - 1);
    left = setup.limits().window();
    DenseIds locks = ids[Op.Operand.LOCK.ordinal()];
    for (int thread = 0; thread < held.end(); thread++) {
      HeldLocks mine = held.get(thread);
      for (int i = 0; mine != null && i < mine.size(); i++) {
        Op op = mine.isShared(i) ? Op.ACQUIRE_SHARED : Op.ACQUIRE;
        window.hold(op, thread, locks.of(mine.lock(i)), index - 1);
      }
    }
  }

  private void hold(Op op, int thread, int lock, long index) {
    switch (op) {
      case ACQUIRE -> held.of(thread).acquire(lock, false, index);
      case ACQUIRE_SHARED -> held.of(thread).acquire(lock, true, index);
      case RELEASE -> held.of(thread).release(lock, false);
      case RELEASE_SHARED -> held.of(thread).release(lock, true);
      default -> {
        /* The locks held do not change. */
      }
    }
  }
}
