package io.racedet.runtime;

import io.racedet.runtime.memory.Layout;

/**
 * Tells how deep a thread is in modelled calls, since only the outermost one counts. A woven method
 * starts anew at depth 0 and gives back its caller's depth at its end; so does a modelled call that
 * runs code of its caller's. Belongs to one thread.
 */
final class CallGuard {
  private static final int INITIAL = 4;

  /** A place is | site:28 | foreign:4 |. */
  private static final int FOREIGN_BITS = 4;

  private static final int FOREIGN_MASK = (1 << FOREIGN_BITS) - 1;

  /** Above every depth that calls come to by themselves. */
  private static final int SILENT = 1 << 30;

  /** In place of what a call would have captured before the recording. */
  private static final long MISSED = -1;

  /** The stripe that an atomic call holds, or {@link Hooks#NOTHING_HELD}. */
  int held = Hooks.NOTHING_HELD;

  /** Whether calls can be under way that have begun before the recording. */
  private boolean unknown;

  private int depth;
  private int frames;

  /** The call instruction of woven code that the thread is at, or {@link Layout#NONE}. */
  private int site = Layout.NONE;

  /** How many calls of collections by classes whose data accesses do not count are under way. */
  private int foreign;

  /** The places at which the woven methods that the thread is in were entered. */
  private int[] callers = new int[INITIAL];

  private int entered;
  private int[] savedAt = new int[INITIAL];
  private int[] savedDepth = new int[INITIAL];
  private int[] savedPlace = new int[INITIAL];
  private long[] captured = new long[INITIAL];
  private int saved;

  CallGuard(boolean unknown) {
    this.unknown = unknown;
  }

  boolean isUnknown() {
    return unknown;
  }

  /** Whether what happens now is an implementation detail of a call that counts. */
  boolean isUp() {
    return depth != 0;
  }

  /** Whether not even that counts which counts inside other calls. */
  boolean isSilent() {
    return depth >= SILENT;
  }

  /** As {@link #isUp}, asked by the outermost frame itself, for the code around it. */
  boolean isUpOutside() {
    return saved != 0 && savedDepth[saved - 1] != 0;
  }

  /** The call instruction of woven code that the thread is at, or {@link Layout#NONE}. */
  int site() {
    return site;
  }

  /** Whether code runs whose data accesses do not count. */
  boolean isForeign() {
    return foreign != 0;
  }

  /** The site for an access of a collection: none, when it is of a class out of scope. */
  int accessSite() {
    return foreign != 0 ? Layout.NONE : site;
  }

  /** The site, with how many calls of classes out of scope are under way since. */
  private int place() {
    return site << FOREIGN_BITS | Math.min(foreign, FOREIGN_MASK);
  }

  private void place(int place) {
    site = place >> FOREIGN_BITS;
    foreign = place & FOREIGN_MASK;
  }

  /** A class whose data accesses do not count calls a collection. */
  void beginForeign() {
    foreign++;
  }

  /** That call has returned. */
  void endForeign() {
    foreign = Math.max(0, foreign - 1);
  }

  /** A woven method is entered. */
  void enterWoven() {
    unknown = false;
    if (entered == callers.length) {
      callers = longer(callers);
    }
    callers[entered++] = place();
    site = Layout.NONE;
    frames++;
    if (depth != 0) {
      save(0);
    }
  }

  /** A woven method is left; if JDK code has called it, that goes on with its caller's call. */
  void leaveWoven() {
    depth = 0;
    end();
    if (entered == 0) {
      site = Layout.NONE;
    } else {
      place(callers[--entered]);
    }
  }

  /** A woven method makes a call: what modelled classes do then counts, unless it is opaque. */
  void call(int callSite, boolean opaque) {
    unknown = false;
    site = callSite;
    foreign = 0;
    depth = opaque ? 1 : 0;
  }

  /** A modelled call begins, whose inner calls do not count. */
  void begin() {
    frames++;
    save(depth + 1);
  }

  /** A call begins inside which nothing counts at all, unless woven code is called back. */
  void silence() {
    frames++;
    save(SILENT);
  }

  /** A modelled call begins that runs its caller's code. */
  void open() {
    frames++;
    save(0);
  }

  /** So many calls are under way that have begun before the recording. */
  void resume(int callsBegun) {
    unknown = false;
    for (int i = 0; i < callsBegun; i++) {
      begin();
      captured[saved - 1] = MISSED;
    }
  }

  /** A call ends. Ends of what had begun before the recording change nothing. */
  void end() {
    /* Frames above this one can be left here when a stack overflow has swallowed their ends. */
    while (saved != 0 && savedAt[saved - 1] >= frames) {
      depth = savedDepth[--saved];
      place(savedPlace[saved]);
    }
    frames--;
  }

  /** The innermost modelled call is about to run its caller's code. */
  void lift() {
    depth = 0;
  }

  /** The innermost modelled call goes on after its caller's code. */
  void lower() {
    if (saved != 0) {
      depth = savedDepth[saved - 1] + 1;
      place(savedPlace[saved - 1]);
    }
  }

  /** An atomic call begins: it makes no call that needs a frame. */
  void beginAtomic() {
    depth++;
  }

  /** An atomic call ends; false when it had begun before the recording. */
  boolean endAtomic() {
    if (depth == 0) {
      return false;
    }
    depth--;
    return true;
  }

  /** Keeps a value for the innermost modelled call, unless it has one already. */
  void capture(long value) {
    if (saved != 0 && captured[saved - 1] == 0) {
      captured[saved - 1] = value;
    }
  }

  /** What the innermost modelled call has captured, or 0; also when it did so too early. */
  long captured() {
    return saved == 0 || captured[saved - 1] == MISSED ? 0 : captured[saved - 1];
  }

  private void save(int nextDepth) {
    if (saved == savedAt.length) {
      savedAt = longer(savedAt);
      savedDepth = longer(savedDepth);
      savedPlace = longer(savedPlace);
      long[] more = new long[2 * saved];
      System.arraycopy(captured, 0, more, 0, saved);
      captured = more;
    }
    savedAt[saved] = frames;
    savedDepth[saved] = depth;
    savedPlace[saved] = place();
    captured[saved++] = 0;
    depth = nextDepth;
  }

  private static int[] longer(int[] array) {
    int[] more = new int[2 * array.length];
    System.arraycopy(array, 0, more, 0, array.length);
    return more;
  }
}
