package io.racedet.runtime.log;

/**
 * The last record of a thread while it is a range, accesses to elements next to each other: what
 * the thread accesses next joins it without a record of its own. The elements are kept here, not in
 * the chunk, which may belong to another recording by the time that the thread has found them.
 *
 * <p>Changed by its own thread only. It is opened and closed while a sync record is being appended;
 * in between the elements alone change, so that who stops the recording finds a range that is true.
 */
public final class OpenRange {
  private static final long CLOSED = 0;

  private long head = CLOSED;
  private long opAndAspect;
  private long elements;
  private boolean joined;

  /** Begins with the record that has just been appended. */
  public void open(long head, long opAndAspect, long operand) {
    this.head = head;
    this.opAndAspect = opAndAspect;
    this.elements = operand;
    this.joined = false;
  }

  /** Adds elements if they are next to the others and all else is the same; false if not. */
  public boolean join(long nextHead, long nextOpAndAspect, int from, int end) {
    if (nextHead != head || nextOpAndAspect != opAndAspect) {
      return false;
    }
    int first = Layout.first(elements);
    int last = Layout.last(elements);
    if (from == last) {
      elements = Layout.elements(first, end);
    } else if (end == first) {
      elements = Layout.elements(from, last);
    } else {
      return false;
    }
    joined = true;
    return true;
  }

  public boolean isOpen() {
    return head != CLOSED;
  }

  /** Whether the record in the chunk lacks elements. */
  public boolean hasJoined() {
    return joined;
  }

  /** The operand of the record, with all elements. */
  public long elements() {
    return elements;
  }

  public void close() {
    head = CLOSED;
  }
}
