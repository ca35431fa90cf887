package io.racedet.samples.drivers;

import com.fasterxml.jackson.databind.util.LRUMap;
import java.util.concurrent.Callable;

/**
 * jackson-databind 503: two threads, both under the read lock, read an access-ordered map, which
 * relinks its entries.
 */
public final class LeastRecentlyUsed implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    LRUMap<String, String> map = new LRUMap<>(8, 8);
    map.put("a", "1");
    map.put("b", "2");
    map.put("c", "3");
    return new Runnable[] {() -> map.get("a"), () -> map.get("b")};
  }
}
