package io.racedet.engine;

/** All that tells one access of a variable from another but its time, packed in a word. */
final class PwrSite { // | location:32 | context:31 | atomic:1 |
  private PwrSite() {}

  static long of(int location, int context, boolean atomic) {
    return (long) location << Integer.SIZE | (long) context << 1 | (atomic ? 1 : 0);
  }

  static int location(long site) {
    return (int) (site >> Integer.SIZE);
  }

  static int context(long site) {
    return (int) site >>> 1;
  }

  static boolean isAtomic(long site) {
    return (site & 1) != 0;
  }
}
