package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.runtime.log.OwnThread;
import java.util.Arrays;

/**
 * Passes events on to a sink that works in a thread of its own, some thousands later, so that two
 * processors share the work on a long trace. A short one needs no thread. Used by one thread.
 */
public final class EventPipe implements EventSink, AutoCloseable {
  private static final Op[] OPS = Op.values();
  private static final int BATCHES = 4;
  private static final int FEW_WORDS = 1 << 10; // of the first batch, as most traces are short
  private static final int WORDS = 1 << 13; // of a batch
  private static final int LONGEST = 6; // words of a range; an event has less

  /** What is added to the ordinal of the operation of a range. */
  private static final int RANGE = 1 << 8;

  private final EventSink sink;
  private final Runnable whenFailed;

  /** Those between done and given are the other thread's, the next one is this thread's. */
  private final int[][] batches = new int[BATCHES][];

  private final int[] lengths = new int[BATCHES];
  private int[] words = new int[FEW_WORDS];
  private int length;
  private Thread thread; // null before the first batch, and when closed

  private long given; // how many batches; this and the rest by the monitor of this object
  private long done;
  private boolean isClosed;
  private Throwable failure;

  /** Passes events on, and what the sink throws back to who sends or closes later. */
  public EventPipe(EventSink sink) {
    this(sink, () -> {});
  }

  /**
   * @param sink called by one thread at a time
   * @param whenFailed called in the other thread when the sink has thrown something there
   */
  EventPipe(EventSink sink, Runnable whenFailed) {
    this.sink = sink;
    this.whenFailed = whenFailed;
    batches[0] = words;
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    int at = reserve();
    words[at] = op.ordinal();
    words[at + 1] = thread;
    words[at + 2] = operand;
    words[at + 3] = location;
    length = at + 4;
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    int at = reserve();
    words[at] = op.ordinal() | RANGE;
    words[at + 1] = thread;
    words[at + 2] = first;
    words[at + 3] = location;
    words[at + 4] = stride;
    words[at + 5] = count;
    length = at + LONGEST;
  }

  private int reserve() {
    if (length > words.length - LONGEST) {
      makeRoom();
    }
    return length;
  }

  private void makeRoom() {
    if (words.length < WORDS) {
      words = Arrays.copyOf(words, 2 * words.length);
      batches[index(given)] = words;
    } else {
      give();
    }
  }

  /* Waits for a batch that is free. */
  private void give() {
    if (thread == null) {
      thread = new OwnThread("racedet-analysis", this::consume);
      thread.start();
    }
    synchronized (this) {
      lengths[index(given)] = length;
      given++;
      notifyAll();
      await(BATCHES - 1);
      words = batches[index(given)];
    }
    if (words == null) {
      words = new int[WORDS];
      batches[index(given)] = words;
    }
    length = 0;
  }

  private static int index(long batch) {
    return (int) (batch % BATCHES);
  }

  /* Until no more than so many batches wait. An interrupt is for the test. */
  private void await(int most) {
    boolean isInterrupted = false;
    while (given - done > most) {
      try {
        wait();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    throwFailure();
  }

  private void throwFailure() {
    Throwable thrown = failure;
    failure = null;
    if (thrown instanceof RuntimeException exception) {
      throw exception;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
  }

  /**
   * Waits until the sink has all events so far. Until the next event, this thread may use it.
   *
   * @return the sink
   * @throws RuntimeException what it has thrown, or an error
   */
  EventSink drained() {
    if (thread == null) {
      send(words, length);
      length = 0;
      return sink;
    }
    give();
    synchronized (this) {
      await(0);
    }
    return sink;
  }

  /**
   * Waits until the sink has all events, and ends its thread. Closing again has no effect.
   *
   * @throws RuntimeException what it has thrown, or an error
   */
  @Override
  public void close() {
    try {
      drained();
    } finally {
      synchronized (this) {
        isClosed = true;
        notifyAll();
      }
      thread = null;
    }
  }

  private void consume() {
    for (long next = 0; hasBatch(next); next++) {
      Throwable thrown = null;
      try {
        send(batches[index(next)], lengths[index(next)]);
      } catch (RuntimeException | Error e) {
        thrown = e;
        whenFailed.run();
      }
      take(thrown);
    }
  }

  private synchronized boolean hasBatch(long next) {
    while (given == next && !isClosed) {
      try {
        wait();
      } catch (InterruptedException e) {
        continue; // nobody knows this thread
      }
    }
    return given > next;
  }

  private synchronized void take(Throwable thrown) {
    done++;
    failure = failure == null ? thrown : failure;
    notifyAll();
  }

  private void send(int[] batch, int end) {
    for (int at = 0; at < end; ) {
      int word = batch[at];
      Op op = OPS[word & RANGE - 1];
      if (word < RANGE) {
        sink.event(op, batch[at + 1], batch[at + 2], batch[at + 3]);
        at += 4;
      } else {
        sink.range(op, batch[at + 1], batch[at + 2], batch[at + 4], batch[at + 5], batch[at + 3]);
        at += LONGEST;
      }
    }
  }
}
