package io.racedet.wellformed;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.MalformedEventException;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.Walk;
import io.racedet.trace.TraceReader;

/**
 * Prepares blocks of a trace file for engines: checks and numbers every event, adds the locks that
 * its thread holds, removes re-entrant acquires and releases, and assigns new ids to the variables
 * of new objects.
 */
public final class Admission {
  /** Decides how to handle an event that is not well formed. */
  @FunctionalInterface
  public interface Violations {
    /** Throws to end the analysis, or returns to skip the event. */
    void violation(MalformedEventException violation);
  }

  private final TraceReader trace;
  private final Violations violations;
  private final ExecutionState state;
  private VariableIdentities identities; // null until an object is allocated
  private int largestVariable = -1; // until then
  private final long before; // index of the event before the first one
  private long index;
  private long dropped;
  private int kept; // of the current block
  private final AdmittedRanges ranges = new AdmittedRanges();

  public Admission(TraceReader trace, LockContexts contexts, Violations violations) {
    this.trace = trace;
    this.violations = violations;
    state = new ExecutionState(contexts);
    before = trace.eventsBefore();
    index = before;
  }

  /** The number of events so far, including skipped ones. */
  public long events() {
    return index - before;
  }

  /** The number of events skipped because they were not well formed. */
  public long dropped() {
    return dropped;
  }

  /** Names of the ids in admitted blocks. */
  public Names names() {
    Names names = trace.names();
    return new Names() {
      @Override
      public String name(Operand space, int id) {
        boolean renewed = space == Operand.VARIABLE && identities != null;
        return names.name(space, renewed ? identities.handle(id) : id);
      }

      @Override
      public String location(int location) {
        return names.location(location);
      }
    };
  }

  /** Admits a block in place; removed events leave no gap. */
  public void admit(EventBlock block) {
    ranges.prepare(block, identities != null);
    int size = block.size();
    int i = 0;
    kept = 0;
    while (i < size) {
      i = accesses(block, i);
      if (i < size) {
        admit(block, i++);
      }
    }
    block.truncate(kept);
    if (index > EventBlock.MAX_INDEX) {
      throw new IllegalStateException(
          trace.source()
              + ": event "
              + index
              + " (expected: at most "
              + EventBlock.MAX_INDEX
              + ")");
    }
  }

  /**
   * Admits accesses of running threads up to the next other event, and returns its position in the
   * block. A separate method, because it is compiled earlier than the whole loop would be.
   */
  private int accesses(EventBlock block, int from) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] contexts = block.contexts();
    int[] locations = block.locations();
    int[] running = state.running();
    long next = index;
    boolean hasRanges = block.ranges() > 0;
    int largest = largestVariable;
    int to = kept;
    int i = from;
    for (int size = block.size(); i < size && identities == null; i++) {
      long word = words[i];
      int thread = EventBlock.thread(word);
      if (!EventBlock.isAccess(word)
          || thread >= running.length
          || running[thread] < 0
          || hasRanges && EventBlock.isRange(word)) {
        break;
      }
      largest = Math.max(largest, EventBlock.operand(word));
      words[to] = word;
      indices[to] = ++next;
      contexts[to] = running[thread];
      locations[to] = locations[i];
      to++;
    }
    kept = to;
    index = next;
    largestVariable = largest;
    return i;
  }

  /**
   * Admits the event at a position if it is well formed, unless it is a re-entrant acquire or
   * release.
   */
  private void admit(EventBlock block, int i) {
    long word = block.words()[i];
    if (EventBlock.isRange(word)) {
      admitRange(block, i);
      return;
    }
    index++;
    int now = state.take(EventBlock.op(word), EventBlock.thread(word), EventBlock.operand(word));
    if (now < 0) {
      if (now == ExecutionState.REFUSED) {
        violations.violation(violation(word, i));
        dropped++;
      }
      return;
    }
    if (EventBlock.op(word).operand() == Operand.VARIABLE) {
      word = EventBlock.withOperand(word, fresh(EventBlock.operand(word)));
    } else if (EventBlock.op(word) == Op.ALLOC) {
      allocate(EventBlock.operand(word));
    }
    block.words()[kept] = word;
    block.indices()[kept] = index;
    block.contexts()[kept] = now;
    block.locations()[kept] = block.locations()[i];
    kept++;
  }

  private void admitRange(EventBlock block, int i) {
    long first = EventBlock.firstOf(block.words()[i]);
    long walk = block.walkOf(i);
    int count = Walk.count(walk);
    int last = EventBlock.operand(first) + (count - 1) * Walk.stride(walk);
    int now = state.access(EventBlock.thread(first));
    if (now == ExecutionState.REFUSED) {
      for (int k = 0; k < count; k++) {
        index++;
        int variable = EventBlock.operand(first) + k * Walk.stride(walk);
        violations.violation(violation(EventBlock.withOperand(first, variable), i));
        dropped++;
      }
      return;
    }
    largestVariable = Math.max(largestVariable, Math.max(EventBlock.operand(first), last));
    block.move(i, kept);
    block.indices()[kept] = index + 1;
    block.contexts()[kept] = now;
    kept++;
    index += count;
  }

  private void allocate(int object) {
    if (identities == null) {
      identities = new VariableIdentities();
      know(largestVariable); // whose ids are their handles
    }
    identities.allocate(trace.names().name(Operand.OBJECT, object));
  }

  private int fresh(int variable) {
    if (identities == null) {
      largestVariable = Math.max(largestVariable, variable);
      return variable;
    }
    know(variable);
    return identities.id(variable);
  }

  private void know(int variable) {
    while (identities.size() <= variable) {
      identities.add(trace.names().name(Operand.VARIABLE, identities.size()));
    }
  }

  private MalformedEventException violation(long word, int i) {
    Names names = trace.names();
    Op op = EventBlock.op(word);
    return new MalformedEventException(
        trace.source() + ": " + trace.position(ranges.entry(i)) + ": ",
        index,
        names.name(Operand.THREAD, EventBlock.thread(word)),
        op,
        op.operand() == Operand.NONE ? "" : names.name(op.operand(), EventBlock.operand(word)),
        state.expected());
  }
}
