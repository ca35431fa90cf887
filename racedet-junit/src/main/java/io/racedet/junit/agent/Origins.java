package io.racedet.junit.agent;

import java.net.URL;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The {@link Origin}s of all classes, by their location. Thread-safe. */
final class Origins {
  private final Map<String, Origin> known = new ConcurrentHashMap<>();

  /**
   * Looks an origin up.
   *
   * @param location a location, or null
   */
  Origin of(URL location) {
    if (location == null) {
      return Origin.UNKNOWN;
    }
    String key = location.toString();
    Origin origin = known.get(key);
    if (origin == null) {
      origin = Origin.of(location);
      known.putIfAbsent(key, origin);
    }
    return origin;
  }
}
