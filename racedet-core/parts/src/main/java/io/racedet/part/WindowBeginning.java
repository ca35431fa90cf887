package io.racedet.part;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.trace.split.SplitBeginning;
import io.racedet.trace.split.SplitBeginning.Hold;
import io.racedet.trace.split.SplitBeginning.Life;
import io.racedet.trace.split.SplitBeginning.ThreadState;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.BitSet;

/**
 * Events after which the same is open as at the beginning of a window. First the threads that a
 * wake in the window ends the wait of acquire and release the lock that they have released last;
 * then all acquire the locks that they hold. What other threads do in the window is ordered after
 * that by a channel, so that no reordering has it before: in truth these locks were held already. A
 * thread that begins in the window cannot receive before, and is forked after that instead.
 */
final class WindowBeginning {
  /** The channel; those of the trace have the numbers after it. */
  static final int GATE = 0;

  private final LongArrayList words = new LongArrayList();
  private final BitSet senders = new BitSet();

  /**
   * Makes the events.
   *
   * @param state what is open
   * @param threads the threads with events in the window, but those that are forked in it
   * @param begun those of them that begin in it
   * @param woken those of them that are woken in it
   */
  static LongArrayList of(SplitBeginning state, BitSet threads, BitSet begun, BitSet woken) {
    WindowBeginning beginning = new WindowBeginning();
    for (ThreadState thread : state.threads()) {
      if (woken.get(thread.thread()) && thread.lastWait().released() >= 0) {
        beginning.add(Op.ACQUIRE, thread, thread.lastWait().released());
        beginning.add(Op.RELEASE, thread, thread.lastWait().released());
      }
    }
    for (ThreadState thread : state.threads()) {
      if (thread.life() == Life.RUNNING) {
        thread.holds().forEach(hold -> beginning.hold(thread, hold));
      }
    }
    beginning.close(threads, begun);
    return beginning.words;
  }

  private void hold(ThreadState thread, Hold hold) {
    for (int i = 0; i < hold.count(); i++) {
      add(hold.shared() ? Op.ACQUIRE_SHARED : Op.ACQUIRE, thread, hold.lock());
    }
  }

  private void add(Op op, ThreadState thread, int lock) {
    words.add(EventBlock.word(op, thread.thread(), lock));
    senders.set(thread.thread());
  }

  private void close(BitSet threads, BitSet begun) {
    if (senders.isEmpty()) {
      return;
    }
    int forks = senders.nextSetBit(0);
    BitSet receivers = (BitSet) threads.clone();
    receivers.andNot(begun);
    if (!begun.isEmpty()) {
      receivers.set(forks);
    }
    senders.stream().forEach(t -> words.add(EventBlock.word(Op.SEND, t, GATE)));
    receivers.stream().forEach(t -> words.add(EventBlock.word(Op.RECEIVE, t, GATE)));
    begun.stream().forEach(t -> words.add(EventBlock.word(Op.FORK, forks, t)));
  }
}
