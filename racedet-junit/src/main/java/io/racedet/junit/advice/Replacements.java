package io.racedet.junit.advice;

import java.util.Map;
import java.util.Optional;

/** Which class of the JDK can be used by several threads in place of one that cannot. */
final class Replacements {
  private static final Map<String, String> SAFE =
      Map.ofEntries(
          Map.entry("HashMap", "ConcurrentHashMap"),
          Map.entry("IdentityHashMap", "ConcurrentHashMap with keys that compare by identity"),
          Map.entry("EnumMap", "ConcurrentHashMap"),
          Map.entry("TreeMap", "ConcurrentSkipListMap"),
          Map.entry("HashSet", "ConcurrentHashMap.newKeySet()"),
          Map.entry("EnumSet", "ConcurrentHashMap.newKeySet()"),
          Map.entry("TreeSet", "ConcurrentSkipListSet"),
          Map.entry("ArrayList", "CopyOnWriteArrayList, if it is seldom changed"),
          Map.entry("LinkedList", "ConcurrentLinkedDeque"),
          Map.entry("ArrayDeque", "ConcurrentLinkedDeque"),
          Map.entry("PriorityQueue", "PriorityBlockingQueue"),
          Map.entry("BitSet", "AtomicLongArray"),
          Map.entry("StringBuilder", "a StringBuilder of each thread"),
          Map.entry("SimpleDateFormat", "DateTimeFormatter"),
          Map.entry("Random", "ThreadLocalRandom"));

  private Replacements() {}

  /** The replacement of a class, by its simple name; empty if none is known. */
  static Optional<String> safeOneFor(String simpleName) {
    return Optional.ofNullable(SAFE.get(simpleName));
  }
}
