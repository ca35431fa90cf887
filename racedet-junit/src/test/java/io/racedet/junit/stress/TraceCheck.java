package io.racedet.junit.stress;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.junit.record.RecordedTrace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares a recorded trace with the journals of its threads: the events of each thread are those
 * that its journal requires, in the same order and at the same lines; each read sees the value of
 * the last write before it; each receive comes after its sends.
 */
final class TraceCheck implements EventSink {
  private static final int MAX_FAULTS = 10;
  private static final int OF_OTHERS = -1;

  private final ProgramRun run;
  private final RecordedTrace trace;
  private final List<JournalReader> readers = new ArrayList<>();
  private final List<Integer> readerOfThread = new ArrayList<>();
  private final Map<Operand, Map<Integer, String>> operandOfId = new EnumMap<>(Operand.class);
  private final Map<Operand, Map<String, Integer>> idOfOperand = new EnumMap<>(Operand.class);
  private final Map<String, Long> values = new HashMap<>();
  private final Map<String, Long> sends = new HashMap<>();
  private final Map<String, Long> receipts = new HashMap<>();
  private final Set<String> initialised = new HashSet<>();
  private final Set<String> unseen = new HashSet<>();
  private final Set<String> mayUse = new HashSet<>();
  private final List<String> faults = new ArrayList<>();
  private final Set<String> ofOneThread;
  private final boolean reduced;
  private final Map<Integer, Map<String, Boolean>> spans = new HashMap<>();
  private long events;
  private boolean lost;

  private TraceCheck(ProgramRun run, boolean reduced) {
    this.run = run;
    this.reduced = reduced;
    trace = run.trace();
    /* While it is in progress, it is not known of any array that no other thread will use it. */
    ofOneThread = run.beside() == null ? JournalReader.arraysOfOneThread(run) : Set.of();
    for (int thread = 0; thread < run.program().threads(); thread++) {
      readers.add(new JournalReader(run, thread));
    }
    for (Operand space : Operand.values()) {
      operandOfId.put(space, new HashMap<>());
      idOfOperand.put(space, new HashMap<>());
    }
  }

  /**
   * The result of a check.
   *
   * @param faults what is wrong with the trace
   * @param events the number of events compared
   * @param statics the final values of the program's own static fields, for its next run
   */
  record Result(List<String> faults, long events, Map<String, Long> statics) {}

  /**
   * Checks the trace of a run.
   *
   * @param statics the values of static fields with which it started
   * @param reduced whether the trace may lack accesses that others cover; what reads see is not
   *     checked then
   */
  static Result of(ProgramRun run, Map<String, Long> statics, boolean reduced) {
    TraceCheck check = new TraceCheck(run, reduced);
    check.values.putAll(statics);
    run.trace().replay(check);
    for (int thread = 0; thread < check.readers.size() && !check.lost; thread++) {
      Expected.Event lost = check.next(thread);
      while (lost != null && (isOptional(lost) || check.isCovered(thread, lost))) {
        lost = check.next(thread);
      }
      if (lost != null) {
        check.fault(thread, "has lost " + lost + " and all after it");
      }
    }
    if (run.trace().damaged() || run.trace().truncated()) {
      check.faults.add("the trace is truncated, or damaged: " + run.trace().damage());
    }
    check.values.keySet().removeIf(name -> !name.startsWith("Guard") && !name.startsWith("Lazy"));
    return new Result(check.faults, check.events, check.values);
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    events++;
    int reader = reader(thread);
    if (lost) {
      return;
    }
    if (reader == OF_OTHERS) {
      if (op.operand() == Operand.VARIABLE) {
        fault(
            reader, "thread " + thread + " accesses " + trace.names().name(op.operand(), operand));
      }
      return;
    }
    String name = trace.names().name(op.operand(), operand);
    if (op.operand() == Operand.CHANNEL && isImplicit(op, reader, operand, name)
        || isUnseen(op, reader, name)) {
      return;
    }
    Expected.Event expected = next(reader);
    while (expected != null && (isOptional(expected) || isCovered(reader, expected))) {
      boolean present = op == expected.op() && isKnown(op, operand, expected.operand());
      if (present && isAt(location, expected.line())) {
        if (isOptional(expected)) {
          repeat(reader, expected);
          return;
        }
        break;
      }
      expected = next(reader);
    }
    if (expected != null && isBid(op, operand, name, expected)) {
      readers.get(reader).again(expected);
      return;
    }
    if (expected != null && isAttempt(op, operand, expected)) {
      readers.get(reader).again(expected);
      String removed = JournalReader.queueOf(expected) + Expected.REMOVED;
      readers.get(reader).again(with(expected, Op.SEND, removed));
      return;
    }
    if (expected == null) {
      fault(reader, op + " " + name + " after its end");
      return;
    }
    if (op != expected.op()
        || !isAt(location, expected.line())
        || !isOn(op, reader, operand, expected)) {
      fault(reader, op + " " + name + at(location) + " instead of " + expected);
      lost = true; // later events cannot be compared
      return;
    }
    follow(reader, expected);
    check(reader, operand, name, expected);
  }

