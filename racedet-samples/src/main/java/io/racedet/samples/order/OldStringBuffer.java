package io.racedet.samples.order;

import io.racedet.samples.Subject;

/**
 * A buffer of characters that appends another one in two critical sections of that one, as the
 * StringBuffer of JDK 1.4 did: the other one may become shorter between them.
 */
public final class OldStringBuffer implements Subject {
  /** A buffer whose methods are all synchronized. */
  private static final class Buffer {
    private final char[] chars = new char[64]; // guarded by this, like the length
    private int length;

    Buffer(String text) {
      text.getChars(0, text.length(), chars, 0);
      length = text.length();
    }

    synchronized int length() {
      return length;
    }

    synchronized void deleteAll() {
      length = 0;
    }

    synchronized void copy(int end, char[] to, int at) {
      if (end > length) {
        throw new AssertionError("end " + end + " of a buffer of length " + length);
      }
      for (int i = 0; i < end; i++) {
        to[at + i] = chars[i];
      }
    }

    synchronized void append(Buffer other) {
      int more = other.length();
      other.copy(more, chars, length);
      length += more;
    }
  }

  private final Buffer source = new Buffer("abc");
  private final Buffer target = new Buffer("");

  @Override
  public void run() throws InterruptedException {
    new Threads().add(() -> target.append(source)).add(source::deleteAll).run();
  }
}
