package io.racedet.junit.record.merge;

import io.racedet.runtime.RawThread;
import io.racedet.runtime.memory.Layout;

/**
 * A cursor over the records of one thread. It is at a record after each {@link #next} that returns
 * true.
 */
public final class LogCursor {
  private final RawThread thread;
  private final int slot;
  private int chunk = -1;
  private long[] words = {};
  private int used;
  private int at;
  private int following;
  private int kind;

  public LogCursor(RawThread thread, int slot) {
    this.thread = thread;
    this.slot = slot;
  }

  /** Moves to the next record; returns false if there is none. */
  public boolean next() {
    while (following >= used) {
      if (++chunk >= thread.chunks()) {
        chunk = thread.chunks();
        return false;
      }
      words = thread.words(chunk);
      used = thread.used(chunk);
      following = 0;
    }
    at = following;
    kind = Layout.kind(words[at]);
    following = at + Layout.words(kind);
    return true;
  }

  public int slot() {
    return slot;
  }

  public int kind() {
    return kind;
  }

  public boolean isAccess() {
    return kind <= Layout.LAST_ACCESS;
  }

  public boolean isWalk() {
    return kind == Layout.WALK;
  }

  /** The element with which a walk begins. */
  int firstElement() {
    return Layout.first(words[at + 1]);
  }

  /** The element with which a walk ends. */
  int lastElement() {
    return Layout.last(words[at + 1]);
  }

  /** The distance from one element of a walk to the next. */
  int stride() {
    return (int) words[at + 2];
  }

  /** The first word of the record. */
  public long head() {
    return words[at];
  }

  long second() {
    return words[at + 1];
  }

  /** The third word, which only sync records have. */
  public long operand() {
    return words[at + 2];
  }

  /** Moves back from an AGAIN record to the access that it is about, until the next move. */
  void toCovering() {
    at = Layout.position(words[at]);
    kind = Layout.kind(words[at]);
  }

  public int site() {
    return Layout.site(words[at]);
  }

  public long object() {
    return Layout.object(words[at]);
  }

  int key() {
    return Layout.key(words[at + 1]);
  }

  public int syncOp() {
    return Layout.op(words[at + 1]);
  }

  public int aspect() {
    return Layout.aspect(words[at + 1]);
  }

  long seq() {
    return Layout.seq(words[at + 1]);
  }
}
