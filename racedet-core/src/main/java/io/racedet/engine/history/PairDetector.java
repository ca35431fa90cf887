package io.racedet.engine.history;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.order.AccessOrder;
import io.racedet.engine.order.HappensBefore;
import io.racedet.engine.order.JoinEdges;
import io.racedet.engine.order.PwrOrder;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.race.AccessContext;
import io.racedet.race.Limit;
import io.racedet.race.ReachedLimit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Reports every pair of accesses that an order leaves unordered and no common lock protects, and
 * each read with the write that it saw unless something else orders the two. Not thread-safe.
 */
public final class PairDetector implements Engine {
  /* Definitions 3.1 to 3.4 of [1] in one pass; see PwrOrder for the relation, PairHistory for the
   * pairs. The errors in the listings do not arise here by construction, in particular: a clock
   * taken at an event covers that event; the check of a read against its last write also looks at
   * the sections that the write itself brings in.
   *
   * SHB^E+E [2] is the same history under schedulable happens-before, where a read counts as
   * unordered with whatever is ordered before it only through its own last write. Locksets make no
   * difference there, since accesses protected by a common lock are ordered.
   *
   * [1] Sulzmann, Stadtmueller. Efficient, near complete and often sound hybrid dynamic data race
   *     prediction. MPLR 2020.
   * [2] Sulzmann, Stadtmueller. Predicting all data race pairs for a specific schedule. MPLR 2019. */

  private final AccessOrder order;
  private final PairHistory history;
  private final PairLimits most;

  private PairDetector(AccessOrder order, PairHistory history, PairLimits most) {
    this.order = order;
    this.history = history;
    this.most = most;
  }

  /**
   * Creates an engine that reports PWR pairs.
   *
   * @param limits how much history is kept
   * @param setup the inputs and outputs of the engine
   * @return the engine
   */
  public static Engine pwr(PairLimits limits, EngineSetup setup) {
    AccessOrder order = new PwrOrder(limits.sections(), JoinEdges.of(setup, EdgeRule.ORDER));
    return of(order, false, limits, setup);
  }

  /**
   * Creates an engine that reports schedulable pairs.
   *
   * @param limits how much history is kept
   * @param setup the inputs and outputs of the engine
   * @return the engine
   */
  public static Engine shb(PairLimits limits, EngineSetup setup) {
    return of(
        new HappensBefore(JoinEdges.of(setup, EdgeRule.SYNCHRONIZATION)), true, limits, setup);
  }

  private static Engine of(
      AccessOrder order, boolean checksFirst, PairLimits limits, EngineSetup setup) {
    return new PairDetector(
        order,
        new PairHistory(order, checksFirst, limits, setup.contexts(), setup.races()),
        limits);
  }

  @Override
  public List<ReachedLimit> limits() {
    List<ReachedLimit> limits = new ArrayList<>();
    if (history.lacking() > 0) {
      limits.add(
          Limit.EDGES.reached(
              history.lacking()
                  + " accesses may have more races: of the superseded reads and writes of a"
                  + " variable the newest "
                  + most.edges()
                  + " are kept"));
    }
    if (order.lackingSections() > 0) {
      limits.add(
          Limit.SECTIONS.reached(
              "events may be ordered that seem unordered, as "
                  + order.lackingSections()
                  + " critical sections may have been dropped before they were needed: the newest "
                  + most.sections()
                  + " of each thread and lock are kept"));
    }
    return limits;
  }

  @Override
  public boolean forgets() {
    return order.forgets();
  }

  @Override
  public void forget(Operand space, int id) {
    if (space == Operand.VARIABLE) {
      history.forget(id);
    } else {
      order.forget(space, id);
    }
  }

  @Override
  public void markContexts(BitSet live) {
    history.markContexts(live);
  }

  @Override
  public void consume(EventBlock block) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] contexts = block.contexts();
    int[] locations = block.locations();
    history.touch(block);
    for (int i = 0, size = block.size(); i < size; i++) {
      long word = words[i];
      Op op = EventBlock.op(word);
      int thread = EventBlock.thread(word);
      int operand = EventBlock.operand(word);
      long index = indices[i];
      long detail = AccessContext.of(contexts[i], locations[i]);
      switch (op) {
        case READ -> history.read(operand, thread, index, detail);
        case WRITE -> history.write(operand, thread, index, detail);
        case ATOMIC_READ -> history.read(operand, thread, index, AccessContext.atomic(detail));
        case ATOMIC_WRITE -> history.write(operand, thread, index, AccessContext.atomic(detail));
        default -> {
          order.order(op, thread, operand, index);
          history.forgetClock();
        }
      }
    }
  }
}
