package io.racedet.engine.history;

import io.racedet.clock.Clock;
import java.util.Arrays;

/** The clock of the last write of each variable, of whatever kind, by reference. */
final class LastWrites {
  private Clock[] clocks = new Clock[0]; // by variable
  private long[] atomics = new long[0]; // the last atomic write

  /** Notes a plain write. */
  void write(int variable, Clock clock) {
    if (variable >= clocks.length) {
      clocks = Arrays.copyOf(clocks, longer(clocks.length, variable));
    }
    if (clocks[variable] != clock) {
      clocks[variable] = clock;
    }
  }

  /** Notes a write that is atomic by itself. */
  void atomicWrite(int variable, long epoch, Clock clock) {
    write(variable, clock);
    if (variable >= atomics.length) {
      atomics = Arrays.copyOf(atomics, longer(atomics.length, variable));
    }
    atomics[variable] = epoch;
  }

  /** The last write of a variable whose last plain write is given; 0 if there is none. */
  long last(int variable, long plain) {
    long atomic = variable < atomics.length ? atomics[variable] : 0;
    return Epoch.index(atomic) > Epoch.index(plain) ? atomic : plain;
  }

  /** The clock of the last write of a variable that has one. */
  Clock clock(int variable) {
    return clocks[variable];
  }

  private static int longer(int length, int variable) {
    return Math.max(variable + 1, length + (length >> 1));
  }
}
