package io.racedet.engine.pair;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.order.AccessOrder;
import io.racedet.engine.order.HappensBefore;
import io.racedet.engine.order.JoinEdges;
import io.racedet.engine.order.PwrOrder;
import io.racedet.event.EventBlock;
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
  private final PairWalks walks;
  private final PairLimits most;

  private PairDetector(AccessOrder order, PairHistory history, PairLimits most) {
    this.order = order;
    this.history = history;
    walks = new PairWalks(history);
    this.most = most;
  }

  /**
   * Creates an engine that reports PWR pairs.
   *
   * @param limits how much history is kept
   */
  public static PairDetector pwr(PairLimits limits, EngineSetup setup) {
    AccessOrder order = new PwrOrder(limits.sections(), JoinEdges.of(setup, EdgeRule.ORDER));
    return of(order, false, limits, setup);
  }

  /**
   * Creates an engine that reports schedulable pairs.
   *
   * @param limits how much history is kept
   */
  public static PairDetector shb(PairLimits limits, EngineSetup setup) {
    return of(
        new HappensBefore(JoinEdges.of(setup, EdgeRule.SYNCHRONIZATION)), true, limits, setup);
  }

  private static PairDetector of(
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
                  + " accesses may have more races: only the newest "
                  + most.edges()
                  + " superseded reads and writes of a variable are kept"));
    }
    if (order.lackingSections() > 0) {
      limits.add(
          Limit.SECTIONS.reached(
              "events that seem unordered may be ordered: "
                  + order.lackingSections()
                  + " critical sections may have been dropped before they were needed; only the"
                  + " newest "
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
      walks.extract(id);
      history.forget(id);
    } else {
      order.forget(space, id);
    }
  }

  @Override
  public void markContexts(BitSet live) {
    history.markContexts(live);
    walks.markContexts(live);
  }

  @Override
  public boolean takesRanges() {
    return !most.keepsEveryAccess();
  }

  /** How many segments there are. */
  int segments() {
    return walks.size();
  }

  /** How many segments and single variables have more than a newest write and read. */
  int rest() {
    return history.rest().inUse();
  }

  @Override
  public void consume(EventBlock block) {
    long[] words = block.words();
    int size = block.size();
    history.touch(block);
    int i = 0;
    while (i < size) {
      if (EventBlock.isAccess(words[i])) {
        i = accesses(block, i);
      } else {
        long word = words[i];
        int thread = EventBlock.thread(word);
        order.order(EventBlock.op(word), thread, EventBlock.operand(word), block.indices()[i++]);
        history.forgetClock();
      }
    }
  }

  /**
   * Processes the accesses up to the next other event, and returns its position in the block. A
   * separate method, because it is compiled earlier than the whole loop would be.
   */
  private int accesses(EventBlock block, int from) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] contexts = block.contexts();
    int[] locations = block.locations();
    boolean areSegments = block.ranges() > 0 || walks.size() > 0;
    int i = from;
    for (int size = block.size(); i < size && EventBlock.isAccess(words[i]); i++) {
      long word = words[i];
      int variable = EventBlock.operand(word);
      long plain = AccessContext.of(contexts[i], locations[i]);
      if (areSegments) {
        if (EventBlock.isRange(word)) {
          walks.range(EventBlock.firstOf(word), block.walkOf(i), indices[i], plain);
          continue;
        }
        walks.extract(variable);
      }
      long detail = EventBlock.isPlain(word) ? plain : AccessContext.atomic(plain);
      if (EventBlock.isAnyWrite(word)) {
        history.write(variable, EventBlock.thread(word), indices[i], detail);
      } else {
        history.read(variable, EventBlock.thread(word), indices[i], detail);
      }
    }
    return i;
  }
}
