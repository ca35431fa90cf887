package io.racedet.oracle;

import java.util.EnumSet;
import java.util.Set;

/** The rules that an oracle applies: all of them, or all but one. */
public final class Rules {
  /** All rules, as in the definitions. */
  public static final Rules ALL = new Rules(EnumSet.noneOf(Rule.class));

  private final Set<Rule> omitted;

  private Rules(Set<Rule> omitted) {
    this.omitted = omitted;
  }

  /** All rules but one. */
  public static Rules without(Rule rule) {
    return new Rules(EnumSet.of(rule));
  }

  boolean have(Rule rule) {
    return !omitted.contains(rule);
  }
}
