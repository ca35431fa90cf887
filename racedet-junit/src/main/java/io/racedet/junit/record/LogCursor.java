package io.racedet.junit.record;

import io.racedet.runtime.Layout;
import io.racedet.runtime.RawThread;

/**
 * Walks over the records of one thread. Stands on a record after each {@link #next} that is true.
 */
final class LogCursor {
  private final RawThread thread;
  private final int slot;
  private int chunk = -1;
  private long[] words = {};
  private int used;
  private int at;
  private int following;
  private int kind;

  LogCursor(RawThread thread, int slot) {
    this.thread = thread;
    this.slot = slot;
  }

  boolean next() {
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

  int slot() {
    return slot;
  }

  int kind() {
    return kind;
  }

  boolean isAccess() {
    return kind <= Layout.LAST_ACCESS;
  }

  long head() {
    return words[at];
  }

  long second() {
    return words[at + 1];
  }

  long operand() {
    return words[at + 2];
  }

  int site() {
    return Layout.site(words[at]);
  }

  long object() {
    return Layout.object(words[at]);
  }

  int key() {
    return Layout.key(words[at + 1]);
  }

  int syncOp() {
    return Layout.op(words[at + 1]);
  }

  int aspect() {
    return Layout.aspect(words[at + 1]);
  }

  long seq() {
    return Layout.seq(words[at + 1]);
  }
}
