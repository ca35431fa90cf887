package io.racedet.witness;

/** The reads that see a write. */
final class Readers {
  private static final int NONE = TraceIndex.NONE;

  private Readers() {}

  /**
   * The last read of a group, within a set, that sees a write.
   *
   * @param write the write, or NONE for reads that see none
   * @return its position, or NONE
   */
  static int last(TraceIndex index, Prefix prefix, int group, int write) {
    int first = index.accesses().first(group);
    int end = write == NONE ? index.firstWrite(index.cell(first)) : index.link(write);
    int limit = prefix.limit(index.accesses().thread(group));
    int last = index.accesses().lastUpTo(group, limit);
    if (last > end) {
      last = index.accesses().lastBefore(group, end);
    }
    return last > write ? last : NONE;
  }
}
