package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;
import java.util.HashMap;
import java.util.Map;

/** Two threads put different keys into one HashMap inside the same monitor. */
public final class C06_HashMapInOneMonitor implements TwoThreads {
  private final Map<String, Integer> stock = new HashMap<>(); // shared: HashMap contents

  @Override
  public void first() {
    synchronized (stock) {
      stock.put("apples", 1);
    }
  }

  @Override
  public void second() {
    synchronized (stock) {
      stock.put("pears", 2);
    }
  }
}
