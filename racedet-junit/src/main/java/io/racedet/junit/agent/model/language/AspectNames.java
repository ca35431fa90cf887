package io.racedet.junit.agent.model.language;

import io.racedet.runtime.memory.Aspects;
import java.util.ArrayList;
import java.util.List;

/**
 * Assigns numbers to the aspects that models define, from {@link Aspects#FIRST_FREE}. Thread-safe.
 */
public final class AspectNames {
  /** The aspect of the value of an atomic. */
  static final int VALUE = Aspects.FIRST_FREE;

  private static final int LIMIT = 1 << 11;

  private final List<String> own = new ArrayList<>(List.of("value"));

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
      default -> ownNumberOf(name);
    };
  }

  private int ownNumberOf(String name) {
    int at = own.indexOf(name);
    if (at < 0) {
      at = own.size();
      own.add(name);
    }
    if (VALUE + at >= LIMIT) {
      throw new IllegalStateException("more than " + (LIMIT - VALUE) + " aspects");
    }
    return VALUE + at;
  }
}