  /* ---- accesses without hooks ---- */

  /* Whether the thread has accessed the variable before, since its last synchronisation. */
  private boolean isCovered(int reader, Expected.Event expected) {
    boolean isAccess = expected.op() == Op.READ || expected.op() == Op.WRITE;
    Boolean written = isAccess ? span(reader).get(expected.operand()) : null;
    return reduced && written != null && (written || expected.op() == Op.READ);
  }

  private Map<String, Boolean> span(int reader) {
    return spans.computeIfAbsent(reader, any -> new HashMap<>());
  }

  private void follow(int reader, Expected.Event event) {
    if (event.op() == Op.READ || event.op() == Op.WRITE) {
      span(reader).merge(event.operand(), event.op() == Op.WRITE, Boolean::logicalOr);
    } else {
      span(reader).clear();
    }
  }

  private Expected.Event next(int reader) {
    Expected.Event event = readers.get(reader).next();
    while (event != null && isOmitted(event)) {
      copy(reader, event);
      event = readers.get(reader).next();
    }
    return event;
  }

  private boolean isOmitted(Expected.Event event) {
    boolean range = event.check() == Expected.Check.LIFTS || event.check() == Expected.Check.DROPS;
    return range && ofOneThread.contains(JournalReader.arrayOf(event));
  }

  private void copy(int reader, Expected.Event event) {
    if (event.check() == Expected.Check.LIFTS) {
      readers.get(reader).lift(values.getOrDefault(event.operand(), 0L));
    } else {
      values.put(event.operand(), readers.get(reader).drop());
    }
  }

  private int reader(int thread) {
    while (readerOfThread.size() <= thread) {
      String name = trace.names().name(Operand.THREAD, readerOfThread.size());
      readerOfThread.add(ProgramRun.number(name));
    }
    return readerOfThread.get(thread);
  }

  private void fault(int thread, String what) {
    if (faults.size() < MAX_FAULTS) {
      faults.add("event " + events + ": thread " + thread + ' ' + what);
    }
  }

  /* ---- events without a line: initialised classes, received final fields ---- */

  private boolean isImplicit(Op op, int reader, int channel, String name) {
    boolean ofClass = name.endsWith(" class initialisation");
    if (!ofClass && !(op == Op.RECEIVE && name.endsWith(" final fields"))) {
      return false;
    }
    String key = ofClass ? simpleName(name) : operandOfId.get(Operand.CHANNEL).get(channel);
    if (op == Op.SEND) {
      if (!initialised.add(key)) {
        fault(reader, "initialises " + key + " again");
      }
    } else if (ofClass ? !initialised.contains(key) : !sends.containsKey(key)) {
      fault(reader, "receives " + name + " before it is sent");
    }
    mayUse.add(reader + " " + key);
    return true;
  }

  /*
   * The journal is such code. A section with it writes the variable of unrecorded code once, at its
   * end, after reading it; others may send to the channel of recorded code, after reading the former.
   */
  private boolean isUnseen(Op op, int reader, String name) {
    if (!name.startsWith("unrecorded code under ") && !name.startsWith("recorded code under ")) {
      return false;
    }
    String lock = reader + name.substring(name.indexOf(" under "));
    boolean recorded = name.startsWith("recorded");
    if (op == Op.SYNC_WRITE || op == Op.SEND) {
      if (!unseen.remove(lock)) {
        fault(reader, "writes " + name + " without having read that of unrecorded code");
      }
    } else if (!recorded) {
      unseen.add(lock);
    } else if (!unseen.contains(lock)) {
      fault(reader, "reads " + name + " before the section begins");
    }
    return true;
  }

  /* ---- events that depend on other threads ---- */

  private static boolean isOptional(Expected.Event event) {
    return switch (event.check()) {
      case MAYBE, TRIES, ROUNDS -> true;
      default -> false;
    };
  }

  private boolean isKnown(Op op, int id, String operand) {
    if (operand.endsWith(Expected.UNKNOWN)) {
      return !operandOfId.get(op.operand()).containsKey(id);
    }
    return Integer.valueOf(id).equals(idOfOperand.get(op.operand()).get(operand));
  }

  /* Bids for a lock, and releases, are events only if some thread has seen its state. */
  private boolean isBid(Op op, int id, String name, Expected.Event expected) {
    boolean lock = name.startsWith("Reentrant") || name.startsWith("StampedLock@");
    String known = operandOfId.get(Operand.CHANNEL).get(id);
    return op == Op.SEND
        && lock
        && expected.op() != Op.SEND
        && (known == null || known.endsWith(SyncVocabulary.QUERIED));
  }

