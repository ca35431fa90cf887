package io.racedet.engine.pair;

/**
 * Compares the states of neighbours, as views: whether those of one are those of the other some
 * variables further on in the same walks. Not thread-safe.
 */
final class PairJoining {
  /** The states differ. */
  static final long DIFFERENT = -1;

  /** Any directions, as that of a single variable. */
  static final long ANY = -2;

  /* The directions of the walks, a bit for each access in the order of a view, 1 for down. */
  private static final int OTHERS = PairStates.WORDS + PairRest.OTHERS;
  private static final int EDGES = PairStates.WORDS + PairRest.EDGES;
  private static final int MOST = Long.SIZE - 1;

  private final PairRows rows;
  private long directions;
  private int accesses;

  PairJoining(PairRows rows) {
    this.rows = rows;
  }

  /** Returns the directions that the detail words of a state tell. */
  long directions(long[] state) {
    directions = 0;
    accesses = 0;
    for (int kind = 0; kind < PairStates.WORDS; kind += PairStates.READS) {
      note(state[kind], state[kind + PairStates.DETAIL] < 0);
      note(state[OTHERS + kind]);
      note(state[EDGES + kind]);
    }
    return accesses > MOST ? DIFFERENT : directions;
  }

  private void note(long row) {
    for (int i = 0; i < PairRows.size(row); i++) {
      note(rows.epoch(row, i), rows.detail(row, i) < 0);
    }
  }

  /**
   * Returns the directions of walks that lead from one variable to another one.
   *
   * @param state of the first variable of an earlier piece
   */
  long directions(long[] state, long[] other, int distance) {
    directions = 0;
    accesses = 0;
    boolean isSame =
        state[PairStates.VIEW - 1] == other[PairStates.VIEW - 1]
            && isSame(state, other, PairStates.WRITES, distance)
            && isSame(state, other, PairStates.READS, distance);
    return isSame && accesses <= MOST ? directions : DIFFERENT;
  }

  private boolean isSame(long[] state, long[] other, int kind, int distance) {
    int detail = kind + PairStates.DETAIL;
    return isSame(state[kind], state[detail], other[kind], other[detail], distance)
        && isSame(state[OTHERS + kind], other[OTHERS + kind], distance)
        && isSame(state[EDGES + kind], other[EDGES + kind], distance);
  }

  private boolean isSame(long row, long other, int distance) {
    int size = PairRows.size(row);
    boolean isSame = size == PairRows.size(other);
    for (int i = 0; i < size && isSame; i++) {
      isSame =
          isSame(
              rows.epoch(row, i),
              rows.detail(row, i),
              rows.epoch(other, i),
              rows.detail(other, i),
              distance);
    }
    return isSame;
  }

  private boolean isSame(long epoch, long detail, long other, long otherDetail, int distance) {
    if (epoch == 0 || other == 0) {
      note(0, false);
      return epoch == other;
    }
    long step = other - epoch;
    note(epoch, step < 0);
    return Math.abs(step) == distance && ((detail ^ otherDetail) & ~PairSegment.DOWN) == 0;
  }

  private void note(long epoch, boolean isDown) {
    if (epoch != 0 && isDown && accesses < MOST) {
      directions |= 1L << accesses;
    }
    accesses++;
  }

  /** Sets the directions in the detail words of a segment. */
  void set(PairSegment segment, long[] rest, long to) {
    long left = to;
    for (int kind = 0; kind < PairStates.WORDS; kind += PairStates.READS) {
      int detail = kind + PairStates.DETAIL;
      segment.words[detail] = with(segment.words[detail], left);
      left = set(rest[segment.rest + kind + PairRest.OTHERS], left >>> 1);
      left = set(rest[segment.rest + kind + PairRest.EDGES], left);
    }
  }

  private long set(long row, long to) {
    long left = to;
    for (int i = 0; i < PairRows.size(row); i++) {
      rows.setDetail(row, i, with(rows.detail(row, i), left));
      left >>>= 1;
    }
    return left;
  }

  private static long with(long detail, long directions) {
    return detail & ~PairSegment.DOWN | directions << MOST;
  }
}
