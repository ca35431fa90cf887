package io.racedet.witness;

import it.unimi.dsi.fastutil.objects.ObjectArrays;

/**
 * Vectors of ranks by thread. A vector never changes; one made from others shares with them what it
 * has in common with them, so it costs what it differs in, however many threads there are.
 */
final class RankVectors {
  /* Trees of the same height, of nodes with 16 elements: ranks in the leaves, elsewhere the numbers
   * of nodes. The node of zeros is node 0, so that it stands for a tree of zeros of any height. Up
   * to 16 threads, a vector is a single node. */
  /** The vector of zeros. */
  static final int ZERO = 0;

  private static final int BITS = 4;
  private static final int WIDTH = 1 << BITS;
  private static final int CHUNK_BITS = 6;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** A step for each 8 bytes of a node. */
  private static final int STEPS_A_NODE = WIDTH * Integer.BYTES / Long.BYTES;

  private final Budget budget;
  private final int height; // of the root over the leaves, in bits
  private int[][] chunks = {new int[CHUNK * WIDTH]};
  private int size = ZERO + 1;

  /**
   * Creates vectors of zeros.
   *
   * @param budget pays for nodes that are made, and for nodes below the roots that are visited
   */
  RankVectors(int threads, Budget budget) {
    this.budget = budget;
    int bits = 0;
    while (threads - 1 >> bits >= WIDTH) {
      bits += BITS;
    }
    height = bits;
  }

  /** The element of a thread. */
  int get(int vector, int thread) {
    int node = vector;
    for (int above = height; above > 0 && node != ZERO; above -= BITS) {
      node = element(node, thread >>> above & WIDTH - 1);
    }
    return element(node, thread & WIDTH - 1);
  }

  /** The vector with a rank for a thread in place of a smaller one. */
  int with(int vector, int thread, int rank) {
    return get(vector, thread) >= rank ? vector : with(vector, thread, rank, height);
  }

  private int with(int node, int thread, int rank, int above) {
    int at = thread >>> above & WIDTH - 1;
    int made = copy(node);
    set(made, at, above == 0 ? rank : with(element(node, at), thread, rank, above - BITS));
    return made;
  }

  /** The larger element of two vectors for each thread. */
  int max(int one, int other) {
    return max(one, other, height);
  }

  /* The nodes below a node are made after it. So if it turns out to be equal to one of the two, it
   * is the newest one, and not needed. */
  private int max(int one, int other, int above) {
    if (one == other || other == ZERO) {
      return one;
    }
    if (one == ZERO) {
      return other;
    }
    if (above < height) {
      budget.spend(1);
    }
    int made = make();
    boolean isOne = true;
    boolean isOther = true;
    for (int i = 0; i < WIDTH; i++) {
      int a = element(one, i);
      int b = element(other, i);
      int larger = above == 0 ? Math.max(a, b) : max(a, b, above - BITS);
      isOne &= larger == a;
      isOther &= larger == b;
      set(made, i, larger);
    }
    if (isOne || isOther) {
      size--;
      return isOne ? one : other;
    }
    budget.spend(STEPS_A_NODE);
    return made;
  }

  /** Whether no element of a vector is larger than that of another one, a thread's excepted. */
  boolean isWithin(int vector, int other, int exceptThread) {
    return isWithin(vector, other, exceptThread, height);
  }

  private boolean isWithin(int vector, int other, int except, int above) {
    if (vector == other || vector == ZERO) {
      return true;
    }
    boolean isWithin = true;
    for (int i = 0; isWithin && i < WIDTH; i++) {
      int a = element(vector, i);
      int b = element(other, i);
      boolean isExcepted = except >>> above == i;
      if (above == 0) {
        isWithin = a <= b || isExcepted;
      } else if (a != b) {
        budget.spend(1);
        int below = isExcepted ? except & (1 << above) - 1 : Integer.MAX_VALUE;
        isWithin = isWithin(a, b, below, above - BITS);
      }
    }
    return isWithin;
  }

  private int element(int node, int at) {
    return chunks[node >>> CHUNK_BITS][(node & CHUNK - 1) * WIDTH + at];
  }

  private void set(int node, int at, int value) {
    chunks[node >>> CHUNK_BITS][(node & CHUNK - 1) * WIDTH + at] = value;
  }

  private int make() {
    int chunk = size >>> CHUNK_BITS;
    if (chunk >= chunks.length) {
      chunks = ObjectArrays.grow(chunks, chunk + 1);
    }
    if (chunks[chunk] == null) {
      chunks[chunk] = new int[CHUNK * WIDTH];
    }
    return size++;
  }

  private int copy(int node) {
    int made = make();
    budget.spend(STEPS_A_NODE);
    System.arraycopy(
        chunks[node >>> CHUNK_BITS],
        (node & CHUNK - 1) * WIDTH,
        chunks[made >>> CHUNK_BITS],
        (made & CHUNK - 1) * WIDTH,
        WIDTH);
    return made;
  }
}
