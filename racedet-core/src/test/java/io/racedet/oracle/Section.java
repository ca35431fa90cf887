package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A critical section: the outermost acquire and release of a lock in one mode.
 *
 * @param lock the lock
 * @param shared whether it is held in read mode
 * @param thread the thread that holds it
 * @param acquire index of the acquire
 * @param release index of the release, {@link #OPEN} if there is none
 */
public record Section(int lock, boolean shared, int thread, int acquire, int release) {
  /** The release of a section that is never closed. */
  public static final int OPEN = Integer.MAX_VALUE;

  private record Mode(int thread, int lock, boolean shared) {}

  /** All critical sections of a trace in the order of their acquires. */
  public static List<Section> of(TestTrace trace) {
    return of(trace, Rules.ALL);
  }

  static List<Section> of(TestTrace trace, Rules rules) {
    int mostDepth = rules.have(Rule.REENTRANCY) ? Integer.MAX_VALUE : 1;
    Map<Mode, Integer> depth = new HashMap<>();
    Map<Mode, Integer> entered = new HashMap<>();
    List<Section> sections = new ArrayList<>();
    for (int i = 1; i <= trace.size(); i++) {
      TraceEvent e = trace.event(i);
      boolean shared = e.op() == Op.ACQUIRE_SHARED || e.op() == Op.RELEASE_SHARED;
      Mode mode = new Mode(e.thread(), e.operand(), shared);
      if (e.op() == Op.ACQUIRE || e.op() == Op.ACQUIRE_SHARED) {
        if (depth.merge(mode, 1, (a, b) -> Math.min(mostDepth, a + b)) == 1) {
          entered.putIfAbsent(mode, i);
        }
      } else if (e.op() == Op.RELEASE || e.op() == Op.RELEASE_SHARED) {
        if (entered.containsKey(mode) && depth.merge(mode, -1, Integer::sum) == 0) {
          sections.add(section(mode, entered.remove(mode), i));
        }
      }
    }
    entered.forEach((mode, acquire) -> sections.add(section(mode, acquire, OPEN)));
    sections.sort((a, b) -> Integer.compare(a.acquire, b.acquire));
    return List.copyOf(sections);
  }

  /** Whether each thread releases its locks innermost first. */
  public static boolean areNested(TestTrace trace) {
    List<Section> sections = of(trace);
    return sections.stream().noneMatch(s -> sections.stream().anyMatch(s::crosses));
  }

  private boolean crosses(Section inner) {
    return thread == inner.thread
        && acquire < inner.acquire
        && inner.acquire < release
        && release < inner.release;
  }

  private static Section section(Mode mode, int acquire, int release) {
    return new Section(mode.lock, mode.shared, mode.thread, acquire, release);
  }

  /** Whether an event of the section's own thread lies in it; acquire and release do. */
  public boolean contains(int index) {
    return acquire <= index && index <= release;
  }

  public boolean isOpen() {
    return release == OPEN;
  }
}
