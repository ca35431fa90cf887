package io.racedet.engine.history;

import io.racedet.clock.Clock;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;

/** The clock of the last write to each variable, plain or atomic, by reference. */
final class LastWrites {
  private Clock[] clocks = new Clock[0]; // by variable
  private long[] atomics = new long[0]; // the last atomic write

  /** Records a plain write. */
  void write(int variable, Clock clock) {
    if (variable >= clocks.length) {
      clocks = ObjectArrays.grow(clocks, variable + 1);
    }
    if (clocks[variable] != clock) {
      clocks[variable] = clock;
    }
  }

  /** Records an atomic write. */
  void atomicWrite(int variable, long epoch, Clock clock) {
    write(variable, clock);
    if (variable >= atomics.length) {
      atomics = LongArrays.grow(atomics, variable + 1);
    }
    atomics[variable] = epoch;
  }

  /** The last write to a variable, given its last plain write; 0 for none. */
  long last(int variable, long plain) {
    long atomic = variable < atomics.length ? atomics[variable] : 0;
    return Epoch.index(atomic) > Epoch.index(plain) ? atomic : plain;
  }

  /** Drops the last write to a variable. */
  void forget(int variable) {
    if (variable < clocks.length) {
      clocks[variable] = null;
    }
    if (variable < atomics.length) {
      atomics[variable] = 0;
    }
  }

  /** The clock of the last write to a variable, which has one. */
  Clock clock(int variable) {
    return clocks[variable];
  }
}
