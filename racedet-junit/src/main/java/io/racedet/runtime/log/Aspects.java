package io.racedet.runtime.log;

/**
 * The aspect of an object that a sync operation concerns. Object, aspect and operand together
 * identify a lock, a sync variable or a channel. The model defines values from {@link #FIRST_FREE}.
 */
public final class Aspects {
  /** The object's monitor. */
  public static final int MONITOR = 0;

  /** The object as a lock of java.util.concurrent. */
  public static final int LOCK = 1;

  /** A field of the object, whose id is the operand. */
  public static final int FIELD = 2;

  /** The object as one channel. */
  public static final int CHANNEL = 3;

  /** Hand-over of the element whose number is the operand, through the object; 0 for null. */
  public static final int ELEMENT = 4;

  /** Initialisation of a class: of the object; where it ends, of the class of the site. */
  public static final int CLASS_INIT = 5;

  /** Thread whose slot is the operand; object 0. */
  public static final int THREAD = 6;

  /**
   * Accesses (not sync operations) of all array elements from the operand's high to its low half,
   * exclusive.
   */
  public static final int RANGE = 7;

  /** The wait set of a condition; the operand is the condition's number, 0 for the lock's own. */
  public static final int CONDITION = 8;

  /** A slot of an array accessed atomically, whose index is the operand. */
  public static final int INDEX = 9;

  /** The interrupt of the object, a thread. */
  public static final int INTERRUPT = 10;

  /** The object's final fields; used by the merge only. */
  public static final int FREEZE = 11;

  /** All memory fences; object 0. */
  public static final int FENCE = 12;

  /** What code whose data accesses are not recorded may access under a lock. */
  public static final int UNSEEN = 13;

  /** Calls of unknown code on the object: they are ordered with each other. */
  public static final int UNKNOWN_CALL = 14;

  /** Calls on the object whose results depend on each other, but which order nothing. */
  public static final int STATEFUL_CALL = 15;

  /** One unknown call has got the object and the one whose id is the operand. */
  public static final int CONNECTED = 16;

  /** What recorded code may access under a lock under which there is also code that is not. */
  public static final int SEEN = 17;

  /** What the queries of a lock see. */
  public static final int QUERIED = 18;

  /** As {@link #RANGE}, for the elements of a collection. */
  public static final int ELEMENTS = 19;

  /** The value of an atomic. */
  public static final int VALUE = 20;

  /** The initialisations of classes that have failed, whatever the object. */
  public static final int CLASS_FAILURE = 21;

  /**
   * Of a {@link OpCodes#DISCARD} that the merge of a recording in progress adds: by as many as the
   * operand there are more reasons why what the thread reads is void.
   */
  public static final int REASONS = 22;

  /**
   * The object as a lock with stamps, which any thread may release: what orders threads is recorded
   * besides, and these sections only tell of deadlocks.
   */
  public static final int STAMP = 23;

  /** What one end of a connection sends to the other one, whatever the objects are; object 0. */
  public static final int CONNECTION = 24;

  /** The service at a port whose number is the operand, whatever the objects are; object 0. */
  public static final int PORT = 25;

  /** What goes through the pipe whose number is the operand, whatever the objects are; object 0. */
  public static final int PIPE = 26;

  /** What is in the file whose number is the operand, whatever the objects are; object 0. */
  public static final int FILE = 27;

  /**
   * The bin that a map has for keys with the hash that is the operand, as a lock: what orders
   * threads is recorded besides, and these sections only tell of deadlocks. Of a {@link
   * OpCodes#BID}, the operand has the flags of that below the hash.
   */
  public static final int BIN = 28;

  /**
   * The contents of an object of a library whose data accesses are not recorded, as far as the name
   * of the method tells: READ or WRITE. No event is made of it; see the warnings of a test.
   */
  public static final int LIBRARY_CALL = 29;

  /** First value without a meaning here. */
  public static final int FIRST_FREE = 30;

  private Aspects() {}

  /** Whether the operand is a range of elements. */
  public static boolean isRange(int aspect) {
    return aspect == RANGE || aspect == ELEMENTS;
  }

  /** Whether what has this aspect only tells of deadlocks. */
  public static boolean isOfDeadlocks(int aspect) {
    return aspect == STAMP || aspect == BIN;
  }

  /** Whether the operand alone tells what it is, and threads share it without sharing an object. */
  public static boolean isOutside(int aspect) {
    return aspect >= CONNECTION && aspect <= FILE;
  }
}
