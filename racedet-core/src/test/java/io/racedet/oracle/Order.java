package io.racedet.oracle;

/** A partial order over the events of a trace, held as its transitive closure. */
public final class Order {
  private static final int WORD = 6;

  private final int size;
  private final long[][] edges; // edges[f]: direct predecessors of f
  private final long[][] before; // before[f]: all predecessors of f

  Order(int size) {
    this.size = size;
    int words = (size >>> WORD) + 1;
    edges = new long[size + 1][words];
    before = new long[size + 1][words];
  }

  /** Adds a direct edge; the closure is out of date until {@link #close()}. */
  boolean addEdge(int e, int f) {
    if (e >= f) {
      throw new IllegalArgumentException("edge against the trace: " + e + " to " + f);
    }
    boolean added = !get(edges[f], e);
    edges[f][e >>> WORD] |= 1L << e;
    return added;
  }

  /** Adds a direct edge; the closure is out of date until {@link #close()}. */
  boolean addEdge(Pair edge) {
    return addEdge(edge.first(), edge.second());
  }

  /** Brings the closure up to date. All edges point forward, so one sweep in trace order does. */
  void close() {
    for (int f = 1; f <= size; f++) {
      before[f] = edges[f].clone();
      for (int e = 1; e < f; e++) {
        if (get(edges[f], e)) {
          for (int word = 0; word < before[f].length; word++) {
            before[f][word] |= before[e][word];
          }
        }
      }
    }
  }

  boolean hasEdge(int e, int f) {
    return get(edges[f], e);
  }

  /** Whether {@code e} is strictly before {@code f}. */
  public boolean before(int e, int f) {
    return get(before[f], e);
  }

  boolean beforeOrSame(int e, int f) {
    return e == f || before(e, f);
  }

  /** Whether neither is before the other. */
  public boolean unordered(int e, int f) {
    return e != f && !before(e, f) && !before(f, e);
  }

  private static boolean get(long[] bits, int i) {
    return (bits[i >>> WORD] & 1L << i) != 0;
  }
}
