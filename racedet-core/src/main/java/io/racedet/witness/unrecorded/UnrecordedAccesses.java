package io.racedet.witness.unrecorded;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.witness.EventHistory;
import io.racedet.witness.Reordering;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The accesses that a trace lacks, of which {@link Op#AGAIN} tells: each is somewhere between it
 * and the end of its span, which is the thread's next event that is not a plain access. A
 * reordering of the trace is one of all accesses if those that it lacks see what they saw, and are
 * seen by those that saw them. Not thread-safe.
 *
 * <p>If the trace has no conflicting access by another thread in the span, it is known what they
 * saw: what the access that covers them saw or wrote. Then a reordering must not put such an access
 * into the span either, and a read of what was written in a span must be after its end.
 *
 * <p>If it has one, which is a race, it is not known what they saw, nor what later reads saw of
 * them. Then no reordering goes as far as such an access. The time is linear in the trace, and for
 * each reordering in its length.
 */
public final class UnrecordedAccesses {
  private final EventHistory trace;
  private final boolean any;
  private final BitSet covering = new BitSet(); // by position: writes that cover others
  private final BitSet doubtful = new BitSet(); // by position: no reordering may have these

  /** Finds the accesses of which it is known what they saw. */
  public UnrecordedAccesses(EventHistory trace) {
    this.trace = trace;
    boolean found = false;
    for (int p = 0; p < trace.size() && !found; p++) {
      found = EventBlock.op(trace.word(p)) == Op.AGAIN;
    }
    any = found;
    if (any) {
      scan();
    }
  }

  private void scan() {
    Spans spans = new Spans();
    Set<Repeated> raced = new LinkedHashSet<>();
    for (int p = 0; p < trace.size(); p++) {
      spans.event(p);
      for (Repeated each : spans.conflicts) {
        doubtful.set(each.again);
        raced.add(each);
      }
    }
    Int2ObjectOpenHashMap<IntArrayList> accesses = new Int2ObjectOpenHashMap<>();
    raced.forEach(each -> accesses.put(each.variable, new IntArrayList()));
    for (int p = 0; p < trace.size() && !raced.isEmpty(); p++) {
      IntArrayList of = isAccess(p) ? accesses.get(operand(p)) : null;
      if (of != null) {
        of.add(p);
      }
    }
    raced.forEach(each -> doubtReads(each, accesses.get(each.variable)));
  }

  /* Until the next write after the span, a read may have seen a write that the trace lacks. */
  private void doubtReads(Repeated of, IntArrayList accesses) {
    for (int i = 0; i < accesses.size() && of.writes; i++) {
      int p = accesses.getInt(i);
      if (p > of.spanEnd && isWrite(p)) {
        return;
      }
      if (p > of.access && !isWrite(p) && EventBlock.thread(trace.word(p)) != of.thread) {
        doubtful.set(p);
      }
    }
  }

  /**
   * Decides whether a correct reordering of the trace is one of all accesses.
   *
   * @return false if that is not known
   */
  public boolean allow(Reordering sequence) {
    return !any || allow(sequence.indices());
  }

  /** {@return the same for indices of events} */
  public boolean allow(long[] sequence) {
    if (!any) {
      return true;
    }
    Spans spans = new Spans();
    for (long index : sequence) {
      int p = trace.find(index);
      if (doubtful.get(p) || isAccess(p) && !isWrite(p) && spans.isUnfinished(operand(p), p)) {
        return false;
      }
      spans.event(p);
      if (!spans.conflicts.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private boolean isAccess(int p) {
    return EventBlock.isAccess(trace.word(p));
  }

  private boolean isWrite(int p) {
    return EventBlock.isAnyWrite(trace.word(p));
  }

  private int operand(int p) {
    return EventBlock.operand(trace.word(p));
  }

  /** An access that covers others, whose span has not ended. */
  private static final class Repeated {
    private final int thread;
    private final int variable;
    private final int access;
    private final int again;
    private final boolean writes;
    private int spanEnd = Integer.MAX_VALUE;

    Repeated(int thread, int variable, int access, int again, boolean writes) {
      this.thread = thread;
      this.variable = variable;
      this.access = access;
      this.again = again;
      this.writes = writes;
    }
  }

  /** An access to a variable, the last one by its thread. */
  private record Last(int position, int time, boolean writes) {}

  /** What is known of a variable in a sequence of events. */
  private static final class Variable {
    private final Int2ObjectOpenHashMap<Last> accesses = new Int2ObjectOpenHashMap<>(); // by thread
    private final Int2IntOpenHashMap times = new Int2IntOpenHashMap(); // of these, by thread
    private final Int2IntOpenHashMap writeTimes = new Int2IntOpenHashMap();
    private final Int2ObjectOpenHashMap<Repeated> repeated = new Int2ObjectOpenHashMap<>();
    private int writer = -1;
    private int lastWrite;
    private int span; // of the writer, at the last write
  }

  /** Follows a sequence of events, the trace or a reordering. */
  private final class Spans {
    /** The spans with a conflicting access by another thread that the last event shows. */
    private final List<Repeated> conflicts = new ArrayList<>();

    private final Int2ObjectOpenHashMap<Variable> variables = new Int2ObjectOpenHashMap<>();
    private final Int2ObjectOpenHashMap<List<Repeated>> open = new Int2ObjectOpenHashMap<>();
    private final Int2IntOpenHashMap spans = new Int2IntOpenHashMap(); // by thread: ended ones
    private int time;

    void event(int p) {
      conflicts.clear();
      time++;
      long word = trace.word(p);
      int thread = EventBlock.thread(word);
      if (EventBlock.op(word) == Op.AGAIN) {
        again(thread, p);
      } else if (EventBlock.isAccess(word)) {
        access(thread, p);
      }
      if (!EventBlock.isPlain(word) && EventBlock.op(word) != Op.AGAIN) {
        endSpan(thread, p);
      }
    }

    private void again(int thread, int p) {
      Variable x = variable(operand(p));
      Last last = x.accesses.get(thread);
      if (last == null) {
        return; // it covers nothing in this trace
      }
      Repeated repeated = new Repeated(thread, operand(p), last.position(), p, last.writes());
      if (last.writes()) {
        covering.set(last.position());
      }
      open.computeIfAbsent(thread, unseen -> new ArrayList<>()).add(repeated);
      conflictWithOpen(x, thread, last.writes());
      Int2IntOpenHashMap others = last.writes() ? x.times : x.writeTimes;
      if (!conflicts.isEmpty() || isAnyLater(others, thread, last.time())) {
        conflicts.add(repeated);
      }
      x.repeated.put(thread, repeated);
    }

    private static boolean isAnyLater(Int2IntOpenHashMap times, int thread, int than) {
      for (Int2IntOpenHashMap.Entry each : times.int2IntEntrySet()) {
        if (each.getIntKey() != thread && each.getIntValue() > than) {
          return true;
        }
      }
      return false;
    }

    private void conflictWithOpen(Variable x, int thread, boolean write) {
      for (Repeated each : x.repeated.values()) {
        if (each.thread != thread && (write || each.writes)) {
          conflicts.add(each);
        }
      }
    }

    private void touch(Variable x, int thread, boolean write) {
      x.times.put(thread, time);
      if (write) {
        x.writeTimes.put(thread, time);
      }
    }

    private void access(int thread, int p) {
      Variable x = variable(operand(p));
      boolean write = isWrite(p);
      conflictWithOpen(x, thread, write);
      x.accesses.put(thread, new Last(p, time, write));
      touch(x, thread, write);
      if (write) {
        x.repeated.remove(thread); // what was read until now was not this write
        x.writer = thread;
        x.lastWrite = p;
        x.span = spans.get(thread);
      }
    }

    private void endSpan(int thread, int p) {
      spans.addTo(thread, 1);
      List<Repeated> repeated = open.get(thread);
      if (repeated != null) {
        for (Repeated each : repeated) {
          each.spanEnd = p;
          Variable x = variable(each.variable);
          x.repeated.remove(thread, each);
          touch(x, thread, each.writes); // until now there may have been one more access
        }
        repeated.clear();
      }
    }

    /** Whether the last write to a variable, by another thread, may not be the last of its span. */
    boolean isUnfinished(int variable, int reader) {
      Variable x = variable(variable);
      return x.writer >= 0
          && x.writer != EventBlock.thread(trace.word(reader))
          && covering.get(x.lastWrite)
          && x.span == spans.get(x.writer);
    }

    private Variable variable(int id) {
      return variables.computeIfAbsent(id, unseen -> new Variable());
    }
  }
}
