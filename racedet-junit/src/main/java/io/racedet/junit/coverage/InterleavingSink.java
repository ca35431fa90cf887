package io.racedet.junit.coverage;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Computes the {@link Interleaving} of a recording from its events; constant time for each, and
 * space for each variable and lock. Of long recordings, only the first events count.
 */
public final class InterleavingSink implements EventSink {
  private static final int MAX_EVENTS = 200_000;
  private static final int WORDS = 2;
  private static final int WRITE = 0;
  private static final int READ = 1;
  private static final long FACTOR = 0x9E3779B97F4A7C15L;
  private static final int SPACES = Operand.values().length;
  private static final long COVERS = Long.MIN_VALUE;

  private final IntUnaryOperator sites;
  private final IntPredicate covers;
  private final LongOpenHashSet pairs = new LongOpenHashSet();
  private final IntOpenHashSet writers = new IntOpenHashSet();
  private final IntOpenHashSet covering = new IntOpenHashSet();

  /* By space and id: the last write and the last read, each a thread plus one in the high half, the
   * highest bit of which says that it covers others, and a site. */
  private final long[][] last = new long[SPACES][0];
  private long order = 1;
  private int syncs;
  private int events;

  /**
   * Creates a sink.
   *
   * @param sites a hash of the instruction at a location, the same in each repetition
   * @param covers whether the instruction at a location covers accesses of others
   */
  public InterleavingSink(IntUnaryOperator sites, IntPredicate covers) {
    this.sites = sites;
    this.covers = covers;
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    if (events >= MAX_EVENTS) {
      return;
    }
    events++;
    int site = location == NO_LOCATION ? 0 : sites.applyAsInt(location);
    long word = (thread + 1L << 32) | site & 0xFFFF_FFFFL;
    switch (op) {
      case READ -> access(op, operand, word | covered(location), READ);
      case WRITE -> access(op, operand, word | covered(location), WRITE);
      case ATOMIC_READ, SYNC_READ, ACQUIRE_SHARED -> access(op, operand, word, READ);
      case ATOMIC_WRITE, SYNC_WRITE, ACQUIRE -> access(op, operand, word, WRITE);
      default -> {
        /* Orders threads, but is no access. */
      }
    }
    if (op.operand() != Operand.VARIABLE && op.operand() != Operand.OBJECT) {
      syncs++;
      order = (order ^ (op.ordinal() + 32L * thread << 32) + site) * FACTOR;
      order = Long.rotateLeft(order, 29) ^ operand;
    }
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    event(op, thread, first, location);
  }

  private long covered(int location) {
    return location != NO_LOCATION && covers.test(location) ? COVERS : 0;
  }

  private void access(Op op, int operand, long self, int kind) {
    int space = op.operand().ordinal();
    long[] words = last[space];
    int at = operand * WORDS;
    if (at >= words.length) {
      words = Arrays.copyOf(words, Math.max(2 * words.length, at + 16 * WORDS));
      last[space] = words;
    }
    if (addPair(words[at + WRITE], self)) {
      writers.add((int) words[at + WRITE]);
    }
    if (kind == WRITE) {
      if (addPair(words[at + READ], self)) {
        writers.add((int) self);
      }
      words[at + READ] = 0;
    }
    words[at + kind] = self;
  }

  private boolean addPair(long earlier, long later) {
    if (earlier == 0 || ((earlier ^ later) & ~COVERS) >>> 32 == 0) {
      return false;
    }
    pairs.add(earlier << 32 | later & 0xFFFF_FFFFL);
    addCovering(earlier);
    addCovering(later);
    return true;
  }

  private void addCovering(long word) {
    if (word < 0) {
      covering.add((int) word);
    }
  }

  /** What was seen so far. */
  public Interleaving interleaving() {
    return new Interleaving(
        order == 0 ? 1 : order,
        pairs.toLongArray(),
        writers.toIntArray(),
        covering.toIntArray(),
        syncs);
  }
}
