package io.racedet.engine.cp;

import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.Epoch;
import io.racedet.event.Op;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.race.RaceSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The state of {@code cp} in the notation of the paper: for each owner the sets PO, HB, CP and CCP,
 * read from the engine's clocks and questions after each event of a trace without shared locks.
 * Elements are written {@code HB m1*}, {@code CP T2}, {@code CCP T2:m1}; ξ is {@code next}, ξ_T is
 * {@code next_T}; owners are {@code x1}, {@code x1_T2}, {@code m1}.
 */
public final class CpSets {
  private static final String NEXT = "next";

  /** The event of an owner; a write or acquire has an instance, a read that of the write. */
  private record Owner(String name, int variable, Op op, int thread, long time, long number) {}

  /** The condition that the answer to a question is at least a level. */
  private record Condition(CpQuestion question, long level) {}

  /** The relation of a past access to an owner: the element ξ or ξ_T. */
  private record Next(
      Owner owner, String name, SortedSet<String> sets, List<Condition> conditions) {}

  private final TestTrace trace;
  private final CpDetector cp;
  private final List<Owner> owners = new ArrayList<>();
  private final List<Next> nexts = new ArrayList<>();
  private final Map<Integer, Integer> writes = new HashMap<>(); // by variable
  private final List<Integer> locks = new ArrayList<>(); // by history
  private int done;

  public CpSets(TestTrace trace, RaceSink races) {
    this.trace = trace;
    cp = new CpDetector(new EngineSetup(null, races));
  }

  /** Processes the next event and returns the sets of all owners after it. */
  public Map<String, SortedSet<String>> next() {
    int time = ++done;
    TraceEvent event = trace.event(time);
    if (event.isAccess()) {
      cp.accessOf(event.op(), event.operand(), Epoch.of(event.thread(), time), 0);
      access(event, time);
    } else {
      if (event.op() == Op.ACQUIRE && !locks.contains(event.operand())) {
        locks.add(event.operand());
      }
      cp.order(event.op(), event.thread(), event.operand(), time);
      if (event.op() == Op.ACQUIRE) {
        CpHistory history = history(event.operand());
        long number = history.count() + 1;
        String name = lock(event.operand()) + number;
        owners.add(new Owner(name, -1, event.op(), event.thread(), time, number));
      }
    }
    Map<String, SortedSet<String>> sets = new LinkedHashMap<>();
    owners.forEach(owner -> sets.put(owner.name(), sets(owner)));
    nexts.forEach(next -> addNext(next, sets.get(next.owner().name())));
    return sets;
  }

  private void access(TraceEvent event, long time) {
    int variable = event.operand();
    int write = writes.getOrDefault(variable, 0);
    String thread = thread(event.thread());
    boolean first =
        event.isWrite()
            || owners.stream()
                .noneMatch(o -> o.name().equals(instance(variable, write) + "_" + thread));
    for (Owner owner : List.copyOf(owners)) {
      boolean before = owner.name().equals(instance(variable, write));
      boolean read = owner.name().startsWith(instance(variable, write) + "_");
      if (first && (before || read && event.isWrite())) {
        String name = event.isWrite() ? NEXT : NEXT + "_" + thread;
        nexts.add(next(owner, name, event.thread()));
      }
    }
    if (event.isWrite()) {
      writes.put(variable, write + 1);
      owners.add(
          new Owner(instance(variable, write + 1), variable, event.op(), event.thread(), time, 0));
    } else {
      String name = instance(variable, write) + "_" + thread;
      owners.removeIf(owner -> owner.name().equals(name));
      owners.add(new Owner(name, variable, event.op(), event.thread(), time, 0));
    }
  }

  private Next next(Owner owner, String name, int thread) {
    SortedSet<String> sets = new TreeSet<>();
    addOrders(owner, thread, name, sets);
    return new Next(owner, name, sets, conditions(owner, question -> knows(thread, question)));
  }

  private void addNext(Next next, SortedSet<String> sets) {
    sets.addAll(next.sets());
    for (Condition condition : next.conditions()) {
      if (condition.question().level >= condition.level()) {
        sets.add("CP " + next.name());
      }
      addOpen(next.name(), condition, sets);
    }
  }

  private SortedSet<String> sets(Owner owner) {
    SortedSet<String> sets = new TreeSet<>();
    for (int thread = 0; thread < trace.count(Op.Operand.THREAD); thread++) {
      int t = thread;
      addOrders(owner, thread, thread(thread), sets);
      for (Condition condition : conditions(owner, question -> knows(t, question))) {
        addOpen(thread(thread), condition, sets);
      }
    }
    for (int lock : locks) {
      addLock(owner, lock, sets);
    }
    return sets;
  }

