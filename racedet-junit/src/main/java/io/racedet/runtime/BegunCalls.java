package io.racedet.runtime;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds out, for a thread that was at work before the recording began, which modelled calls it is
 * in: what it goes on to do there counts no more than if the call had been recorded.
 */
final class BegunCalls {
  /** Frames that no model knows, and those of the hooks themselves. */
  private static final int OTHER = 0;

  /** Modelled methods in which calls inside do not count; by class, name and descriptor. */
  static final int RAISED = 1;

  /** Modelled methods in which they do. */
  static final int LIFTED = 2;

  private static final String HOOKS = "io.racedet.runtime.";
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final Map<String, Integer> kinds = new HashMap<>();

  /** Says what a modelled method is; before the first recording. */
  void add(String className, String method, String descriptor, int kind) {
    kinds.put(className + '.' + method + descriptor, kind);
  }

  /**
   * Counts the calls that keep the guard up on the stack of this thread, back to the last code that
   * is nobody's detail.
   *
   * @param beginning whether the innermost of them is only about to begin
   */
  int count(boolean beginning) {
    Search search = new Search(beginning);
    return WALKER.walk(
        frames -> {
          frames.takeWhile(search::goesOn).forEach(search::count);
          return search.raised;
        });
  }

  private final class Search {
    private boolean skip;
    private int raised;

    Search(boolean beginning) {
      this.skip = beginning;
    }

    boolean goesOn(StackWalker.StackFrame frame) {
      return frame.getDeclaringClass().getClassLoader() == null && kind(frame) != LIFTED;
    }

    void count(StackWalker.StackFrame frame) {
      if (frame.getClassName().startsWith(HOOKS)) {
        return;
      }
      if (!skip && kind(frame) == RAISED) {
        raised++;
      }
      skip = false;
    }

    private int kind(StackWalker.StackFrame frame) {
      String key = frame.getClassName() + '.' + frame.getMethodName() + frame.getDescriptor();
      return kinds.getOrDefault(key, OTHER);
    }
  }
}
