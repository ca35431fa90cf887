package io.racedet.junit.record.merge;

import io.racedet.event.Op;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;

/**
 * Accesses that were not recorded, since an earlier one in the span of its thread covers them, see
 * {@link io.racedet.runtime.memory.SpanAccesses}. Not thread-safe.
 *
 * <p>For a covering access that is marked, this class adds one like it at the end of its span. With
 * it, a reordering of the trace that puts another thread's conflicting access into the span is no
 * correct one: the added read would see another value, or the added write would be seen by others.
 * So a witness is also one for the trace with all accesses. Where the other thread's access is in
 * the span in the recording itself, which is a race, it is not known what the accesses that were
 * not recorded have seen: one is added before that access, and at the end of the span a read that
 * sees it precedes the write, so that whatever sees the write depends on both.
 */
final class SpanEnds {
  /** Receives the added accesses. */
  interface Output {
    /**
     * Adds an access.
     *
     * @param slot its thread
     * @param op read or write
     * @param variable the variable
     * @param site that of the covering access
     * @param index the number of the covering access among the events
     */
    void add(int slot, Op op, int variable, int site, long index);
  }

  /** A covering access whose span has not ended. */
  private static final class Covering {
    final int slot;
    final Op op;
    final int variable;
    final int site;
    final long index;
    Covering next; // of the same variable, by another thread
    boolean sawWrite; // by another thread
    boolean isOver;

    Covering(int slot, Op op, int variable, int site, long index) {
      this.slot = slot;
      this.op = op;
      this.variable = variable;
      this.site = site;
      this.index = index;
    }
  }

  private final Output out;
  private final ObjectArrayList<Covering> byVariable = new ObjectArrayList<>();
  private final ObjectArrayList<Covering>[] bySlot;

  SpanEnds(int threads, Output out) {
    this.out = out;
    bySlot = newLists(threads);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of a generic type
  private static ObjectArrayList<Covering>[] newLists(int threads) {
    return new ObjectArrayList[threads];
  }

  /** Called before each plain access that is recorded. */
  void access(int slot, Op op, int variable) {
    Covering at = variable < byVariable.size() ? byVariable.get(variable) : null;
    for (; at != null; at = at.next) {
      if (at.slot == slot) {
        if (op == Op.WRITE) {
          end(at); // what it covers has not seen this write
        }
      } else if (isWrite(op) || at.op == Op.WRITE) {
        add(at, at.op);
        at.sawWrite |= isWrite(op);
      }
    }
  }

  private static boolean isWrite(Op op) {
    return op == Op.WRITE || op == Op.ATOMIC_WRITE;
  }

  /** Called after an access that covers others. */
  void cover(int slot, Op op, int variable, int site, long index) {
    if (isOpen(slot, variable)) {
      return; // it covers as much
    }
    Covering covering = new Covering(slot, op, variable, site, index);
    if (variable >= byVariable.size()) {
      byVariable.size(variable + 1);
    }
    covering.next = byVariable.get(variable);
    byVariable.set(variable, covering);
    if (bySlot[slot] == null) {
      bySlot[slot] = new ObjectArrayList<>();
    }
    bySlot[slot].add(covering);
  }

  private boolean isOpen(int slot, int variable) {
    Covering at = variable < byVariable.size() ? byVariable.get(variable) : null;
    while (at != null && at.slot != slot) {
      at = at.next;
    }
    return at != null;
  }

  /** Called before a thread's next event that ends its span, and at its end. */
  void end(int slot) {
    ObjectArrayList<Covering> open = bySlot[slot];
    if (open == null || open.isEmpty()) {
      return;
    }
    for (int i = 0; i < open.size(); i++) {
      if (!open.get(i).isOver) {
        end(open.get(i));
      }
    }
    open.clear();
  }

  /** Called at the end of the trace. */
  void endAll() {
    for (int slot = 0; slot < bySlot.length; slot++) {
      end(slot);
    }
  }

  private void end(Covering covering) {
    covering.isOver = true;
    unlink(covering);
    if (covering.sawWrite && covering.op == Op.WRITE) {
      add(covering, Op.READ);
    }
    add(covering, covering.op);
  }

  private void add(Covering covering, Op op) {
    out.add(covering.slot, op, covering.variable, covering.site, covering.index);
  }

  private void unlink(Covering covering) {
    Covering at = byVariable.get(covering.variable);
    if (at == covering) {
      byVariable.set(covering.variable, covering.next);
      return;
    }
    while (at.next != covering) {
      at = at.next;
    }
    at.next = covering.next;
  }
}