  private void repeat(int reader, Expected.Event expected) {
    readers.get(reader).again(expected);
    if (expected.check() == Expected.Check.TRIES) {
      readers.get(reader).again(with(expected, expected.op(), Expected.CONTENTS));
    } else if (expected.check() == Expected.Check.ROUNDS) {
      String all = expected.operand() + Expected.ALL;
      readers.get(reader).again(with(expected, expected.op(), all));
    }
  }

  private static Expected.Event with(Expected.Event event, Op op, String operand) {
    return new Expected.Event(op, operand, event.line(), Expected.Check.NOTHING, 0);
  }

  /* An element that another thread removes before this one, which then looks at the next. */
  private boolean isAttempt(Op op, int id, Expected.Event expected) {
    if (op != Op.RECEIVE
        || expected.check() != Expected.Check.ATTEMPTS
        || isKnown(op, id, expected.operand())) {
      return false;
    }
    String known = operandOfId.get(Operand.CHANNEL).get(id);
    return known != null && known.startsWith(JournalReader.queueOf(expected) + '@');
  }

  private static String simpleName(String initialisation) {
    String type = initialisation.substring(0, initialisation.indexOf(' '));
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /* The class of a static field, or the frozen object of a final one, must have been received. */
  private void use(int reader, String variable) {
    String key = variable.substring(0, Math.max(0, variable.indexOf('.')));
    if (key.startsWith("box") && variable.endsWith(".fixed")) {
      key = DataVocabulary.freeze(Long.parseLong(key.substring("box".length())));
    } else if (!key.startsWith("Lazy") || !initialised.contains(key)) {
      return; // nothing to receive, or the initialiser itself
    }
    boolean sent = key.startsWith("Lazy") || sends.containsKey(key);
    if (sent && !mayUse.contains(reader + " " + key)) {
      fault(reader, "uses " + variable + " without receiving " + key);
    }
  }

  /* ---- whether it is the event that the journal requires ---- */

  private boolean isAt(int location, int line) {
    return line == 0
        || location != NO_LOCATION
            && trace.names().location(location).equals(run.program().name() + ".java:" + line);
  }

  private String at(int location) {
    return location == NO_LOCATION ? "" : " at " + trace.names().location(location);
  }

  private boolean isOn(Op op, int reader, int id, Expected.Event expected) {
    if (op.operand() == Operand.THREAD) {
      return expected.operand().equals("thread" + reader(id));
    }
    String key = expected.operand();
    if (key.endsWith("@")) { // one per thread
      key += reader;
    }
    String known = operandOfId.get(op.operand()).putIfAbsent(id, key);
    Integer knownId = idOfOperand.get(op.operand()).putIfAbsent(key, id);
    /* Two elements of a queue may have one identity, which is no more than a hash. */
    boolean element = key.indexOf('@') > 0;
    return (known == null || known.equals(key) || element) && (knownId == null || knownId == id);
  }

  private void check(int reader, int id, String name, Expected.Event expected) {
    String operand = expected.operand();
    long last = values.getOrDefault(operand, 0L);
    use(reader, operand);
    switch (expected.check()) {
      case SEES -> {
        if (last != expected.value() && !reduced) {
          fault(reader, expected + " of " + name + ", but the last write was of " + last);
        }
      }
      case SETS -> values.put(operand, expected.value());
      case LIFTS, DROPS -> copy(reader, expected);
      case NEEDS -> {
        if (sends.getOrDefault(operand, 0L) < expected.value()) {
          fault(reader, expected + " after " + sends.get(operand) + " sends");
        }
      }
      case TAKES -> {
        long taken = receipts.merge(operand, 1L, Long::sum);
        if (taken > expected.value() + sends.getOrDefault(operand, 0L)) {
          fault(reader, expected + " after " + sends.get(operand) + " sends");
        }
      }
      case GIVES -> sends.merge(operand, 1L, Long::sum);
      case UNTIL -> {
        if (sends.getOrDefault(operand, 0L) < expected.value()) {
          readers.get(reader).again(expected);
        }
      }
      case PUTS -> sends.merge(operand + '@' + expected.value(), 1L, Long::sum);
      case GETS -> {
        if (expected.value() != 0 && !sends.containsKey(operand + '@' + expected.value())) {
          fault(reader, expected + " before it is put");
        }
      }
      case ATTEMPTS -> {
        if (operand.indexOf('@') > 0 && !sends.containsKey(operand)) {
          fault(reader, expected + " before it is sent");
        }
      }
      case MAYBE, TRIES, ROUNDS ->
          throw new IllegalStateException("optional events are not checked");
      case NOTHING -> {
        if (expected.op() == Op.SEND) {
          sends.merge(operand, 1L, Long::sum);
          mayUse.add(reader + " " + operand);
        }
      }
    }
  }
}
