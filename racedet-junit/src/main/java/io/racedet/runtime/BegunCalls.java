package io.racedet.runtime;

import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds out, for a thread that was at work before the recording began, which modelled calls it is
 * in: what it goes on to do there counts no more than if the call had been recorded.
 */
final class BegunCalls {
  /** Modelled methods in which calls inside do not count; by class, name and descriptor. */
  static final int RAISED = 1;

  /** Modelled methods in which they do. */
  static final int LIFTED = 2;

  /** Frames that no model knows, and those of the hooks themselves. */
  private static final int OTHER = 0;

  private static final String HOOKS = "io.racedet.runtime.";
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  /* An open-addressed table of the modelled methods: the JDK's own maps are modelled themselves. */
  private String[][] methods = new String[1024][];
  private byte[] kinds = new byte[1024];
  private int size;

  /** Says what a modelled method is; before the first recording. */
  void add(String className, String method, String descriptor, int kind) {
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
   * Counts the calls that keep the guard up on the stack of this thread, back to the last code that
   * is nobody's detail. For a thread whose hooks are quiet.
   *
   * @param beginning whether the innermost of them is only about to begin
   */
  int count(boolean beginning) {
    return WALKER.walk(new Search(beginning)).raised;
  }

  private int kind(StackWalker.StackFrame frame) {
    return kinds[find(frame.getClassName(), frame.getMethodName(), frame.getDescriptor())];
  }

  /** The place of a method, or the free one where it would be. */
  private int find(String className, String method, String descriptor) {
    int mask = methods.length - 1;
    int at = 31 * className.hashCode() + method.hashCode() & mask;
    while (methods[at] != null
        && !(methods[at][1].equals(method)
            && methods[at][0].equals(className)
            && methods[at][2].equals(descriptor))) {
      at = at + 1 & mask;
    }
    return at;
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
        if (!frame.getClassName().startsWith(HOOKS)) {
          raised += kind == OTHER || skip ? 0 : 1;
          skip = false;
        }
      }
      return this;
    }
  }
}
