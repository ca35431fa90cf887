package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;
import java.util.HashMap;
import java.util.Map;

/** Two threads put different keys into one HashMap, which is not thread-safe. */
public final class R06_SharedHashMap implements TwoThreads {
  private final Map<String, Integer> stock = new HashMap<>();

  @Override
  public void first() {
    stock.put("apples", 1); // race: HashMap contents
  }

  @Override
  public void second() {
    stock.put("pears", 2); // race: HashMap contents
  }
}
