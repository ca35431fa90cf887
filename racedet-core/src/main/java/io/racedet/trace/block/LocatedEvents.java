package io.racedet.trace.block;

/** Numbers events with their locations in the order of their first use. */
public final class LocatedEvents {
  private static final int INITIAL_SLOTS = 1 << 12;
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L; // 2^64 over the golden ratio

  // Open addressing, two words per slot:
  // | event:64 |, | location + 1:32 | number + 1:32 |
  private long[] slots = new long[2 * INITIAL_SLOTS];
  private int shift = Long.SIZE - Integer.numberOfTrailingZeros(INITIAL_SLOTS);
  private final int most;
  private int size;
  private int newest; // slot of the event added last

  /** Makes a table that holds a limited number of events. */
  public LocatedEvents(int most) {
    this.most = most;
  }

  /** The number of an event, or -1 if it is new; a new event is added if there is room. */
  public int of(long event, int location) {
    if (4L * size > slots.length) {
      grow();
    }
    long[] table = slots;
    int mask = table.length - 1;
    int i = slot(event, location);
    while (true) {
      long found = table[i + 1];
      if (found == 0) {
        add(i, event, location);
        return -1;
      }
      if (table[i] == event && (int) (found >>> Integer.SIZE) == location + 1) {
        return (int) found - 1;
      }
      i = i + 2 & mask;
    }
  }

  private void add(int slot, long event, int location) {
    if (size < most) {
      size++;
      newest = slot;
      slots[slot] = event;
      slots[slot + 1] = (long) (location + 1) << Integer.SIZE | size;
    }
  }

  /** Removes the newest event; {@link #of} must not have been called since it was added. */
  public void forgetLast() {
    slots[newest] = 0;
    slots[newest + 1] = 0;
    size--;
  }

  private int slot(long event, int location) {
    return (int) (hash(event, location) >>> shift) << 1;
  }

  /** A hash of which the high bits are used. */
  public static long hash(long event, int location) {
    return (event + (long) location * MULTIPLIER ^ event >>> Integer.SIZE) * MULTIPLIER;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[Math.multiplyExact(old.length, 2)];
    shift--;
    int mask = slots.length - 1;
    for (int i = 0; i < old.length; i += 2) {
      if (old[i + 1] != 0) {
        int at = slot(old[i], (int) (old[i + 1] >>> Integer.SIZE) - 1);
        while (slots[at + 1] != 0) {
          at = at + 2 & mask;
        }
        slots[at] = old[i];
        slots[at + 1] = old[i + 1];
      }
    }
  }
}
