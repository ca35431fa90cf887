package io.racedet.junit.agent.scope;

import java.net.URL;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The {@link ClassOrigin}s of all classes, by their location. Thread-safe. */
final class ClassOrigins {
  private final Map<String, ClassOrigin> known = new ConcurrentHashMap<>();

  /** Looks up the origin of a location, which may be null. */
  ClassOrigin of(URL location) {
    if (location == null) {
      return ClassOrigin.UNKNOWN;
    }
    String key = location.toString();
    ClassOrigin origin = known.get(key);
    if (origin == null) {
      origin = ClassOrigin.of(location);
      known.putIfAbsent(key, origin);
    }
    return origin;
  }
}
