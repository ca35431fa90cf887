package io.racedet.junit.record;

import io.racedet.runtime.RawThread;
import io.racedet.runtime.RawTrace;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The threads that the recordings of one test have started. A test that is repeated may leave
 * threads behind, which then run beside those of the next repetition. Thread-safe.
 */
public final class StartedThreads {
  private final Set<Long> ids = new HashSet<>();

  /** Whether a recording so far has started the thread of an id. */
  synchronized boolean contains(long id) {
    return ids.contains(id);
  }

  /** Adds the threads that a recording has started; returns the slots of those added before. */
  synchronized IntOpenHashSet add(RawTrace trace) {
    IntOpenHashSet before = new IntOpenHashSet();
    List<RawThread> threads = trace.threads();
    for (int slot = 0; slot < threads.size(); slot++) {
      RawThread thread = threads.get(slot);
      if (thread.forked()) {
        ids.add(thread.id());
      } else if (ids.contains(thread.id())) {
        before.add(slot);
      }
    }
    return before;
  }
}
