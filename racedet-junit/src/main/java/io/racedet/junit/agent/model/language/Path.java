package io.racedet.junit.agent.model.language;

import java.util.List;
import java.util.Locale;

/** An expression in a clause: a root, followed by fields and getters. */
public record Path(Root root, int index, List<Step> steps) {
  /** The value with which a path starts. */
  public enum Root {
    THIS,
    /** The argument {@link Path#index} of the modelled method, from 1. */
    ARGUMENT,
    RESULT,
    /** Receiver of the call, or object of the field read, that the clause names. */
    TARGET,
    /** Argument {@link Path#index} of that call, from 1. */
    PASSED,
    /** Result of that call. */
    RETURNED,
    /** Value of the field read that the clause names. */
    VALUE,
    CAPTURED,
    /** The current thread. */
    CURRENT,
    ZERO,
    ONE,
    /** A number above those of all parts. */
    END;

    final String word = name().toLowerCase(Locale.ROOT);
  }

  /** A field, or a method without arguments. */
  public record Step(String name, boolean isCall) {}

  public Path {
    steps = List.copyOf(steps);
  }
}
