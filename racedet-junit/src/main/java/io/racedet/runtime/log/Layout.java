package io.racedet.runtime.log;

import io.racedet.runtime.spans.SiteAccesses;
import io.racedet.runtime.spans.SpanAccesses;

/**
 * Layout of the records in a thread's buffer, least significant bits on the right.
 *
 * <pre>
 * access      | kind:5 | site:24 | object:35 |   | version:32 | field or index:32 |
 * SYNC        | kind:5 | site:24 | object:35 |   | op:5 | aspect:11 | seq:48 |   | operand:64 |
 * ALLOCATED   | kind:5 | site:24 | object:35 |
 * ENTER       | kind:5 | 0:11 | method:24 | call site:24 |
 * EXIT        | kind:5 | 0:59 |
 * AGAIN       | kind:5 | site:24 | object:35 |   | 0:32 | field or index:32 |
 * WALK        | kind:5 | site:24 | object:35 |   | first:32 | last:32 |   | stride:64 |
 * </pre>
 *
 * Sites are stored plus one, so that 0 means none. Object 0 is no object (static fields).
 */
public final class Layout {
  /** Access to a field; the site determines the op. */
  public static final int FIELD = 1;

  /** Access to an array element; the site determines the op. */
  public static final int ELEMENT = 2;

  /** Access of a final field, on the stripe of the object's {@link #FREEZE}. */
  public static final int FINAL_FIELD = 3;

  /** End of a constructor: final fields are frozen. */
  public static final int FREEZE = 4;

  /** Field accesses with their own op: this plus 0 read, 1 write, 2 atomic read, 3 atomic write. */
  public static final int FIELD_WITH_OP = 8;

  /** Element accesses with their own op, as {@link #FIELD_WITH_OP}. */
  public static final int ELEMENT_WITH_OP = 12;

  /** Last kind of access record; all of them take two words. */
  public static final int LAST_ACCESS = 15;

  /** Sync operation, three words. */
  public static final int SYNC = 16;

  /** Method entry, one word. */
  public static final int ENTER = 17;

  /** Method exit, one word. */
  public static final int EXIT = 18;

  /** Allocation of an object, one word. */
  public static final int ALLOCATED = 19;

  /**
   * The first access that was left out since an earlier one covers it, see {@link SpanAccesses};
   * two words.
   */
  public static final int AGAIN = 20;

  /**
   * Accesses to elements of an array, one after the other at the same distance, see {@link
   * SiteAccesses}; three words.
   */
  public static final int WALK = 21;

  /** An AGAIN record where the earlier access is a write. */
  public static final int AGAIN_WRITTEN = 22;

  private static final int PLAIN =
      1 << FIELD | 1 << ELEMENT | 1 << FINAL_FIELD | 3 << FIELD_WITH_OP | 3 << ELEMENT_WITH_OP;

  /** The field of an access to a collection as a whole. */
  public static final int CONTENTS = -1;

  /** Set in the key of an element of an object that is not an array. */
  private static final int INDEX_BIT = Integer.MIN_VALUE;

  /** No site, no method. */
  public static final int NONE = -1;

  /** In place of the site of an access: that of the call of woven code which has led to it. */
  public static final int CALLER = -2;

  /** Largest site or method id. */
  public static final int MAX_SITE = (1 << 24) - 2;

  static final int STRIPE_BITS = 14;
  public static final int STRIPES = 1 << STRIPE_BITS;
  public static final long KEY_MASK = 0xFFFF_FFFFL;

  private static final int KIND_SHIFT = 59;
  private static final int OBJECT_BITS = 35;
  private static final int SITE_MASK = (1 << 24) - 1;
  private static final long OBJECT_MASK = (1L << OBJECT_BITS) - 1;
  private static final int SEQ_BITS = 48;
  public static final long SEQ_MASK = (1L << SEQ_BITS) - 1;
  private static final int ASPECT_MASK = (1 << 11) - 1;
  private static final int FROZEN_FIELDS = -2;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Layout() {}

  public static long head(int kind, int site, long object) {
    return (long) kind << KIND_SHIFT | (long) (site + 1 & SITE_MASK) << OBJECT_BITS | object;
  }

