package io.racedet.oracle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The deadlock patterns of a trace, from the definition: cycles of requests of different threads
 * for different locks, each of which is held, at the request before, by the thread of that one, in
 * modes that exclude each other; without two threads that hold one lock in such modes.
 */
public final class LockCycles {
  private final List<Section> sections;
  private final Set<List<Integer>> cycles = new HashSet<>();

  public LockCycles(TestTrace trace) {
    sections = Section.of(trace);
    for (Section first : sections) {
      extend(new ArrayList<>(List.of(first)));
    }
  }

  /** The events of each, in the order of the cycle, from the earliest one on. */
  public Set<List<Integer>> cycles() {
    return cycles;
  }

  private void extend(List<Section> chain) {
    Section last = chain.get(chain.size() - 1);
    if (chain.size() > 1 && isBlocking(last, chain.get(0))) {
      cycles.add(chain.stream().map(Section::acquire).toList());
    }
    for (Section next : sections) {
      if (next.acquire() > chain.get(0).acquire()
          && isBlocking(last, next)
          && chain.stream().noneMatch(s -> isApart(s, next))) {
        chain.add(next);
        extend(chain);
        chain.remove(chain.size() - 1);
      }
    }
  }

  /** Whether the thread that requests a section holds the lock of another one. */
  private boolean isBlocking(Section request, Section wanted) {
    return sections.stream().anyMatch(held -> isHeldAt(held, request) && excludes(held, wanted));
  }

  private static boolean isHeldAt(Section held, Section request) {
    return held.thread() == request.thread()
        && held.acquire() < request.acquire()
        && request.acquire() < held.release();
  }

  private static boolean excludes(Section one, Section other) {
    return one.lock() == other.lock()
        && one.thread() != other.thread()
        && !(one.shared() && other.shared());
  }

  /** Whether two requests are not of one pattern. */
  private boolean isApart(Section one, Section other) {
    return one.thread() == other.thread()
        || one.lock() == other.lock()
        || sections.stream()
            .filter(gate -> isHeldAt(gate, one))
            .anyMatch(
                gate ->
                    sections.stream()
                        .anyMatch(held -> isHeldAt(held, other) && excludes(gate, held)));
  }
}
