package io.racedet.engine;

import io.racedet.event.EventBlock;
import io.racedet.event.Op.Operand;
import io.racedet.race.ReachedLimit;
import java.util.BitSet;
import java.util.List;

/**
 * Consumes a trace block by block and reports races to the sink that it was created with.
 *
 * <p>The trace is well formed and free of re-entrant acquires. Each engine has its own loop over a
 * block, so that the JIT compiler specialises the loop for that engine.
 *
 * <p>Not thread-safe. Results depend on the trace alone.
 */
public interface Engine {
  /**
   * Consumes the next events of the trace.
   *
   * @param block the events; read only, and only during the call; without ranges unless the engine
   *     {@link #takesRanges}
   */
  void consume(EventBlock block);

  /**
   * {@return whether blocks may have ranges; false by default; the same at all times} An engine
   * that accepts them reports the same races, in the same order, as for the events that they stand
   * for.
   */
  default boolean takesRanges() {
    return false;
  }

  /**
   * Ends the trace: closes critical sections that are still open, and runs the second pass of
   * engines that have one.
   */
  default void finish() {}

  /**
   * {@return the limits that took effect, because of which races may be missing or false; none for
   * engines that keep everything they need} Called between blocks, or after the end of the trace.
   */
  default List<ReachedLimit> limits() {
    return List.of();
  }

  /**
   * {@return whether the engine can forget; false by default; the same at all times} If all engines
   * of a feed can, the feed reuses ids. It calls {@link #forget} between blocks, and gives the id
   * to another operand in a later block. A thread that is forked by an event ordered after the join
   * of another one gets its id. Contexts that {@link #markContexts} does not mark are reused.
   */
  default boolean forgets() {
    return false;
  }

  /**
   * Forgets an id, as if the trace had not mentioned it so far. The order that it has caused
   * between other events remains. Its memory is reused.
   *
   * @param space the space of the id: variables, locks, sync variables or channels
   * @param id the id, which no later event uses with its present meaning
   */
  default void forget(Operand space, int id) {}

  /**
   * Marks the contexts of all accesses that later races can name.
   *
   * @param live receives the contexts
   */
  default void markContexts(BitSet live) {}
}