  public static long sync(int op, int aspect) {
    return (long) op << KIND_SHIFT | (long) (aspect & ASPECT_MASK) << SEQ_BITS;
  }

  public static long enter(int method, int callSite) {
    return (long) ENTER << KIND_SHIFT
        | (long) (method + 1 & SITE_MASK) << 24
        | callSite + 1 & SITE_MASK;
  }

  public static long exit() {
    return (long) EXIT << KIND_SHIFT;
  }

  /** Whether a record says that an earlier access covers others. */
  public static boolean isAgain(int kind) {
    return kind == AGAIN_WRITTEN || kind == AGAIN;
  }

  /**
   * The second word of a WALK record; the operand of a range, with the first element behind it in
   * place of the last one.
   */
  public static long elements(int first, int last) {
    return (long) first << Integer.SIZE | last & KEY_MASK;
  }

  /** The first element of a walk or range. */
  public static int first(long word1) {
    return (int) (word1 >>> Integer.SIZE);
  }

  /** The last element of a walk, or the first one behind a range. */
  public static int last(long word1) {
    return (int) word1;
  }

  /** Whether an access is plain, so that it can cover others and be covered. */
  public static boolean isPlain(int kind) {
    return (PLAIN >>> kind & 1) != 0;
  }

  /** The kind of a record. */
  public static int kind(long word0) {
    return (int) (word0 >>> KIND_SHIFT);
  }

  /** The length of a record. */
  public static int words(int kind) {
    if (kind <= LAST_ACCESS || isAgain(kind)) {
      return 2;
    }
    return kind == SYNC || kind == WALK ? 3 : 1;
  }

  /** The site of an access, sync or allocation record, or {@link #NONE}. */
  public static int site(long word0) {
    return (int) (word0 >>> OBJECT_BITS & SITE_MASK) - 1;
  }

  /** The object of an access, sync or allocation record, 0 for none. */
  public static long object(long word0) {
    return word0 & OBJECT_MASK;
  }

  /** The method of an ENTER record, or {@link #NONE}. */
  public static int method(long word0) {
    return (int) (word0 >>> 24 & SITE_MASK) - 1;
  }

  /** The call site of an ENTER record, or {@link #NONE}. */
  public static int callSite(long word0) {
    return (int) (word0 & SITE_MASK) - 1;
  }

  /** The version of an access: its number on its stripe. */
  public static int version(long word1) {
    return (int) (word1 >>> 32);
  }

  /** The field or index of an access. */
  public static int key(long word1) {
    return (int) word1;
  }

  /** The key of an element of a collection, distinct from those of its fields. */
  public static int keyOfElement(int index) {
    return index | INDEX_BIT;
  }

  /** Whether a key is that of the contents of a collection, or of one of its elements. */
  public static boolean isOfCollection(int key) {
    return key == CONTENTS || isElement(key);
  }

  /** Whether a key is that of an element of a collection, and not of an array. */
  public static boolean isElement(int key) {
    return key < FROZEN_FIELDS;
  }

  /** The element of a collection. */
  public static int indexOf(int key) {
    return key & ~INDEX_BIT;
  }

  /** The op of a sync record. */
  public static int op(long word1) {
    return (int) (word1 >>> KIND_SHIFT);
  }

  /** The aspect of a sync record. */
  public static int aspect(long word1) {
    return (int) (word1 >>> SEQ_BITS) & ASPECT_MASK;
  }

  /** The number of a sync record among all; they increase during the life of the process. */
  public static long seq(long word1) {
    return word1 & SEQ_MASK;
  }

  /** The stripe that orders an access record, below {@link #stripes()}. */
  public static int stripe(long word0, long word1) {
    int kind = kind(word0);
    int key = kind == FINAL_FIELD || kind == FREEZE ? FROZEN_FIELDS : key(word1);
    return stripe(object(word0), key);
  }

  /** How many stripes there are. */
  public static int stripes() {
    return STRIPES;
  }

  /* Neighbouring elements have neighbouring stripes, so that threads that work on different parts of
   * an array use different cache lines. */
  static int stripe(long object, int key) {
    return (int) (object * GOLDEN >>> 64 - STRIPE_BITS) + key & STRIPES - 1;
  }
}
