package io.racedet;

import io.racedet.clock.LockContexts;
import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.WellFormedness;
import io.racedet.trace.TraceReader;
import java.util.Arrays;

/**
 * Makes blocks of a trace file fit for engines: checks every event, numbers it, notes which locks
 * its thread holds, takes inner acquires and releases out, and gives variables of new objects ids
 * of their own.
 */
final class Admission {
  /** Decides what becomes of an event that is not well formed. */
  @FunctionalInterface
  interface Violations {
    /** Throws to end the analysis, or returns to leave the event out. */
    void violation(MalformedEventException violation);
  }

  private static final int NOT_RUNNING = -1;

  private final TraceReader trace;
  private final Violations violations;
  private final WellFormedness rules = new WellFormedness();
  private final LockHolders holders;
  private int[] context = filled(new int[16], 0); // by thread
  private VariableIdentities identities; // null until an object is allocated
  private int largestVariable = -1;
  private long index;
  private long dropped;

  Admission(TraceReader trace, LockContexts contexts, Violations violations) {
    this.trace = trace;
    this.violations = violations;
    holders = new LockHolders(contexts);
  }

  /** The number of events so far, those left out included. */
  long events() {
    return index;
  }

  /** How many events were left out because they were not well formed. */
  long dropped() {
    return dropped;
  }

  /** Names of the ids in admitted blocks. */
  Names names() {
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

  /** Works on the block in place; events that are left out close up. */
  void admit(EventBlock block) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] contexts = block.contexts();
    int[] locations = block.locations();
    int[] running = context;
    int to = 0;
    for (int i = 0, size = block.size(); i < size; i++) {
      long word = words[i];
      int thread = EventBlock.thread(word);
      int now;
      if (EventBlock.isAccess(word) && thread < running.length && running[thread] >= 0) {
        index++;
        now = running[thread];
      } else {
        now = admit(word, i);
        running = context;
        if (now == NOT_RUNNING) {
          continue;
        }
      }
      if (EventBlock.isAccess(word)) {
        int variable = EventBlock.operand(word);
        largestVariable = Math.max(largestVariable, variable);
        if (identities != null) {
          word = EventBlock.word(EventBlock.op(word), thread, fresh(variable));
        }
      }
      words[to] = word;
      indices[to] = index;
      contexts[to] = now;
      locations[to] = locations[i];
      to++;
    }
    block.truncate(to);
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

  /** Returns the context of the event at a position, or {@link #NOT_RUNNING} to leave it out. */
  private int admit(long word, int i) {
    Op op = EventBlock.op(word);
    int thread = EventBlock.thread(word);
    int operand = EventBlock.operand(word);
    index++;
    String expected = rules.violation(op, thread, operand);
    if (expected != null) {
      violations.violation(violation(op, thread, operand, i, expected));
      dropped++;
      return NOT_RUNNING;
    }
    int before = ensureRunning(thread);
    switch (op) {
      case ACQUIRE, ACQUIRE_SHARED -> {
        boolean outermost = holders.acquire(thread, operand, op == Op.ACQUIRE_SHARED);
        context[thread] = holders.context(thread);
        return outermost ? context[thread] : NOT_RUNNING;
      }
      case RELEASE, RELEASE_SHARED -> {
        boolean outermost = holders.release(thread, operand, op == Op.RELEASE_SHARED);
        context[thread] = holders.context(thread);
        return outermost ? before : NOT_RUNNING;
      }
      case JOIN -> stop(operand);
      case END -> stop(thread);
      case ALLOC -> allocate(operand);
      default -> {
        /* Changes nothing here. */
      }
    }
    return before;
  }

  private int ensureRunning(int thread) {
    if (thread >= context.length) {
      int length = context.length;
      context = filled(Arrays.copyOf(context, Math.max(thread + 1, 2 * length)), length);
    }
    if (context[thread] == NOT_RUNNING) {
      context[thread] = holders.context(thread);
    }
    return context[thread];
  }

  private void stop(int thread) {
    if (thread < context.length) {
      context[thread] = NOT_RUNNING; // further events take the way on which they are checked
    }
  }

  private void allocate(int object) {
    if (identities == null) {
      identities = new VariableIdentities();
    }
    know(largestVariable);
    identities.allocate(trace.names().name(Operand.OBJECT, object));
  }

  private int fresh(int variable) {
    know(variable);
    return identities.id(variable);
  }

  private void know(int variable) {
    while (identities.size() <= variable) {
      identities.add(trace.names().name(Operand.VARIABLE, identities.size()));
    }
  }

  private MalformedEventException violation(
      Op op, int thread, int operand, int i, String expected) {
    Names names = trace.names();
    String on = op.operand() == Operand.NONE ? "" : names.name(op.operand(), operand);
    return new MalformedEventException(
        trace.source() + ": " + trace.position(i) + ": ",
        index,
        names.name(Operand.THREAD, thread),
        op,
        on,
        expected);
  }

  private static int[] filled(int[] contexts, int from) {
    Arrays.fill(contexts, from, contexts.length, NOT_RUNNING);
    return contexts;
  }
}
