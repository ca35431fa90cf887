package io.racedet.runtime;

import io.racedet.runtime.log.Grown;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.Stripes;

/**
 * Counts how deep a thread is in modelled calls, of which only the outermost one is recorded. A
 * woven method starts at depth 0 and restores the depth of its caller when it returns; so does a
 * modelled call that runs code of its caller. Confined to one thread.
 */
final class CallGuard {
  private static final int INITIAL = 4;
  private static final int WORDS = 3; // of an unknown call

  /** A context is {@code | site:28 | foreign:4 |}. */
  private static final int FOREIGN_BITS = 4;

  private static final int FOREIGN_MASK = (1 << FOREIGN_BITS) - 1;

  /** Replaces the value that a call would have captured before the recording. */
  private static final long MISSED = -1;

  /** The stripe that an atomic call holds, or {@link Stripes#NOTHING_HELD}. */
  int held = Stripes.NOTHING_HELD;

  /** Whether calls may be in progress that began before the recording. */
  private boolean unknown;

  private int depth;
  private int frames;

  /** The depth inside the atomic call that is recorded, or 0. */
  private int atomicDepth;

  /** The call instruction of woven code that the thread is at, or {@link Layout#NONE}. */
  private int site = Layout.NONE;

  /** How many calls by classes whose data accesses are not recorded are in progress. */
  private int foreign;

  /** The contexts in which the woven methods on the stack were entered. */
  private int[] callers = new int[INITIAL];

  private int entered;

  /**
   * The ids of what an unknown call of each woven method is made on, and of an argument, or 0; and
   * 1 if the call reads data of its caller.
   */
  private long[] unknownCalls = new long[WORDS * INITIAL];

  private int[] savedAt = new int[INITIAL];
  private int[] savedDepth = new int[INITIAL];
  private int[] savedContext = new int[INITIAL];
  private long[] captured = new long[INITIAL];
  private int saved;

  CallGuard(boolean unknown) {
    this.unknown = unknown;
  }

  boolean isUnknown() {
    return unknown;
  }

  /** Whether the thread is inside a recorded call, so that inner calls are not recorded. */
  boolean isUp() {
    return depth != 0;
  }

  /** As {@link #isUp}, for the code around the innermost modelled call. */
  boolean isUpOutside() {
    return saved != 0 && savedDepth[saved - 1] != 0;
  }

  /** The call instruction of woven code that the thread is at, or {@link Layout#NONE}. */
  int site() {
    return site;
  }

  /**
   * Whether code runs whose data accesses are not recorded. That of the JDK which runs in a thread
   * of its own, without any woven method on the stack, is such code too.
   */
  boolean isForeign() {
    return foreign != 0 || entered == 0 && site == Layout.NONE;
  }

  /** The site for an access to a collection: none when a class out of scope makes it. */
  int accessSite() {
    return foreign == 0 || foreign == 1 && readsForCaller() ? site : Layout.NONE;
  }

  private boolean readsForCaller() {
    return unknownCall() != 0 && unknownCalls[WORDS * entered + 2] != 0;
  }

  /**
   * The site for an access that a collection of a library makes to its own fields or arrays: none
   * when a class out of scope uses it, or when it is used in a call inside which nothing is
   * recorded.
   */
  int collectionSite() {
    return foreign != 0 || depth != 0 ? Layout.NONE : site;
  }

  /** The site, and how many calls of classes out of scope are in progress since. */
  private int context() {
    return site << FOREIGN_BITS | Math.min(foreign, FOREIGN_MASK);
  }

  private void restore(int context) {
    site = context >> FOREIGN_BITS;
    foreign = context & FOREIGN_MASK;
  }

  /** A class whose data accesses are not recorded makes a call. */
  void beginForeign() {
    foreign++;
  }

  /** That call has returned. */
  void endForeign() {
    foreign = Math.max(0, foreign - 1);
  }

  /**
   * The woven method makes an unknown call on an object, or of a class.
   *
   * @param reads whether it reads data as if its caller did it
   */
  void beginUnknown(long id, boolean reads) {
    beginForeign();
    int at = WORDS * entered;
    if (at >= unknownCalls.length) {
      unknownCalls = Grown.copy(unknownCalls, new long[2 * at]);
    }
    unknownCalls[at] = id;
    unknownCalls[at + 1] = 0;
    unknownCalls[at + 2] = reads ? 1 : 0;
  }

