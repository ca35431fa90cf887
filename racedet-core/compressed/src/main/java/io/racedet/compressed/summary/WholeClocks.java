package io.racedet.compressed.summary;

import io.racedet.clock.Clock;
import io.racedet.clock.HappensBeforeRules;
import io.racedet.clock.ThreadClocks;
import io.racedet.ids.DenseIds;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * Happens-before in the stretch that begins a trace, which grows by events and by the stretches
 * that follow. Not thread-safe.
 *
 * <p>Threads and channels have clocks that share what they have in common, see {@link Clock}. An
 * event costs as much as in an engine that takes nothing but events, and a stretch as much as one
 * event for each pair of symbols that it orders.
 */
public final class WholeClocks implements HappensBeforeRules {
  private static final int NONE = DenseIds.NONE;

  private final ThreadClocks threads = new ThreadClocks();
  private final ThreadClocks channels = new ThreadClocks(); // by number
  private final Clock nothing = channels.clock(0);

  /* The clock of a channel is that of its last sender, at the time at which it sent, if all earlier
   * sends are ordered before; a thread that knows that event knows the whole clock, then. Otherwise
   * there is no such sender, and the clock is the union of all sends. */
  private final DenseIds numbers = new DenseIds(); // of channels
  private int[] sender = new int[16]; // by number
  private long[] sent = new long[16];

  private long time; // of the last event

  // Of the stretch that may be appended.
  private ChunkOrder next;
  private final ThreadClocks joined = new ThreadClocks(); // by its set, or by its moved row
  private int setCount;
  private Clock[] setClocks = new Clock[16]; // by its set: what is known of this stretch, or null
  private int[] setThread = new int[16]; // by its set: the thread that knows itself, or NONE

  /** The time of the last event. */
  public long time() {
    return time;
  }

  /** Sets the time of the current event. */
  public void at(long now) {
    time = now;
  }

  /** Whether an event of a thread is ordered before another one's present. */
  public boolean knows(int thread, int other, long event) {
    return other == thread || threads.known(thread, other) >= event;
  }

  @Override
  public void receive(int thread, Place from, int id) {
    if (from == Place.THREAD) {
      threads.join(thread, id, time, threads.clock(id));
    } else {
      receive(thread, Symbol.of(from, id));
    }
  }

  @Override
  public void send(int thread, Place to, int id) {
    switch (to) {
      case THREAD -> threads.join(id, thread, time, threads.clock(thread));
      case EXCLUSIVE -> release(thread, id);
      default -> send(thread, Symbol.of(to, id));
    }
  }

  /** The releases of both modes before an exclusive one are ordered before it. */
  private void release(int thread, int lock) {
    replace(number(Symbol.of(Place.EXCLUSIVE, lock)), thread);
    int shared = numbers.find(Symbol.of(Place.SHARED, lock));
    if (shared != NONE) {
      channels.set(shared, nothing);
      sender[shared] = NONE;
    }
  }

  private void send(int thread, int symbol) {
    int known = numbers.find(symbol);
    int channel = known == NONE ? number(symbol) : known;
    int last = sender[channel];
    if (known == NONE || last != NONE && knows(thread, last, sent[channel])) {
      replace(channel, thread);
      return;
    }
    if (last != NONE) {
      channels.learn(channel, last, sent[channel], nothing);
      sender[channel] = NONE;
    }
    channels.learn(channel, thread, time, threads.clock(thread));
  }

  private void replace(int channel, int thread) {
    channels.set(channel, threads.snapshot(thread));
    sender[channel] = thread;
    sent[channel] = time;
  }

  private void receive(int thread, int symbol) {
    int channel = numbers.find(symbol);
    if (channel == NONE) {
      return; // nothing was sent
    }
    Clock clock = channels.clock(channel);
    if (sender[channel] != NONE) {
      threads.join(thread, sender[channel], sent[channel], clock);
    } else if (clock != nothing) {
      threads.learn(thread, clock);
    }
  }

  private int number(int symbol) {
    int number = numbers.find(symbol);
    if (number == NONE) {
      number = numbers.add(symbol);
      if (number == sender.length) {
        sender = IntArrays.grow(sender, number + 1);
        sent = LongArrays.grow(sent, number + 1);
      }
      sender[number] = NONE;
    }
    return number;
  }

