package io.racedet.runtime.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Spin locks that also number what happens under them. A word is
 *
 * <pre>| version:32 | uses:16 | owner:16 |</pre>
 *
 * where version counts the recorded accesses, uses counts the holds that record no access (so that
 * no two holds ever leave the same word), and owner is the tag of the thread that holds the stripe,
 * 0 for none.
 */
public final class Stripes {
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle TAGS = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int TAG_BITS = 16;
  private static final long TAG_MASK = (1L << TAG_BITS) - 1;
  private static final long ONE_USE = 1L << TAG_BITS;
  private static final long USES_MASK = 0xFFFFL << TAG_BITS;
  private static final long ONE_VERSION = 1L << 32;

  /** The token of no stripe. */
  public static final int NOTHING_HELD = -1;

  /** As {@link #NOTHING_HELD}, where the thread then comes to a point of the schedule. */
  public static final int ONLY_POINT = -2;

  /**
   * Set in the token of a stripe: after its release the thread comes to a point of the schedule.
   */
  public static final int POINT = 1 << 30;

  /** Where the version stands in a word, and in the second word of an access record. */
  public static final long VERSION_MASK = -ONE_VERSION;

  /** Largest tag of a thread; together with a stripe it makes a non-negative int. */
  static final int MAX_TAG = (int) TAG_MASK;

  /** For the holder of a stripe to read its own word. */
  public final long[] words = new long[Layout.STRIPES];

  /** How many tags have been assigned; an array, for atomic updates. */
  private final int[] tags = new int[1];

  /** A tag for one thread in one recording; repeats only after {@link #MAX_TAG} others. */
  public int nextTag() {
    return 1 + Integer.remainderUnsigned((int) TAGS.getAndAdd(tags, 0, 1), MAX_TAG);
  }

  public static int token(int stripe, int tag) {
    return tag << Layout.STRIPE_BITS | stripe;
  }

  /** Whether a token is of the thread with that tag. */
  public static boolean isOf(int token, int tag) {
    return token >>> Layout.STRIPE_BITS == tag;
  }

  /** Takes a free stripe for one recorded access; false if another thread holds or takes it. */
  public boolean tryLockForAccess(int stripe, int tag) {
    long word = words[stripe];
    return (word & TAG_MASK) == 0
        && WORDS.compareAndSet(words, stripe, word, word + ONE_VERSION + tag);
  }

  /** Takes a free stripe without a new version; false if another thread holds or takes it. */
  public boolean tryHold(int stripe, int tag) {
    long word = words[stripe];
    return (word & TAG_MASK) == 0 && WORDS.compareAndSet(words, stripe, word, nextUse(word) | tag);
  }

  /** Increments the version of a stripe that the caller holds; returns it in its position. */
  public long nextVersion(int stripe) {
    long word = words[stripe] + ONE_VERSION;
    words[stripe] = word;
    return word & VERSION_MASK;
  }

  /** Reverts the version that {@link #tryLockForAccess} has assigned, and releases the stripe. */
  public void undo(int stripe, int tag) {
    long word = words[stripe];
    if ((word & TAG_MASK) == tag) {
      WORDS.compareAndSet(words, stripe, word, nextUse(word - ONE_VERSION) & ~TAG_MASK);
    }
  }

  /** Releases the stripe of a token; false if it has been freed by another thread. */
  public boolean release(int token) {
    int stripe = token & Layout.STRIPES - 1;
    long word = words[stripe];
    if ((word & TAG_MASK) == token >>> Layout.STRIPE_BITS) {
      WORDS.setRelease(words, stripe, word & ~TAG_MASK);
      return true;
    }
    return false;
  }

  /** The whole word, for {@link #free}. */
  public long word(int stripe) {
    return (long) WORDS.getAcquire(words, stripe);
  }

  public static int owner(long word) {
    return (int) (word & TAG_MASK);
  }

  /** The version in a word. */
  public static int version(long word) {
    return (int) (word >>> 32);
  }

  /** Frees a stripe for its holder, unless its word has changed; false if it has. */
  public boolean free(int stripe, long seen) {
    return WORDS.compareAndSet(words, stripe, seen, nextUse(seen) & ~TAG_MASK);
  }

  private static long nextUse(long word) {
    return word & ~USES_MASK | word + ONE_USE & USES_MASK;
  }
}
