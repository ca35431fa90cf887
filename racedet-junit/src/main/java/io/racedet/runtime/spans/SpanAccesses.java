package io.racedet.runtime.spans;

import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;

/**
 * The accesses that one thread has recorded in its present span, and that cover later ones. A span
 * is a stretch of one thread without a sync record. Not thread-safe.
 *
 * <p>Of two accesses a before b in one span to one variable, a covers b if a is a write or b is a
 * read. Then b need not be recorded:
 *
 * <ul>
 *   <li>Happens-before: nothing enters or leaves the span between the two. An access by another
 *       thread is ordered before b, or after b, only if it is so with a; so b is in a race only if
 *       a is (the rule of FastTrack for the same epoch: Flanagan and Freund, PLDI 2009).
 *   <li>Locks: the thread holds the same ones at both. Every critical section that has b has a.
 *   <li>Prediction: the sections, and the conflicts between them, are the same, so that relations
 *       order the same. But a witness could put another thread's conflicting access between a and
 *       b, so that b, or a later reader, would see another value. So the first access that a covers
 *       is recorded as that, without a version: the trace then has an event AGAIN, and no witness
 *       puts such an access into the rest of the span.
 * </ul>
 *
 * <p>Some accesses have no hook at all, because one of the same method covers each of them wherever
 * they run; the record of that one is followed by AGAIN at once.
 *
 * <p>Spans of the theory may contain acquires; those here do not, so that sections of locks have
 * the same accesses as without this reduction. An access that is not plain, or of an instruction of
 * which nothing is known, ends a span as well.
 */
public final class SpanAccesses {
  /* A direct-mapped table of two words an entry:
   *
   *   | object:35 | span:29 |   | key:32 | 0:30 | repeated:1 | write:1 |
   *
   * A variable has two places. An access that finds others of its span in both is recorded and
   * replaces one of them. */
  private static final int ENTRY = 2; // a power of two
  private static final int FEWEST = 16; // entries
  private static final int MOST = 1 << Short.SIZE;
  private static final int SPAN_BITS = 29;
  private static final long LAST_SPAN = (1L << SPAN_BITS) - 1;
  private static final long WRITE = 1;
  private static final long REPEATED = 2;
  private static final int KEY_SHIFT = 32;

  /* With the instruction, for the object of a static field: it decides which class the field is of. */
  private static final long STATIC = 1L << 34;

  /* Odd and unrelated, so that neither elements of one array nor the same fields of many objects
   * share their places; the high bits of the products decide. */
  private static final int KEY_FACTOR = 0x9E37_79B9;
  private static final int OBJECT_FACTOR = 0xC2B2_AE35;

  private static final int NOWHERE = -1;

  /** No access covers it. */
  public static final int UNCOVERED = 0;

  /** An access covers it, and has covered another one. */
  public static final int COVERED = 1;

  /** An access covers it, and has covered no other one yet. */
  public static final int FIRST_COVERED = 2;

  /** It ends the span: it is not plain, or of an instruction of which nothing is known. */
  public static final int FOREIGN = 3;

  private final AccessSites sites;

  /** The entries; the recorder stores one itself, where it must not make a call. */
  public long[] entries = new long[ENTRY * FEWEST];

  /** Where the entry of the access that is being recorded belongs; {@link #NOWHERE} for none. */
  public int place = NOWHERE;

  /** The first word of that entry. */
  public long variable;

  /** Its second word. */
  public long access;

  /** Whether it covers accesses that have no hooks, so that there is to be an AGAIN at once. */
  public boolean hasOthers;

  private long span = 1;
  private int replaced; // entries of one span, since the table has grown

  /** Starts with an empty span; accesses of instructions that are not known end it. */
  public SpanAccesses(AccessSites sites) {
    this.sites = sites;
  }

  /** The number of the present span, from 1. */
  public long number() {
    return span;
  }

  /** Begins the next span, of which the access that is being recorded, if any, is the first. */
  public void next() {
    if (++span > LAST_SPAN) {
      entries = new long[entries.length];
      span = 1;
    }
    variable = variable & ~LAST_SPAN | span;
  }

  /**
   * Looks for an access that covers another one, which is the one to be recorded if there is none;
   * the object of a static field is 0. Returns {@link #UNCOVERED}, {@link #COVERED}, {@link
   * #FIRST_COVERED} or {@link #FOREIGN}.
   */
  public int find(int kind, long object, int key, int site) {
    int known = Layout.isPlain(kind) ? sites.of(site) : AccessSites.UNKNOWN;
    if (known == AccessSites.UNKNOWN) {
      skip();
      return FOREIGN;
    }
    boolean isByKind = kind >= Layout.FIELD_WITH_OP;
    int code = isByKind ? kind & OpCodes.WRITE : known & AccessSites.WRITES;
    int covering = find(object == 0 ? STATIC | site : object, key, code != 0);
    if (covering != UNCOVERED) {
      sites.leaveOut(site);
    }
    hasOthers = covering == UNCOVERED && (known & AccessSites.COVERS) != 0;
    if (hasOthers) {
      access |= REPEATED;
    }
    return covering;
  }

  private int find(long object, int key, boolean write) {
    int at = placeOf(object, key);
    long wanted = object << SPAN_BITS | span;
    if (!isOf(at, wanted, key)) {
      at = isOf(at ^ ENTRY, wanted, key) ? at ^ ENTRY : newPlace(at, object, key);
    }
    place = at;
    long entry = entries[at + 1];
    if (isOf(at, wanted, key) && (!write || (entry & WRITE) != 0)) {
      return (entry & REPEATED) != 0 ? COVERED : FIRST_COVERED;
    }
    variable = wanted;
    access = (long) key << KEY_SHIFT | (write ? WRITE : 0);
    return UNCOVERED;
  }

  private boolean isOf(int at, long wanted, int key) {
    return entries[at] == wanted && (int) (entries[at + 1] >>> KEY_SHIFT) == key;
  }

  /* One of the two places, whichever is free. */
  private int newPlace(int at, long object, int key) {
    if ((entries[at] & LAST_SPAN) != span) {
      return at;
    }
    if ((entries[at ^ ENTRY] & LAST_SPAN) != span) {
      return at ^ ENTRY;
    }
    return isCrowded() ? placeOf(object, key) : at;
  }

  /** Whether the access that covers the one just looked for is a write. */
  public boolean isWrite() {
    return (entries[place + 1] & WRITE) != 0;
  }

  /** The kind of the AGAIN of the access that is being recorded. */
  public int againKind() {
    return (access & WRITE) != 0 ? Layout.AGAIN_WRITTEN : Layout.AGAIN;
  }

  /** The access that is being recorded is to cover no other. */
  public void skip() {
    place = NOWHERE;
    hasOthers = false;
  }

  /** The first access that the one just found covers is recorded as that. */
  public void repeat() {
    entries[place + 1] |= REPEATED;
  }

  private int placeOf(long object, int key) {
    int hash = (int) object * OBJECT_FACTOR + key * KEY_FACTOR;
    return (hash >>> Short.SIZE) * ENTRY & entries.length - 1;
  }

  /* More entries where many variables are accessed in one span; those so far cover nothing then. */
  private boolean isCrowded() {
    if (++replaced <= entries.length / ENTRY || entries.length == ENTRY * MOST) {
      return false;
    }
    entries = new long[2 * entries.length];
    replaced = 0;
    return true;
  }
}
