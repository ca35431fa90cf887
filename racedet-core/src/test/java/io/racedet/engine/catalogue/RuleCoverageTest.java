package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.RandomRuns;
import io.racedet.oracle.CpRelation;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.HybridRelation;
import io.racedet.oracle.LastAccesses;
import io.racedet.oracle.LastWriteRelation;
import io.racedet.oracle.LocksetDiscipline;
import io.racedet.oracle.Pair;
import io.racedet.oracle.PwrRelation;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.Rule;
import io.racedet.oracle.Rules;
import io.racedet.oracle.SdpRelation;
import io.racedet.oracle.SuccessiveAccesses;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.oracle.WcpRelation;
import io.racedet.oracle.WdpRelation;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often each rule of each relation decides on the random traces on which the engines are
 * compared with it: on how many traces the pairs that the engine must report are others when the
 * definition is without the rule. An engine without a rule that never decides would pass. The
 * traces are those of the full run; each rule also decides on one of the regular run.
 *
 * <p>The ordinary run stops counting a rule once it has decided often enough. The whole table, as a
 * line for each relation and rule, is printed by
 *
 * <pre>mvn -pl racedet-core test -Psoak -Dtest=RuleCoverageTest</pre>
 */
class RuleCoverageTest {
  private static final int LEAST = 10; // of all traces
  private static final int ENOUGH = 5; // of the first ones

  private static final Set<Rule> STARTS_AND_WAKES =
      EnumSet.of(
          Rule.FORK,
          Rule.JOIN,
          Rule.CHILD_WITHOUT_EVENTS,
          Rule.WAKE,
          Rule.LAST_NOTIFY,
          Rule.NOTIFY_AFTER_RELEASE,
          Rule.NOTIFY_BEFORE_ACQUIRE);
  private static final Set<Rule> SECTIONS =
      EnumSet.of(
          Rule.EXCLUSIVE_SECTIONS,
          Rule.SHARED_AFTER_EXCLUSIVE,
          Rule.EXCLUSIVE_AFTER_SHARED,
          Rule.SHARED_SECTIONS,
          Rule.REENTRANCY);
  private static final Set<Rule> HAND_OFFS = EnumSet.of(Rule.SYNC_WRITE_READ, Rule.SEND_RECEIVE);
  private static final Set<Rule> OBSERVED =
      EnumSet.of(
          Rule.SYNC_WRITE_READ,
          Rule.SYNC_READ_WRITE,
          Rule.SYNC_WRITE_WRITE,
          Rule.SEND_RECEIVE,
          Rule.RECEIVE_SEND,
          Rule.SEND_SEND);
  private static final Set<Rule> VARIABLES = EnumSet.of(Rule.ATOMIC_PAIR, Rule.NEW_OBJECT);
  private static final Set<Rule> LAST_WRITES =
      EnumSet.of(Rule.LAST_WRITE_READ, Rule.LAST_WRITE_RACE, Rule.ATOMIC_ACCESS);
  private static final Set<Rule> COMPOSED =
      EnumSet.of(
          Rule.ATOMIC_ACCESS,
          Rule.CONFLICTING_SECTIONS,
          Rule.ORDERED_SECTIONS,
          Rule.ORDERED_SECTIONS_AGAIN,
          Rule.ORDERED_SECTIONS_AT_ONCE,
          Rule.COMPOSITION_BEFORE,
          Rule.COMPOSITION_AFTER,
          Rule.HARD_EDGE);

  /** Parts of the rule of ordered sections, which decide only where it does. */
  private static final Set<Rule> ABOUT_ORDERED_SECTIONS =
      EnumSet.of(
          Rule.ORDERED_SECTIONS_AGAIN,
          Rule.ORDERED_SECTIONS_AT_ONCE,
          Rule.ORDERED_SECTIONS_OF_A_THREAD,
          Rule.OPEN_SECTION);