  private void addOrders(Owner owner, int thread, String element, SortedSet<String> sets) {
    CpClocks clocks = cp.order().clocks;
    if (owner.thread() == thread) {
      sets.add("PO " + element);
    }
    if (clocks.isKnown(thread, owner.thread(), owner.time())) {
      sets.add("HB " + element);
    }
    if (clocks.cp.known(thread, owner.thread()) >= owner.time() || isMarked(owner, thread)) {
      sets.add("CP " + element);
    }
  }

  /** Whether rule (a) orders an acquire before the open section of a thread. */
  private boolean isMarked(Owner owner, int thread) {
    CpThreads open = cp.order().open;
    for (int i = 0; owner.number() > 0 && i < open.size(thread); i++) {
      CpSection section = open.section(thread, i);
      for (int j = 0; j < section.questions(); j++) {
        String asked = lock(section.lock) + section.question(j).marked;
        if (asked.equals(owner.name())) {
          return true;
        }
      }
    }
    return false;
  }

  private void addLock(Owner owner, int lock, SortedSet<String> sets) {
    CpHistory history = history(lock);
    long first = history.firstAfter(owner.thread(), owner.time(), history.count());
    long inside = inside(owner, lock);
    if (inside > 0) {
      sets.add("HB " + lock(lock) + inside + "*");
    } else if (first <= history.count()) {
      sets.add("HB " + lock(lock) + first);
    }
    if (cp.order().clocks.knownToRelease(history, owner.thread()) >= owner.time()) {
      sets.add("CP " + lock(lock));
    }
    if (history.size() > 0) {
      int last = history.size() - 1;
      for (Condition condition :
          conditions(owner, q -> history.known(last, q.thread) >= q.acquired)) {
        addOpen(lock(lock), condition, sets);
      }
    }
  }

  /** The section of a lock that an access is in, 0 for none. */
  private long inside(Owner owner, int lock) {
    long number = 0;
    long entered = 0;
    for (int i = 1; i <= owner.time(); i++) {
      TraceEvent event = trace.event(i);
      boolean ofLock = event.operand() == lock;
      if (ofLock && event.op() == Op.ACQUIRE) {
        number++;
        entered = event.thread() == owner.thread() ? number : 0;
      } else if (ofLock && event.op() == Op.RELEASE) {
        entered = 0;
      }
    }
    return owner.number() > 0 ? 0 : entered;
  }

  private interface Known {
    boolean test(CpQuestion question);
  }

  /** The conditions under which an owner is CP-ordered to one that knows some acquires. */
  private List<Condition> conditions(Owner owner, Known known) {
    List<Condition> conditions = new ArrayList<>();
    CpQuestions questions = cp.order().questions;
    for (int i = 0; i < questions.size(); i++) {
      CpQuestion question = questions.undecided(i);
      long level = question.history.firstAfter(owner.thread(), owner.time(), question.newest);
      if (known.test(question) && level <= question.newest) {
        conditions.add(new Condition(question, level));
      }
    }
    return conditions;
  }

  /** Adds a condition, that of a finished section as those on open ones it was transferred to. */
  private void addOpen(String element, Condition condition, SortedSet<String> sets) {
    CpQuestion question = condition.question();
    if (question.decided) {
      return;
    }
    if (question.open) {
      String lock = lock(locks.get(question.history.id()));
      sets.add("CCP " + element + ":" + lock + condition.level());
      return;
    }
    int position = question.history.position(condition.level());
    CpQuestions questions = cp.order().questions;
    for (int i = 0; i < questions.size(); i++) {
      CpQuestion other = questions.undecided(i);
      long level =
          other.history.firstAfter(
              question.history.thread(position), question.history.acquired(position), other.newest);
      if (dependsOn(question, other) && level <= other.newest) {
        addOpen(element, new Condition(other, level), sets);
      }
    }
  }

  private static boolean dependsOn(CpQuestion question, CpQuestion other) {
    for (int i = 0; i < other.dependents(); i++) {
      if (other.dependent(i) == question) {
        return true;
      }
    }
    return false;
  }

  private boolean knows(int thread, CpQuestion question) {
    return cp.order().clocks.isKnown(thread, question.thread, question.acquired);
  }

  private CpHistory history(int lock) {
    return cp.order().clocks.history(locks.indexOf(lock));
  }

  private String instance(int variable, int write) {
    return trace.name(Op.Operand.VARIABLE, variable) + write;
  }

  private String lock(int lock) {
    return trace.name(Op.Operand.LOCK, lock);
  }

  private String thread(int thread) {
    return trace.name(Op.Operand.THREAD, thread);
  }
}
