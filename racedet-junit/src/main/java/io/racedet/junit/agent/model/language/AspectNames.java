package io.racedet.junit.agent.model.language;

import io.racedet.runtime.memory.Aspects;
import java.util.ArrayList;
import java.util.List;

/** Numbers the aspects that models name, from {@link Aspects#FIRST_FREE}. Thread-safe. */
public final class AspectNames {
  /** The aspect of what an atomic holds. */
  static final int VALUE = Aspects.FIRST_FREE;

  private static final int LIMIT = 1 << 11;

  private final List<String> own = new ArrayList<>(List.of("value"));

  /** The number of a name, a new one where it is met for the first time. */
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
