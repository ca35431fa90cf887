package io.racedet.oracle;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Violations of the lockset discipline from the definition: for each variable the intersection over
 * all threads of the locks that protect all accesses by the thread, with a dummy lock for each
 * thread and one for reads.
 */
public final class LocksetDiscipline {
  private static final int NONE = 0;
  private static final String ONLY_READS = "only reads";
  private static final String ATOMIC = "atomic";

  private final TestTrace trace;
  private final Rules rules;
  private final List<Section> sections;

  public LocksetDiscipline(TestTrace trace) {
    this(trace, Rules.ALL);
  }

  /** The same with some rules only. */
  public LocksetDiscipline(TestTrace trace, Rules rules) {
    this.trace = trace;
    this.rules = rules;
    sections = Section.of(trace, rules);
  }

  /** For each variable in violation, the first access that completes the violation. */
  public Map<Integer, Integer> violations() {
    Map<Integer, Integer> violations = new TreeMap<>();
    for (int f = 1; f <= trace.size(); f++) {
      TraceEvent event = trace.event(f);
      if (event.isAccess() && !violations.containsKey(event.operand()) && isViolated(f)) {
        violations.put(event.operand(), f);
      }
    }
    return violations;
  }

  /** The last access before that conflicts with an access, 0 if there is none. */
  public int partner(int access) {
    for (int e = access - 1; e >= 1; e--) {
      if (trace.event(e).conflictsWith(trace.event(access))) {
        return e;
      }
    }
    return NONE;
  }

  /** Whether the trace up to an access violates the discipline for the variable accessed. */
  private boolean isViolated(int access) {
    int variable = trace.event(access).operand();
    Map<Integer, List<Integer>> accesses =
        IntStream.rangeClosed(1, access)
            .filter(i -> trace.event(i).isAccess() && trace.event(i).operand() == variable)
            .boxed()
            .collect(Collectors.groupingBy(i -> trace.event(i).thread()));
    // A thread without accesses has every lock in its set.
    Optional<Set<String>> common =
        accesses.values().stream().map(this::lockset).reduce(LocksetDiscipline::intersection);
    return common.orElseThrow().isEmpty();
  }

  private Set<String> lockset(List<Integer> accesses) {
    return accesses.stream()
        .map(this::lockset)
        .reduce(LocksetDiscipline::intersection)
        .orElseThrow();
  }

  private Set<String> lockset(int access) {
    TraceEvent event = trace.event(access);
    Set<String> locks = new HashSet<>();
    if (rules.have(Rule.OWN_LOCK)) {
      locks.add("thread " + event.thread());
    }
    if (!event.isWrite() && rules.have(Rule.READS_ALONE)) {
      locks.add(ONLY_READS);
    }
    if (event.isAtomic() && rules.have(Rule.ATOMIC_ACCESS)) {
      locks.add(ATOMIC);
    }
    for (Section s : sections) {
      boolean holds = s.thread() == event.thread() && s.contains(access);
      boolean protects = !s.shared() || !event.isWrite() || !rules.have(Rule.WRITE_IN_SHARED);
      if (holds && protects && rules.have(Rule.LOCKSET)) {
        locks.add("lock " + s.lock());
      }
    }
    return locks;
  }

  private static Set<String> intersection(Set<String> a, Set<String> b) {
    Set<String> common = new HashSet<>(a);
    common.retainAll(b);
    return common;
  }
}
