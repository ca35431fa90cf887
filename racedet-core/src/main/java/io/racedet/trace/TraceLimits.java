package io.racedet.trace;

import java.util.EnumMap;
import java.util.Map;

/**
 * How much of each {@link TraceLimit} a reader of trace files accepts. Beyond that it throws {@link
 * TraceLimitException} before it allocates memory. Immutable.
 *
 * @param values a value for each limit, from 1 to {@link TraceLimit#largest}
 */
public record TraceLimits(Map<TraceLimit, Long> values) {
  private static final long EVENTS = 10_000_000_000L;
  private static final long DEPTH = 1 << 20;
  private static final long THREADS = 1 << 20;
  private static final long LINE = 1 << 20;

  /* A name takes at most 64 bytes while the table of its reader grows; the rest is for the state of
   * engines. A rule of one symbol takes 62 in a grammar that is counted. */
  private static final long HEAP_A_NAME = 256;
  private static final long HEAP_A_SYMBOL = 64;
  private static final long HEAP_A_NAME_BYTE = 8;

  /** The limits for the heap of this process. */
  public static final TraceLimits DEFAULT = forHeap(Runtime.getRuntime().maxMemory());

  /**
   * Checks the values.
   *
   * @param values a value for each limit
   * @throws IllegalArgumentException if one is missing or out of range
   */
  public TraceLimits {
    values = Map.copyOf(values);
    for (TraceLimit limit : TraceLimit.values()) {
      Long value = values.get(limit);
      if (value == null || value < 1 || value > limit.largest()) {
        throw new IllegalArgumentException(
            limit.option() + ": " + value + " (expected: 1.." + limit.largest() + ")");
      }
    }
  }

  /**
   * {@return the limits that suit a heap: what a reader keeps in memory takes at most half of it}
   * These are 10^10 events; 2^20 nested rules, threads, and bytes of a line; one symbol for each 64
   * bytes of the heap, one name for each 256, and one byte of names for each 8.
   *
   * @param bytes the size of the heap
   */
  public static TraceLimits forHeap(long bytes) {
    Map<TraceLimit, Long> values = new EnumMap<>(TraceLimit.class);
    values.put(TraceLimit.EVENTS, EVENTS);
    values.put(TraceLimit.DEPTH, DEPTH);
    values.put(TraceLimit.SYMBOLS, bytes / HEAP_A_SYMBOL);
    values.put(TraceLimit.THREADS, THREADS);
    values.put(TraceLimit.NAMES, bytes / HEAP_A_NAME);
    values.put(TraceLimit.NAME_BYTES, bytes / HEAP_A_NAME_BYTE);
    values.put(TraceLimit.LINE, LINE);
    values.replaceAll((limit, value) -> Math.max(1, Math.min(value, limit.largest())));
    return new TraceLimits(values);
  }

  /**
   * {@return the value of a limit}
   *
   * @param limit what is limited
   */
  public long most(TraceLimit limit) {
    return values.get(limit);
  }

  /**
   * {@return a copy with a different value}
   *
   * @param limit what is limited
   * @param most how much of it is accepted, from 1 to {@link TraceLimit#largest}
   * @throws IllegalArgumentException when out of range
   */
  public TraceLimits with(TraceLimit limit, long most) {
    Map<TraceLimit, Long> copy = new EnumMap<>(values);
    copy.put(limit, most);
    return new TraceLimits(copy);
  }
}
