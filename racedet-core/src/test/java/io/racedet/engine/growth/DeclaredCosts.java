package io.racedet.engine.growth;

import static java.util.Map.entry;

import io.racedet.engine.EngineClaims;
import io.racedet.engine.goldilocks.GoldilocksList;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The bounds of time and space that engines state, as functions of the size of a trace. */
final class DeclaredCosts {
  private static final double WINDOW = MeasuredRun.LIMITS.window();
  private static final double CELLS = GoldilocksList.USUAL_CELLS; // of the update list
  private static final double SECTIONS = MeasuredRun.LIMITS.sections();

  private static final Map<String, ToDoubleFunction<TraceSize>> TIME =
      Map.ofEntries(
          entry(
              "O(n), O(T) for sync operations and for writes after unordered reads",
              s -> s.events() + s.syncs() * s.threads()),
          entry(
              "O(n) mostly, O(T) for sync operations that leave the update list, O(L) for locksets"
                  + " that meet first",
              s ->
                  s.events() * Math.max(1, s.held())
                      + Math.max(0, s.syncs() - CELLS) * s.threads()),
          entry(
              "O(n), O(T) for sync operations, O(L) for a new lockset of L locks",
              s -> s.events() + s.syncs() * (s.threads() + s.held())),
          entry("O(n T)", s -> s.events() * s.threads()),
          entry(
              "O(n T (G + C + L)) for G groups of accesses to a variable, C events that a test adds"
                  + " to a closure, and L locks held",
              s -> s.events() * s.threads() * (s.threads() + s.held())),
          entry("O(n T V)", s -> s.events() * s.threads() * s.variables()),
          entry(
              "O(n^2), O(L) more for a pair with L locks held",
              s -> s.events() * (s.events() + s.held())),
          entry("O(n (T + L)) for L locks held", s -> s.events() * (s.threads() + s.held())),
          entry(
              "O(n (T + L)) for L locks held and few locksets a variable",
              s -> s.events() * (s.threads() + s.held())),
          entry(
              "O(n (T^2 + L)) for L locks held",
              s -> s.events() * (s.threads() * s.threads() + s.held())),
          entry(
              "O(n T^2 (1 + L)) for L locks held and few locksets a variable",
              s -> s.events() * s.threads() * s.threads() * (1 + s.held())),
          entry(
              "O(n (T + L + Q)) for L locks held and Q undecided critical sections",
              s -> s.events() * (s.threads() + s.held() + s.undecided())),
          entry(
              "O(n (T + L + Q)) for L locks held and Q undecided critical sections of a window",
              s -> s.events() * (s.threads() + s.held() + Math.min(WINDOW, s.undecided()))));

  private static final Map<String, ToDoubleFunction<TraceSize>> SPACE =
      Map.ofEntries(
          entry(
              "O(variables + T (T + locks))",
              s -> s.variables() + s.threads() * (s.threads() + s.locks())),
          entry(
              "O(variables + locksets + T (T + locks))",
              s ->
                  s.variables()
                      + s.locksets() * s.variables()
                      + s.threads() * (s.threads() + s.locks())),
          entry(
              "O(variables * readers + T (T + locks))",
              s -> s.variables() * s.readers() + s.threads() * (s.threads() + s.locks())),
          entry(
              "O(T V (T + L)) for V variables and L locks",
              s -> s.threads() * s.variables() * (s.threads() + s.locks())),
          entry(
              "O(T (variables + T + locks))",
              s -> s.threads() * (s.variables() + s.threads() + s.locks())),
          entry("O(T (variables * locksets + T + locks))", DeclaredCosts::byLockset),
          entry(
              "O(T (variables * locksets + T + locks + nested sections))",
              s -> byLockset(s) + s.threads() * s.held()),
          entry(
              "O(T (variables + T + T locks))",
              s ->
                  s.threads()
                      * (s.variables()
                          + s.threads()
                          + Math.min(s.syncs(), SECTIONS * s.threads() * s.locks()))),
          entry("O(n T)", s -> s.events() * s.threads()),
          entry("O(n + T (T + locks))", s -> s.events() + s.threads() * (s.threads() + s.locks())),
          entry(
              "O(T (variables + T + locks + sections that no later one absorbs)"
                  + " + lock-variable pairs)",
              s ->
                  s.threads() * (s.variables() + s.threads() + s.locks() + s.syncs())
                      + s.lockVariables()),
          entry(
              "O(T (variables * locksets + T + locks + sections that no later one absorbs)"
                  + " + lock-variable pairs)",
              s -> byLockset(s) + s.threads() * s.syncs() + s.lockVariables()),
          entry(
              "O(T (variables + sections that live accesses tell apart) + lock-variable pairs)",
              s -> s.threads() * (s.variables() + s.syncs()) + s.lockVariables()),
          entry(
              "O(window (T + L) + T (T + locks) + names)",
              s ->
                  Math.min(WINDOW, s.events()) * (s.threads() + s.held())
                      + s.threads() * (s.threads() + s.locks())
                      + s.variables()));

  private DeclaredCosts() {}

  /** The locksets of a variable differ in their threads, too. */
  private static double byLockset(TraceSize s) {
    return s.variables() * s.locksets() + s.threads() * (s.threads() + s.locks());
  }

  static ToDoubleFunction<TraceSize> time(EngineClaims claims) {
    return of(claims.time(), TIME, claims);
  }

  static ToDoubleFunction<TraceSize> space(EngineClaims claims) {
    return of(claims.space(), SPACE, claims);
  }

  private static ToDoubleFunction<TraceSize> of(
      String text, Map<String, ToDoubleFunction<TraceSize>> functions, EngineClaims claims) {
    ToDoubleFunction<TraceSize> function = functions.get(text);
    if (function == null) {
      throw new AssertionError(
          claims.name() + ": " + text + " (expected: one of " + functions.keySet() + ")");
    }
    return function;
  }
}
