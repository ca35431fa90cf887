package io.racedet.engine.deadlock;

import io.racedet.event.EventSink;
import io.racedet.race.AccessContext;
import java.util.Arrays;

/**
 * What distinguishes deadlocks from each other: the locations of the requests, whatever the threads
 * and locks; or these where a location is not known.
 */
public final class PatternKey {
  /* There may be millions of patterns: no boxing and no streams. */
  private final long[] words; // sorted locations, or details from the smallest one on

  PatternKey(long[] details) {
    words = new long[details.length];
    boolean isLocated = true;
    int smallest = 0;
    for (int i = 0; i < details.length; i++) {
      words[i] = AccessContext.location(details[i]);
      isLocated &= words[i] != EventSink.NO_LOCATION;
      smallest = details[i] < details[smallest] ? i : smallest;
    }
    if (isLocated) {
      Arrays.sort(words);
    } else {
      for (int i = 0; i < details.length; i++) {
        words[i] = details[(smallest + i) % details.length];
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PatternKey key && Arrays.equals(words, key.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }
}
