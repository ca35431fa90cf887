package io.racedet.junit.stress;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * What one thread of a generated program has done, as it records itself: one entry per step, in
 * program order. Each value that it returns to be written is unique. Used only by its thread; its
 * data accesses are not woven, and it uses no synchronisation.
 */
public final class Journal {
  /**
   * The maximum number of threads of a program; unique values are equal to the thread's number
   * modulo this.
   */
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

  /** Sets it as the journal of the current thread. */
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

  /** The journal of this thread, for code that has no parameter for it. */
  public static Journal current() {
    return CURRENT.get();
  }

  /** Returns a value to write; the write follows. */
  public long fresh(int line) {
    long value = peek();
    add(line, value, 0, 0);
    return value;
  }

  /** Returns an object to write; the write follows. */
  public Token token(int line) {
    return new Token(fresh(line));
  }

  /** Returns a value that one of the methods below will record. */
  public long peek() {
    written += THREADS;
    return written + thread;
  }

  /** Returns an object that one of the methods below will record. */
  public Token peekToken() {
    return new Token(peek());
  }

  /** Returns the value that was seen last. */
  public long hint() {
    return hint;
  }

  /** Records a step without a value. */
  public void did(int line) {
    add(line, 0, 0, 0);
  }

  /** Records a step that may fail. */
  public boolean did(int line, boolean success) {
    add(line, 0, success ? 1 : 0, 0);
    return success;
  }

  /** Records a value that was read or is the result of an update. */
  public long seen(int line, long value) {
    hint = value;
    add(line, value, 0, 0);
    return value;
  }

  /** Records a value that was read. */
  public void seen(int line, boolean value) {
    seen(line, value ? 1 : 0);
  }

  /** Records a value that was read. */
  public void seen(int line, double value) {
    seen(line, (long) value);
  }

  /** Records an object that was read. */
  public Object seen(int line, Object value) {
    add(line, valueOf(value), 0, 0);
    return value;
  }

  /** Records a value that was read from a part of an object. */
  public void seenIn(int line, Object owner, long value) {
    add(line, value, 0, valueOf(owner));
  }

  /** Records a value that was read, and whether it is valid. */
  public void validated(int line, long value, boolean valid) {
    hint = value;
    add(line, value, valid ? 1 : 0, 0);
  }

  /** Records whether the peeked value was added. */
  public void offered(int line, boolean success) {
    add(line, written + thread, success ? 1 : 0, 0);
  }

  /** Records whether the peeked value has replaced the hint. */
  public void tried(int line, boolean success) {
    add(line, written + thread, success ? 1 : 0, hint);
  }

  /** Records that the peeked value has replaced another one. */
  public void swapped(int line, long old) {
    add(line, written + thread, 1, old);
  }

  /** Records that the peeked object has replaced another one. */
  public void swapped(int line, Object old) {
    swapped(line, valueOf(old));
  }

  /** Records that the peeked value has replaced the value that was read, if that is the hint. */
  public void exchanged(int line, long met) {
    add(line, written + thread, met == hint ? 1 : 0, met);
  }

  static long valueOf(Object value) {
    return value == null ? 0 : ((Token) value).value();
  }

  /* ---- for the check, after the thread has terminated ---- */

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

  /** The line of an entry, which identifies the step. */
  int line(int entry) {
    return (int) words.getLong(WORDS * entry);
  }

  /** The value of an entry. */
  long value(int entry) {
    return words.getLong(WORDS * entry + 1);
  }

  /** Whether the step of an entry has succeeded. */
  boolean success(int entry) {
    return words.getLong(WORDS * entry + 2) != 0;
  }

  /** The other value of an entry: what it has read, or the object whose part it concerns. */
  long other(int entry) {
    return words.getLong(WORDS * entry + 3);
  }
}
