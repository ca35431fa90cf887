package io.racedet.runtime.calls;

import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Determines, for a thread that was running before the recording started, how many modelled calls
 * are on its stack. Calls inside them are not recorded, as if those calls had been recorded from
 * their beginning.
 */
public final class BegunCalls {
  /** Modelled methods in which inner calls are not recorded. */
  public static final int RAISED = 1;

  /** Modelled methods in which inner calls are recorded. */
  public static final int LIFTED = 2;

  /** Modelled methods inside which nothing is recorded. */
  public static final int SILENT = 3;

  /** Frames of methods that are not modelled, and of the runtime itself. */
  private static final int OTHER = 0;

  /**
   * Instead of a number: a hook is at work further up the stack, or a call inside which nothing is
   * recorded, and this call is part of it.
   */
  public static final int UNRECORDED = -1;

  private static final String RUNTIME = "io.racedet.runtime.";
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  /* A hash table of its own, with open addressing: the maps of the JDK are modelled themselves. */
  private String[][] methods = new String[1024][];
  private byte[] kinds = new byte[1024];
  private int size;

  /** Adds a modelled method and its kind. Must be called before the first recording. */
  public void add(String className, String method, String descriptor, int kind) {
    if (2 * size >= methods.length) {
      grow();
    }
    int at = find(className, method, descriptor);
    if (methods[at] == null) {
      methods[at] = new String[] {className, method, descriptor};
      size++;
    }
    kinds[at] = (byte) kind;
  }

  /**
   * Counts the modelled calls on the stack of this thread in which inner calls are not recorded, up
   * to the innermost frame whose calls are; not the innermost one if it has just begun. The hooks
   * of the thread must be switched off.
   */
  public int count(boolean beginning) {
    return WALKER.walk(new Search(beginning)).raised;
  }

  /* The descriptor takes the JVM time and stack, which a thread of the JDK may have little of. */
  private int kind(StackWalker.StackFrame frame) {
    String className = frame.getClassName();
    String method = frame.getMethodName();
    String descriptor = null;
    int mask = methods.length - 1;
    for (int at = start(className, method); methods[at] != null; at = at + 1 & mask) {
      if (isNamed(at, className, method)) {
        descriptor = descriptor == null ? frame.getDescriptor() : descriptor;
        if (methods[at][2].equals(descriptor)) {
          return kinds[at];
        }
      }
    }
    return OTHER;
  }

  /** The slot of a method, or the free slot where it would be added. */
  private int find(String className, String method, String descriptor) {
    int mask = methods.length - 1;
    int at = start(className, method);
    while (methods[at] != null
        && !(isNamed(at, className, method) && methods[at][2].equals(descriptor))) {
      at = at + 1 & mask;
    }
    return at;
  }

  private int start(String className, String method) {
    return 31 * className.hashCode() + method.hashCode() & methods.length - 1;
  }

  private boolean isNamed(int at, String className, String method) {
    return methods[at][1].equals(method) && methods[at][0].equals(className);
  }

  private void grow() {
    String[][] old = methods;
    byte[] oldKinds = kinds;
    methods = new String[2 * old.length][];
    kinds = new byte[2 * old.length];
    for (int i = 0; i < old.length; i++) {
      if (old[i] != null) {
        int at = find(old[i][0], old[i][1], old[i][2]);
        methods[at] = old[i];
        kinds[at] = oldKinds[i];
      }
    }
  }

  private final class Search implements Function<Stream<StackWalker.StackFrame>, Search> {
    private boolean skip;
    private boolean beyondHook;
    private int raised;

    Search(boolean beginning) {
      this.skip = beginning;
    }

    @Override
    public Search apply(Stream<StackWalker.StackFrame> frames) {
      for (Iterator<StackWalker.StackFrame> left = frames.iterator(); left.hasNext(); ) {
        StackWalker.StackFrame frame = left.next();
        int kind = kind(frame);
        if (frame.getDeclaringClass().getClassLoader() != null || kind == LIFTED) {
          break;
        }
        if (kind == SILENT) {
          raised = UNRECORDED;
          break;
        }
        if (!frame.getClassName().startsWith(RUNTIME)) {
          raised += kind == OTHER || skip ? 0 : 1;
          skip = false;
          beyondHook = true;
        } else if (beyondHook) {
          raised = UNRECORDED;
          break;
        }
      }
      return this;
    }
  }
}