  /** An object is passed to the unknown call of the woven method, if one is in progress. */
  void passUnknown(long id) {
    if (unknownCall() != 0) {
      unknownCalls[WORDS * entered + 1] = id;
    }
  }

  /** What the unknown call of the woven method that is in progress is made on, or 0. */
  long unknownCall() {
    return WORDS * entered < unknownCalls.length ? unknownCalls[WORDS * entered] : 0;
  }

  /** An object that is passed to this call, or 0. */
  long passedToUnknown() {
    return unknownCalls[WORDS * entered + 1];
  }

  /** The unknown call of the woven method has ended, if one was in progress. */
  void endUnknown() {
    endForeign();
    if (unknownCall() != 0) {
      unknownCalls[WORDS * entered] = 0;
    }
  }

  /** How many woven methods are on the stack, as far as is known. */
  int wovenMethods() {
    return entered;
  }

  /** A woven method is entered. */
  void enterWoven() {
    unknown = false;
    if (entered == callers.length) {
      callers = Grown.copy(callers, new int[2 * entered]);
    }
    callers[entered++] = context();
    site = Layout.NONE;
    frames++;
    if (depth != 0) {
      save(0);
    }
  }

  /** A woven method returns; JDK code that has called it is again part of its own caller's call. */
  void leaveWoven() {
    depth = 0;
    end();
    if (entered == 0) {
      site = Layout.NONE;
    } else {
      restore(callers[--entered]);
    }
  }

  /** A woven method makes a call: modelled calls inside are recorded, unless it is opaque. */
  void call(int callSite, boolean opaque) {
    unknown = false;
    site = callSite;
    foreign = 0;
    depth = opaque ? 1 : 0;
  }

  /** A modelled call begins whose inner calls are not recorded. */
  void begin() {
    frames++;
    save(depth + 1);
  }

  /** A modelled call begins that runs code of its caller. */
  void open() {
    frames++;
    save(0);
  }

  /** Adds calls that began before the recording. */
  void resume(int callsBegun) {
    unknown = false;
    for (int i = 0; i < callsBegun; i++) {
      begin();
      captured[saved - 1] = MISSED;
    }
  }

  /** A call ends. The end of a call that began before the recording has no effect. */
  void end() {
    /* Frames above this one remain if a stack overflow has prevented the hooks at their ends. */
    while (saved != 0 && savedAt[saved - 1] >= frames) {
      depth = savedDepth[--saved];
      restore(savedContext[saved]);
    }
    frames--;
  }

  /** The innermost modelled call is about to run code of its caller. */
  void lift() {
    depth = 0;
  }

  /** The innermost modelled call continues after code of its caller. */
  void lower() {
    if (saved != 0) {
      depth = savedDepth[saved - 1] + 1;
      restore(savedContext[saved - 1]);
    }
  }

  /** An atomic call begins. It makes no inner call, so it needs no saved state. */
  void beginAtomic(boolean recorded) {
    depth++;
    if (recorded) {
      atomicDepth = depth;
    }
  }

  /** An atomic call ends; whether its end is recorded. False if it began before the recording. */
  boolean endAtomic() {
    boolean recorded = depth != 0 && depth == atomicDepth;
    depth = Math.max(0, depth - 1);
    if (recorded) {
      atomicDepth = 0;
    }
    return recorded;
  }

  /** Saves a value for the innermost modelled call, unless it has one already. */
  void capture(long value) {
    if (saved != 0 && captured[saved - 1] == 0) {
      captured[saved - 1] = value;
    }
  }

  /** What the innermost modelled call has captured; 0 if nothing, or before the recording. */
  long captured() {
    return saved == 0 || captured[saved - 1] == MISSED ? 0 : captured[saved - 1];
  }

  /** Whether the innermost modelled call has begun in the recording. */
  boolean hasCaptured() {
    return saved != 0 && captured[saved - 1] != MISSED;
  }

  private void save(int nextDepth) {
    if (saved == savedAt.length) {
      savedAt = Grown.copy(savedAt, new int[2 * saved]);
      savedDepth = Grown.copy(savedDepth, new int[2 * saved]);
      savedContext = Grown.copy(savedContext, new int[2 * saved]);
      captured = Grown.copy(captured, new long[2 * saved]);
    }
    savedAt[saved] = frames;
    savedDepth[saved] = depth;
    savedContext[saved] = context();
    captured[saved++] = 0;
    depth = nextDepth;
  }
}
