package io.racedet.junit.threads;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Threads that wait for classes which other threads initialise. The JVM calls them runnable, and
 * does not tell for which class they wait: such a thread gets no CPU time, is in code of the
 * program, and another thread is in the initialiser of a class. Not thread-safe.
 */
final class InitialiserWaits {
  /** A thread that gets no CPU time for as long as this does not merely wait for its turn. */
  private static final long STILL_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final String INITIALISER = "<clinit>";

  /** The CPU time of a thread at a look, and since when it is that. */
  private record Still(long cpu, long since) {}

  private final ThreadMXBean bean = ManagementFactory.getThreadMXBean();
  private final Map<Thread, StackTraceElement[]> stacks = new LinkedHashMap<>();
  private final Set<Thread> waiting = new LinkedHashSet<>();
  private Map<Thread, Still> still = new HashMap<>();

  /** Looks at the threads of a test, at a time as of {@link System#nanoTime}. */
  void look(List<Thread> threads, long now) {
    stacks.clear();
    waiting.clear();
    List<Thread> candidates = candidates(threads, now);
    if (candidates.isEmpty()) {
      return; // stacks of many threads take long
    }
    threads.forEach(thread -> stacks.put(thread, thread.getStackTrace()));
    candidates.stream()
        .filter(this::isInProgram)
        .filter(this::othersInitialise)
        .forEach(waiting::add);
  }

  private List<Thread> candidates(List<Thread> threads, long now) {
    if (!bean.isThreadCpuTimeSupported() || !bean.isThreadCpuTimeEnabled()) {
      return List.of();
    }
    Map<Thread, Still> next = new HashMap<>();
    for (Thread thread : threads) {
      if (thread.getState() == Thread.State.RUNNABLE) {
        long cpu = bean.getThreadCpuTime(thread.getId());
        Still before = still.get(thread);
        next.put(thread, before != null && before.cpu == cpu ? before : new Still(cpu, now));
      }
    }
    still = next;
    return threads.stream()
        .filter(next::containsKey)
        .filter(thread -> now - next.get(thread).since >= STILL_NANOS)
        .toList();
  }

  /* One in a native method may wait for input. */
  private boolean isInProgram(Thread thread) {
    StackTraceElement[] stack = stacks.get(thread);
    return stack.length > 0 && !stack[0].isNativeMethod();
  }

  private boolean othersInitialise(Thread thread) {
    return stacks.entrySet().stream()
        .anyMatch(other -> other.getKey() != thread && !classes(other.getValue()).isEmpty());
  }

  /** The classes that the code of a stack initialises, the innermost one first. */
  private static List<String> classes(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(frame -> frame.getMethodName().equals(INITIALISER))
        .map(StackTraceElement::getClassName)
        .toList();
  }

  /** Whether a thread waits for a class that another one initialises. */
  boolean waits(Thread thread) {
    return waiting.contains(thread);
  }

  /** What is known of these waits, a line for each thread that takes part; none without any. */
  List<String> lines() {
    if (waiting.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("threads that wait for classes to be initialised:");
    stacks.forEach(
        (thread, stack) -> {
          List<String> own = classes(stack);
          if (waiting.contains(thread) || !own.isEmpty()) {
            lines.add(
                "  \""
                    + thread.getName()
                    + "\" "
                    + (own.isEmpty() ? "" : "initialises " + String.join(", ", own) + ", and ")
                    + "waits at "
                    + OwnFrames.place(stack)
                    + (waiting.contains(thread) ? " for " + awaited(thread) : ""));
          }
        });
    return lines;
  }

  private String awaited(Thread thread) {
    List<String> others =
        stacks.entrySet().stream()
            .filter(entry -> entry.getKey() != thread)
            .flatMap(
                entry ->
                    classes(entry.getValue()).stream()
                        .map(name -> name + ", which \"" + entry.getKey().getName() + '"'))
            .toList();
    return others.stream().collect(Collectors.joining(" initialises, or for ")) + " initialises";
  }
}
