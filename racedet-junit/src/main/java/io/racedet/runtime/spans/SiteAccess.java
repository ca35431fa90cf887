package io.racedet.runtime.spans;

import io.racedet.runtime.log.Layout;
import io.racedet.runtime.objects.IdentityTable;

/**
 * What one instruction accessed last in one thread: an access that an earlier one covers, or a walk
 * over an array, which is one record as long as it goes on.
 *
 * <p>Changed by its own thread only. The thread that stops the recording reads {@link #elements},
 * which is consistent at all times.
 */
public final class SiteAccess {
  static final int NOWHERE = -1;

  /** After a walk of so many elements, the next one of the instruction begins at once. */
  private static final int LONG_WALK = 4;

  final int site;

  /** The object, null for a static field. */
  IdentityTable.Entry object;

  /** The field or element of which an access is covered. */
  int key = NOWHERE;

  /** The span in which it is covered. */
  long coveredIn;

  /** The element that continues the walk; {@link #NOWHERE} if none does. */
  int next = NOWHERE;

  /** Whether the walk is among those that are closed at the end of the span. */
  boolean isListed;

  private int position = NOWHERE; // of the record of the walk in its chunk
  private int stride;
  private int first;
  private int last;
  private int length; // of the array
  private long lastSpan;
  private boolean expectsWalk;

  SiteAccess(int site) {
    this.site = site;
  }

  /** Whether there is a walk, which has a record. */
  public boolean isOpen() {
    return position >= 0;
  }

  /** Where the record of the walk begins in its chunk. */
  public int position() {
    return position;
  }

  /** The first and the last element of the walk, as its record has them. */
  public long elements() {
    return Layout.elements(first, last);
  }

  /** The distance from one element to the next, not 0 in a walk. */
  public int stride() {
    return stride;
  }

  /** An access to the object is covered until the end of the span. */
  void cover(IdentityTable.Entry covered, int coveredKey, long span) {
    object = covered;
    key = coveredKey;
    coveredIn = span;
  }

  /** The walk goes on to the element {@link #next}. */
  void step() {
    last = next;
    int following = last + stride;
    next = Integer.compareUnsigned(following, length) < 0 ? following : NOWHERE;
  }

  /** Whether the walk has accessed an element of its array. */
  boolean contains(int index) {
    int distance = stride > 0 ? index - first : first - index;
    int end = stride > 0 ? last - first : first - last;
    return isOpen() && distance >= 0 && distance <= end && distance % stride == 0;
  }

  /**
   * Whether a walk begins with an access that is about to be recorded: at the third element in a
   * row with the same distance, or at the first one where the last walk was long.
   */
  public boolean begins(IdentityTable.Entry array, int index, long span) {
    int distance = index - last;
    boolean goesOn = object == array && lastSpan == span && distance != 0;
    boolean begins = expectsWalk || goesOn && distance == stride;
    if (!expectsWalk) {
      stride = goesOn ? distance : 0;
    }
    if (object != array) {
      object = array;
      coveredIn = 0;
    }
    last = index;
    lastSpan = span;
    return begins;
  }

  /** The walk has a record now. */
  public void open(int record, int arrayLength) {
    position = record;
    length = arrayLength;
    first = last;
    next = last;
    step();
  }

  /** The walk has ended, and its record is complete. */
  public void close() {
    expectsWalk = (last - first) / stride + 1 >= LONG_WALK;
    position = NOWHERE;
    next = NOWHERE;
  }
}