  /** Selects the next stretch, which may be appended; the methods below are about it. */
  public void lookAt(ChunkOrder order) {
    for (int set = 0; set < setCount; set++) {
      joined.set(set, nothing);
    }
    next = order;
    setCount = order.sets().length / order.words();
    if (setCount > setClocks.length) {
      setClocks = new Clock[2 * setCount];
      setThread = new int[2 * setCount];
    }
    Arrays.fill(setClocks, 0, setCount, null);
  }

  /** The thread of a column of the next stretch. */
  public int nextThread(int column) {
    return Symbol.id(next.symbols()[next.columns()[column]]);
  }

  /**
   * Whether an event of this stretch is ordered before an access of the next stretch that has a
   * given set.
   */
  public boolean nextKnows(int set, int ofThread, long event) {
    if (setClocks[set] == null) {
      join(set);
    }
    return ofThread == setThread[set] || setClocks[set].known(ofThread) >= event;
  }

  /** Joins the clocks of the symbols in a set of the next stretch. */
  private void join(int set) {
    int words = next.words();
    int single = ChunkOrder.single(next.sets(), set * words, words);
    int symbol = single == NONE ? NONE : next.symbols()[single];
    if (symbol != NONE && Symbol.isThread(symbol)) {
      setThread[set] = Symbol.id(symbol);
      setClocks[set] = threads.clock(Symbol.id(symbol));
      return;
    }
    learn(set, next.sets(), set * words, NONE);
    setThread[set] = NONE;
    setClocks[set] = joined.clock(set);
  }

  /** Joins the clocks of the rows in a set, except one, into one of the joined clocks. */
  private void learn(int into, long[] set, int at, int except) {
    for (int w = 0; w < next.words(); w++) {
      for (long rest = set[at + w]; rest != 0; rest &= rest - 1) {
        int row = w * Long.SIZE + Long.numberOfTrailingZeros(rest);
        if (row != except) {
          learn(into, next.symbols()[row]);
        }
      }
    }
  }

  private void learn(int into, int symbol) {
    if (Symbol.isThread(symbol)) {
      joined.learn(into, Symbol.id(symbol), time, threads.clock(Symbol.id(symbol)));
      return;
    }
    int channel = numbers.find(symbol);
    if (channel == NONE) {
      return;
    }
    Clock clock = channels.clock(channel);
    if (sender[channel] != NONE) {
      joined.learn(into, sender[channel], sent[channel], clock);
    } else if (clock != nothing) {
      joined.learn(into, clock);
    }
  }

  /** Appends the next stretch. */
  public void append() {
    int[] moved = next.moved();
    for (int i = 0; i < moved.length; i++) {
      int symbol = next.symbols()[moved[i]];
      boolean isThread = Symbol.isThread(symbol);
      joined.set(i, isThread ? threads.snapshot(Symbol.id(symbol)) : nothing);
      learn(i, next.before(), i * next.words(), isThread ? moved[i] : NONE);
      for (int c = 0, columns = next.columns().length; c < columns; c++) {
        long event = next.known()[i * columns + c];
        if (event != 0) {
          joined.learn(i, nextThread(c), time + event, nothing);
        }
      }
    }
    for (int i = 0; i < moved.length; i++) {
      move(i, next.symbols()[moved[i]]);
      joined.set(i, nothing);
    }
    time += next.events();
  }

  /** Replaces the clock of a moved symbol of the next stretch. */
  private void move(int i, int symbol) {
    Clock clock = joined.snapshot(i);
    if (Symbol.isThread(symbol)) {
      threads.set(Symbol.id(symbol), clock);
      return;
    }
    int channel = number(symbol);
    channels.set(channel, clock);
    sender[channel] = NONE;
    if (Symbol.isExclusive(symbol)) {
      int last = lastSender(i);
      sender[channel] = nextThread(last);
      sent[channel] = time + next.known()[i * next.columns().length + last];
    }
  }

  /** The column of the newest event that a channel knows, which is its last send. */
  private int lastSender(int i) {
    int columns = next.columns().length;
    int last = 0;
    for (int c = 1; c < columns; c++) {
      last = next.known()[i * columns + c] > next.known()[i * columns + last] ? c : last;
    }
    return last;
  }
}
