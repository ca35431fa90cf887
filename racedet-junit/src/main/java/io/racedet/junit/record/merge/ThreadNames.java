package io.racedet.junit.record.merge;

import io.racedet.runtime.RawThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A name for each thread, unique in the trace. */
public final class ThreadNames {
  private final List<String> names = new ArrayList<>();

  public ThreadNames(List<RawThread> threads) {
    Map<String, Integer> uses = new HashMap<>();
    for (RawThread thread : threads) {
      String name = thread.name();
      int use = uses.merge(name, 1, Integer::sum);
      names.add(use == 1 ? name : name + " (" + use + ")");
    }
  }

  public String of(int slot) {
    return names.get(slot);
  }
}