  /** A relation with the traces on which its engines are compared with it. */
  enum Subject {
    HB(
        RandomRuns::full,
        (trace, rules) -> lastPairs(new HappensBefore(trace, rules).races(), trace),
        STARTS_AND_WAKES,
        SECTIONS,
        HAND_OFFS,
        VARIABLES),
    HB_FIRST(
        RandomRuns::full,
        (trace, rules) -> firstRaces(new HappensBefore(trace, rules).races(), trace),
        STARTS_AND_WAKES,
        SECTIONS,
        HAND_OFFS,
        VARIABLES),
    GOLDILOCKS(
        RandomRuns::full,
        (trace, rules) -> new LastAccesses(trace, rules).races(),
        STARTS_AND_WAKES,
        SECTIONS,
        HAND_OFFS,
        EnumSet.of(Rule.NEW_OBJECT)),
    SHB(
        RandomRuns::full,
        (trace, rules) -> LastWriteRelation.schedulable(trace, rules).races(),
        STARTS_AND_WAKES,
        SECTIONS,
        HAND_OFFS,
        VARIABLES,
        LAST_WRITES),
    LOCKSETS(
        RandomRuns::full,
        (trace, rules) -> new LocksetDiscipline(trace, rules).violations(),
        EnumSet.of(
            Rule.LOCKSET,
            Rule.OWN_LOCK,
            Rule.READS_ALONE,
            Rule.WRITE_IN_SHARED,
            Rule.ATOMIC_ACCESS,
            Rule.REENTRANCY,
            Rule.NEW_OBJECT)),
    HYBRID(
        RandomRuns::full,
        (trace, rules) -> lastPairs(new HybridRelation(trace, rules).races(), trace),
        STARTS_AND_WAKES,
        SECTIONS,
        OBSERVED,
        VARIABLES,
        EnumSet.of(Rule.LOCKSET)),
    HYBRID_WRD(
        RandomRuns::full,
        (trace, rules) -> lastPairs(LastWriteRelation.hybrid(trace, rules).races(), trace),
        STARTS_AND_WAKES,
        SECTIONS,
        OBSERVED,
        VARIABLES,
        LAST_WRITES,
        EnumSet.of(Rule.LOCKSET)),
    CP(
        () -> TraceRuns.ofRelations().first(TraceRuns.FULL),
        (trace, rules) -> new SuccessiveAccesses(trace).of(new CpRelation(trace, rules).races()),
        STARTS_AND_WAKES,
        SECTIONS,
        OBSERVED,
        EnumSet.of(Rule.NEW_OBJECT, Rule.ORDERED_SECTIONS_OF_A_THREAD, Rule.OPEN_SECTION),
        COMPOSED),
    WCP(
        () -> TraceRuns.ofRelations().first(TraceRuns.FULL),
        (trace, rules) -> lastPairs(new WcpRelation(trace, rules).races(), trace),
        STARTS_AND_WAKES,
        SECTIONS,
        OBSERVED,
        VARIABLES,
        COMPOSED),
    SDP(
        () -> TraceRuns.ofRelations().first(TraceRuns.FULL),
        (trace, rules) -> lastPairs(new SdpRelation(trace, rules).races(), trace),
        STARTS_AND_WAKES,
        SECTIONS,
        OBSERVED,
        VARIABLES,
        COMPOSED,
        EnumSet.of(Rule.LOCKSET, Rule.NEXT_READ, Rule.AROUND_WRITES, Rule.BEHIND_WRITES)),
    WDP(
        () -> TraceRuns.ofRelations().first(TraceRuns.FULL),
        (trace, rules) -> lastPairs(new WdpRelation(trace, rules).races(), trace),
        STARTS_AND_WAKES,
        SECTIONS,
        OBSERVED,
        VARIABLES,
        EnumSet.of(
            Rule.LOCKSET,
            Rule.CONFLICTING_SECTIONS,
            Rule.ORDERED_SECTIONS,
            Rule.ORDERED_SECTIONS_AGAIN)),
    PWR(
        () -> TraceRuns.ofRelations().first(TraceRuns.FULL),
        (trace, rules) -> new PwrRelation(trace, rules).pairs(),
        STARTS_AND_WAKES,
        SECTIONS,
        OBSERVED,
        VARIABLES,
        LAST_WRITES,
        EnumSet.of(
            Rule.LOCKSET,
            Rule.ORDERED_SECTIONS,
            Rule.ORDERED_SECTIONS_AGAIN,
            Rule.ORDERED_SECTIONS_AT_ONCE)),
    REORDERINGS(
        () -> TraceRuns.ofWitnesses().first(TraceRuns.FULL),
        (trace, rules) -> new Reorderings(trace, rules).enabled(),
        STARTS_AND_WAKES,
        SECTIONS,
        EnumSet.of(Rule.SEND_RECEIVE, Rule.READS_FROM, Rule.SYNC_READS_FROM));

