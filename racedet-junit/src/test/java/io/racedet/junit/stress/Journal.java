package io.racedet.junit.stress;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * What one thread of a generated program has done, as it knows itself: one entry a step, in program
 * order. Each value that it gives to write is one that nobody has written before. Used by its
 * thread alone; never woven for data, and free of synchronisation.
 */
public final class Journal {
  /** Threads of a program at most; unique values are the thread's number modulo this. */
  static final int THREADS = 32;

  private static final int WORDS = 4;
  private static final ThreadLocal<Journal> CURRENT = new ThreadLocal<>();

  private final int thread;
  private final LongArrayList words = new LongArrayList();
  private long written;
  private long hint;

  Journal(int thread) {
    this.thread = thread;
  }

  /** Makes it the journal of the current thread. */
  void open() {
    CURRENT.set(this);
  }

  private void add(int line, long a, long b, long c) {
    words.add(line);
    words.add(a);
    words.add(b);
    words.add(c);
  }

  /* ---- what generated code calls ---- */

  /** The journal of this thread, for code that cannot be given one. */
  public static Journal current() {
    return CURRENT.get();
  }

  /** A value to write; the write follows. */
  public long fresh(int line) {
    long value = peek();
    add(line, value, 0, 0);
    return value;
  }

  /** An object to write; the write follows. */
  public Token token(int line) {
    return new Token(fresh(line));
  }

  /** A value that one of the methods below will take down. */
  public long peek() {
    written += THREADS;
    return written + thread;
  }

  /** An object that one of the methods below will take down. */
  public Token peekToken() {
    return new Token(peek());
  }

  /** The value that has been seen last. */
  public long hint() {
    return hint;
  }

  /** A step without a value is done. */
  public void did(int line) {
    add(line, 0, 0, 0);
  }

  /** A step is done that may fail. */
  public boolean did(int line, boolean success) {
    add(line, 0, success ? 1 : 0, 0);
    return success;
  }

  /** A value has been read, or has come of an update. */
  public long seen(int line, long value) {
    hint = value;
    add(line, value, 0, 0);
    return value;
  }

  /** A value has been read. */
  public void seen(int line, boolean value) {
    seen(line, value ? 1 : 0);
  }

  /** A value has been read. */
  public void seen(int line, double value) {
    seen(line, (long) value);
  }

  /** An object has been read. */
  public Object seen(int line, Object value) {
    add(line, valueOf(value), 0, 0);
    return value;
  }

  /** A value has been read from a part of an object. */
  public void seenIn(int line, Object owner, long value) {
    add(line, value, 0, valueOf(owner));
  }

  /** A value has been read, and found to be valid or not. */
  public void validated(int line, long value, boolean valid) {
    hint = value;
    add(line, value, valid ? 1 : 0, 0);
  }

  /** The peeked value has been written in place of the hint, or not. */
  public void tried(int line, boolean success) {
    add(line, written + thread, success ? 1 : 0, hint);
  }

  /** The peeked value has been written in place of another one. */
  public void swapped(int line, long old) {
    add(line, written + thread, 1, old);
  }

  /** The peeked object has been written in place of another one. */
  public void swapped(int line, Object old) {
    swapped(line, valueOf(old));
  }

  /** The peeked value has been written in place of the one that was met, if that is the hint. */
  public void exchanged(int line, long met) {
    add(line, written + thread, met == hint ? 1 : 0, met);
  }

  static long valueOf(Object value) {
    return value == null ? 0 : ((Token) value).value();
  }

  /* ---- for the check, when the thread has ended ---- */

  /** Some of the entries, with other values. */
  Journal copy(int from, int to, long added) {
    Journal copy = new Journal(thread);
    for (int entry = from; entry < to; entry++) {
      long done = success(entry) ? 1 : 0;
      copy.add(line(entry), value(entry) + added, done, other(entry));
    }
    return copy;
  }

  int size() {
    return words.size() / WORDS;
  }

  /** The line of an entry, which is the step. */
  int line(int entry) {
    return (int) words.getLong(WORDS * entry);
  }

  /** The value of an entry. */
  long value(int entry) {
    return words.getLong(WORDS * entry + 1);
  }

  /** Whether the entry's step has succeeded. */
  boolean success(int entry) {
    return words.getLong(WORDS * entry + 2) != 0;
  }

  /** The other value of an entry: what it met, or whose part it is about. */
  long other(int entry) {
    return words.getLong(WORDS * entry + 3);
  }
}
