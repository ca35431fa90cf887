package io.racedet.junit.agent.model.language;

import io.racedet.runtime.log.Aspects;
import java.util.ArrayList;
import java.util.List;

/**
 * Assigns numbers to the aspects that models define, from {@link Aspects#FIRST_FREE}. Thread-safe.
 */
public final class AspectNames {
  private static final int LIMIT = 1 << 11;

  private final List<String> own = new ArrayList<>();

  /** The number of an aspect, a new one if the name is new. */
  synchronized int numberOf(String name) {
    return switch (name) {
      case "monitor" -> Aspects.MONITOR;
      case "lock" -> Aspects.LOCK;
      case "field" -> Aspects.FIELD;
      case "channel" -> Aspects.CHANNEL;
      case "element" -> Aspects.ELEMENT;
      case "condition" -> Aspects.CONDITION;
      case "index" -> Aspects.INDEX;
      case "interrupt" -> Aspects.INTERRUPT;
      case "value" -> Aspects.VALUE;
      case "initialisation" -> Aspects.CLASS_INIT;
      case "stamp" -> Aspects.STAMP;
      case "failure" -> Aspects.CLASS_FAILURE;
      case "connection" -> Aspects.CONNECTION;
      case "port" -> Aspects.PORT;
      case "pipe" -> Aspects.PIPE;
      case "file" -> Aspects.FILE;
      case "bin" -> Aspects.BIN;
      default -> ownNumberOf(name);
    };
  }

  private int ownNumberOf(String name) {
    int at = own.indexOf(name);
    if (at < 0) {
      at = own.size();
      own.add(name);
    }
    if (Aspects.FIRST_FREE + at >= LIMIT) {
      throw new IllegalStateException("more than " + (LIMIT - Aspects.FIRST_FREE) + " aspects");
    }
    return Aspects.FIRST_FREE + at;
  }
}
