package io.racedet.trace;

/** Sites by what they are: operation, operand and location. */
final class RdtSites {
  private static final int INITIAL_SLOTS = 1 << 12;
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L; // 2^64 over the golden ratio

  // Open addressing, two words a slot:
  // | op:8 | 0:24 | operand:32 |, | location + 1:32 | site + 1:32 |
  private long[] slots = new long[2 * INITIAL_SLOTS];
  private int shift = Long.SIZE - Integer.numberOfTrailingZeros(INITIAL_SLOTS);
  private int size;

  /** The number of a site, or -1 when it is new; it is remembered if there is room. */
  int of(long event, int location) {
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
    if (size < RdtCodec.MOST_SITES) {
      size++;
      slots[slot] = event;
      slots[slot + 1] = (long) (location + 1) << Integer.SIZE | size;
      if (4L * size > slots.length) {
        grow();
      }
    }
  }

  private int slot(long event, int location) {
    long mixed = (event + (long) location * MULTIPLIER ^ event >>> Integer.SIZE) * MULTIPLIER;
    return (int) (mixed >>> shift) << 1;
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
