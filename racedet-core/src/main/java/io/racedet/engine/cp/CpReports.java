package io.racedet.engine.cp;

import io.racedet.engine.history.Epoch;
import io.racedet.race.RaceSink;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;
import java.util.Comparator;

/** The races found at one event, reported in the order of the trace. */
final class CpReports {
  private static final Comparator<CpPair> ORDER =
      Comparator.comparingLong((CpPair pair) -> Epoch.index(pair.second))
          .thenComparingLong(pair -> Epoch.index(pair.first));

  private final RaceSink races;
  private CpPair[] pairs = new CpPair[16];
  private int size;

  CpReports(RaceSink races) {
    this.races = races;
  }

  void add(CpPair pair) {
    pairs = ObjectArrays.grow(pairs, size + 1);
    pairs[size++] = pair;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void flush() {
    Arrays.sort(pairs, 0, size, ORDER);
    for (int i = 0; i < size; i++) {
      CpPair pair = pairs[i];
      races.race(
          pair.variable,
          pair.kind,
          pair.observedOrdered,
          Epoch.index(pair.first),
          pair.firstDetail,
          Epoch.index(pair.second),
          pair.secondDetail);
      pairs[i] = null;
    }
    size = 0;
  }
}