    private final Supplier<Stream<TestTrace>> traces;
    private final BiFunction<TestTrace, Rules, Object> verdict;
    private final Set<Rule> rules = EnumSet.noneOf(Rule.class);

    @SafeVarargs
    Subject(
        Supplier<Stream<TestTrace>> traces,
        BiFunction<TestTrace, Rules, Object> verdict,
        Set<Rule>... rules) {
      this.traces = traces;
      this.verdict = verdict;
      for (Set<Rule> some : rules) {
        this.rules.addAll(some);
      }
    }

    private static Object lastPairs(SortedSet<Pair> races, TestTrace trace) {
      return Pair.lastOfEachThread(races, trace);
    }

    /** The first race of each variable. */
    private static Object firstRaces(SortedSet<Pair> races, TestTrace trace) {
      Map<Integer, Integer> first = new HashMap<>();
      races.forEach(
          race -> first.merge(trace.event(race.second()).operand(), race.second(), Math::min));
      return Set.copyOf(first.values());
    }

    private Object without(Rule rule, TestTrace trace) {
      return rule == Rule.NEW_OBJECT
          ? verdict.apply(trace.withOldVariables(), Rules.ALL)
          : verdict.apply(trace, Rules.without(rule));
    }

    private List<Rule> deciding(TestTrace trace, List<Rule> some) {
      Object all = verdict.apply(trace, Rules.ALL);
      boolean orders =
          some.stream().anyMatch(ABOUT_ORDERED_SECTIONS::contains)
              && !without(Rule.ORDERED_SECTIONS, trace).equals(all);
      return some.stream()
          .filter(rule -> orders || !ABOUT_ORDERED_SECTIONS.contains(rule))
          .filter(rule -> !without(rule, trace).equals(all))
          .toList();
    }

    /**
     * On how many traces each rule decided, up to a number of them.
     *
     * @param early is given the rules that decided on a trace of the regular run
     */
    private Map<Rule, Integer> decided(int enough, Set<Rule> early) {
      Map<Rule, Integer> decided = new EnumMap<>(Rule.class);
      rules.forEach(rule -> decided.put(rule, 0));
      int[] seen = {0};
      traces
          .get()
          .takeWhile(unused -> decided.values().stream().anyMatch(count -> count < enough))
          .forEach(
              trace -> {
                List<Rule> open =
                    rules.stream()
                        .filter(rule -> decided.get(rule) < enough && rule.concerns(trace))
                        .toList();
                List<Rule> deciding = open.isEmpty() ? List.of() : deciding(trace, open);
                deciding.forEach(rule -> decided.merge(rule, 1, Integer::sum));
                if (++seen[0] <= TraceRuns.SOME) {
                  early.addAll(deciding);
                }
              });
      return decided;
    }
  }

  @ParameterizedTest
  @EnumSource
  void rule_randomTraces_decidesOnSome(Subject subject) {
    check(subject, ENOUGH, ENOUGH);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("soak")
  void rule_allRandomTraces_isCounted(Subject subject) {
    check(subject, Integer.MAX_VALUE, LEAST);
  }

  private static void check(Subject subject, int enough, int least) {
    Set<Rule> early = EnumSet.noneOf(Rule.class);
    Map<Rule, Integer> decided = subject.decided(enough, early);
    System.out.println("seed " + TraceRuns.SEED);
    decided.forEach(
        (rule, traces) -> System.out.printf("%-11s %-28s %5d%n", subject, rule, traces));
    assertThat(decided.values()).as("%s", decided).allMatch(count -> count >= least);
    assertThat(early).as("decide on the traces of the regular run").isEqualTo(decided.keySet());
  }
}
