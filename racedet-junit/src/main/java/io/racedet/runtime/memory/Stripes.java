package io.racedet.runtime.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Spin locks that also number what happens under them. A word is
 *
 * <pre>| version:32 | uses:16 | owner:16 |</pre>
 *
 * where the version counts recorded accesses, uses counts holds that record no access (so that no
 * two holds ever leave the same word), and owner is the tag of the thread that holds it, 0 for
 * none.
 */
public final class Stripes {
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle TAGS = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int TAG_BITS = 16;
  private static final long TAG_MASK = (1L << TAG_BITS) - 1;
  private static final long ONE_USE = 1L << TAG_BITS;
  private static final long USES_MASK = 0xFFFFL << TAG_BITS;
  private static final long ONE_VERSION = 1L << 32;

  /** Where the version stands in a word, and in the second word of an access record. */
  public static final long VERSION_MASK = -ONE_VERSION;

  /** Largest tag of a thread; together with a stripe it makes a non-negative int. */
  static final int MAX_TAG = (int) TAG_MASK;

  /** For the holder of a stripe to read its own word. */
  public final long[] words = new long[Layout.STRIPES];

  /** How many tags have been given away, alone in an array. */
  private final int[] tags = new int[1];

  /** A mark for the stripes of one thread in one recording; comes again after a long time only. */
  public int nextTag() {
    return 1 + Integer.remainderUnsigned((int) TAGS.getAndAdd(tags, 0, 1), MAX_TAG);
  }

  public static int token(int stripe, int tag) {
    return tag << Layout.STRIPE_BITS | stripe;
  }

  /** Takes a free stripe for one recorded access; false when it is held or another thread wins. */
  public boolean tryLockForAccess(int stripe, int tag) {
    long word = words[stripe];
    return (word & TAG_MASK) == 0
        && WORDS.compareAndSet(words, stripe, word, word + ONE_VERSION + tag);
  }

  /** Takes a free stripe without a new version; false when it is held or another thread wins. */
  public boolean tryHold(int stripe, int tag) {
    long word = words[stripe];
    return (word & TAG_MASK) == 0 && WORDS.compareAndSet(words, stripe, word, nextUse(word) | tag);
  }

  /** Gives a stripe that the caller holds its next version, and returns that in place. */
  public long nextVersion(int stripe) {
    long word = words[stripe] + ONE_VERSION;
    words[stripe] = word;
    return word & VERSION_MASK;
  }

  /** Takes back the version that {@link #tryLockForAccess} has given, and unlocks. */
  public void undo(int stripe, int tag) {
    long word = words[stripe];
    if ((word & TAG_MASK) == tag) {
      WORDS.compareAndSet(words, stripe, word, nextUse(word - ONE_VERSION) & ~TAG_MASK);
    }
  }

  /** Unlocks what the token stands for, unless it has been taken from its holder. */
  public void release(int token) {
    int stripe = token & Layout.STRIPES - 1;
    long word = words[stripe];
    if ((word & TAG_MASK) == token >>> Layout.STRIPE_BITS) {
      WORDS.setRelease(words, stripe, word & ~TAG_MASK);
    }
  }

  /** The whole word, to be compared later. */
  public long word(int stripe) {
    return (long) WORDS.getAcquire(words, stripe);
  }

  public static int owner(long word) {
    return (int) (word & TAG_MASK);
  }

  /** Frees a stripe whose word has not changed since; false when it has. */
  public boolean free(int stripe, long seen) {
    return WORDS.compareAndSet(words, stripe, seen, nextUse(seen) & ~TAG_MASK);
  }

  private static long nextUse(long word) {
    return word & ~USES_MASK | word + ONE_USE & USES_MASK;
  }
}
