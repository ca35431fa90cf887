package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** A set of events that is closed under needs, and an order in which they may be arranged. */
interface PartialOrder {
  /** The set. */
  Prefix prefix();

  /** Adds the events that are directly ordered before an event, other than those of its thread. */
  void collect(int position, IntArrayList into);
}
