package io.racedet.part;

import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.ids.LockUse;
import io.racedet.trace.split.SplitBeginning.Wait;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * The order and the accesses of a part, as its events come. Given to it after those of all parts
 * before it, they are those of the trace so far. Not thread-safe.
 */
final class PartState implements PartEvents.Sink {
  /** Asked at each access, before it is recorded and after it. */
  interface Check {
    /** An access by a thread, which is not recorded yet. */
    void before(
        int variable, VariableHistory history, int thread, int kind, long index, long detail);

    /** The same access, now recorded. */
    void after(int variable, VariableHistory history, long index);
  }

  private static final int UNKNOWN = 0;

  private final PartEvents events;
  private final PartOrder order;
  private final PartHistories histories;
  private final Check check; // null for none
  private int[] lists = new int[64]; // by context: 1 + the list of its locks

  PartState(PartEvents events, PartOrder order, PartHistories histories, Check check) {
    this.events = events;
    this.order = order;
    this.histories = histories;
    this.check = check;
  }

  @Override
  public void event(Op op, int thread, int operand, long index, int context, int location) {
    switch (op) {
      case READ -> access(VariableHistory.READ, thread, operand, index, context, location);
      case WRITE -> access(VariableHistory.WRITE, thread, operand, index, context, location);
      case ATOMIC_READ ->
          access(VariableHistory.ATOMIC_READ, thread, operand, index, context, location);
      case ATOMIC_WRITE ->
          access(VariableHistory.ATOMIC_WRITE, thread, operand, index, context, location);
      case ALLOC ->
          histories.allocate(VariableOwner.of(events.names().name(Operand.OBJECT, operand)), index);
      case WAKE -> order.order(op, thread, operand, index, events.lastWait(thread));
      default -> order.order(op, thread, operand, index, Wait.NONE);
    }
  }

  private void access(int kind, int thread, int variable, long index, int context, int location) {
    VariableHistory history = histories.find(variable);
    if (history == null) {
      Names names = events.names();
      history =
          histories.add(variable, VariableOwner.ofVariable(names.name(Operand.VARIABLE, variable)));
    }
    int list = list(context);
    long detail = PartHistories.detail(list, location);
    if (check != null) {
      check.before(variable, history, thread, kind, index, detail);
    }
    LockLists locks = histories.locks();
    int set = locks.protecting(list, VariableHistory.isWrite(kind), VariableHistory.isAtomic(kind));
    history.lockset = locks.meet(history.lockset, set);
    history.put(history.of(thread), kind, index, detail);
    if (check != null) {
      check.after(variable, history, index);
    }
  }

  private int list(int context) {
    if (context >= lists.length) {
      lists = IntArrays.grow(lists, context + 1);
    }
    if (lists[context] == UNKNOWN) {
      lists[context] = 1 + histories.locks().list(held(context));
    }
    return lists[context] - 1;
  }

  /** The locks of a context, in the order of acquisition; one held in both modes as exclusive. */
  private long[] held(int context) {
    LockContexts contexts = events.contexts();
    long[] all = new long[0];
    for (int c = context; !contexts.holdsNothing(c); c = contexts.parent(c)) {
      all = Arrays.copyOf(all, all.length + 1);
      all[all.length - 1] = LockUse.of(contexts.lock(c), contexts.isShared(c));
    }
    long[] inner = all;
    long[] held =
        Arrays.stream(all)
            .filter(use -> !LockUse.isShared((int) use) || !isExclusive(inner, use))
            .toArray();
    for (int i = 0; i < held.length / 2; i++) {
      long swapped = held[i];
      held[i] = held[held.length - 1 - i];
      held[held.length - 1 - i] = swapped;
    }
    return held;
  }

  private static boolean isExclusive(long[] held, long use) {
    long exclusive = LockUse.of(LockUse.lock((int) use), false);
    return Arrays.stream(held).anyMatch(other -> other == exclusive);
  }
}
