package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.trace.bytes.TextList;

/**
 * What a reader of trace files limits. A small file can stand for a long trace, or for many names;
 * without limits, reading it would take hours, or exhaust the memory. {@link TraceLimits} has the
 * values.
 */
public enum TraceLimit {
  /**
   * Events of a trace. They are counted before they are expanded or read: at the end of the file if
   * it states their number, otherwise block by block. They do not count where a grammar is used
   * without expanding it.
   */
  EVENTS("--max-events", "events", EventBlock.MAX_INDEX, "--max-events or --force"),

  /** Nested rules of a grammar: 1 if the start rule uses no other rule. */
  DEPTH("--max-depth", "nested rules", Integer.MAX_VALUE, "--max-depth"),

  /** Symbols of all rules of a grammar, together with its rules and its terminals. */
  SYMBOLS(
      "--max-symbols",
      "symbols, rules and terminals",
      1 << 30, // so that a symbol fits into a number
      "--max-symbols or a larger heap"),

  /** Threads of a trace. */
  THREADS("--max-threads", "threads", EventBlock.MAX_THREAD + 1L, "--max-threads"),

  /** Names of threads, variables, locks and all other operands, and locations. */
  NAMES("--max-names", "names and locations", 1 << 28, "--max-names or a larger heap"),

  /** Bytes in UTF-8 of all names and locations. */
  NAME_BYTES(
      "--max-name-bytes",
      "bytes of names and locations",
      TextList.MAX_BYTES,
      "--max-name-bytes or a larger heap"),

  /** Bytes of a line of text. A lenient reader leaves a longer line out. */
  LINE("--max-line", "bytes in a line", 1 << 30, "--max-line");

  private final String option;
  private final String unit;
  private final long largest;
  private final String remedy;

  TraceLimit(String option, String unit, long largest, String remedy) {
    this.option = option;
    this.unit = unit;
    this.largest = largest;
    this.remedy = remedy;
  }

  /**
   * {@return the option of the command line that sets this limit, for example {@code --max-names}}
   */
  public String option() {
    return option;
  }

  /** {@return what is counted, for example {@code names and locations}} */
  public String unit() {
    return unit;
  }

  /**
   * {@return the largest value to which this limit can be set: what the tables of a reader can
   * hold, or ids can number}
   */
  public long largest() {
    return largest;
  }

  /** What raises this limit. */
  String remedy() {
    return remedy;
  }
}
