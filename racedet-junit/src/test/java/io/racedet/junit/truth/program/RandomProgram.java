package io.racedet.junit.truth.program;

import java.util.ArrayList;
import java.util.List;

/** A random program: threads that call objects which they share, and take a step between calls. */
public final class RandomProgram {
  private static final int MAX_THREADS = 3;
  private static final int MAX_CALLS = 3;

  /** A call, and the step after it. */
  private record Call(Action action, int after) {}

  private final long seed;
  private final String family;
  private final Draft draft;
  private final List<List<Call>> threads = new ArrayList<>();
  private final List<Integer> firsts = new ArrayList<>();
  private final int last;

  private RandomProgram(long seed, String family) {
    this.seed = seed;
    this.family = family;
    draft = new Draft(seed);
    Family calls = Families.create(family, draft);
    int count = 2 + draft.below(MAX_THREADS - 1);
    for (int i = 0; i < count; i++) {
      firsts.add(draft.step("thread " + i + " at start"));
      List<Call> body = new ArrayList<>();
      int length = 1 + draft.below(MAX_CALLS);
      for (int k = 0; k < length; k++) {
        Action action = calls.next(draft);
        body.add(new Call(action, draft.step("thread " + i + " after " + action.text())));
      }
      threads.add(body);
    }
    last = draft.step("main at end");
  }

  /** The program of a seed, with calls of a family of classes. */
  public static RandomProgram of(long seed, String family) {
    return new RandomProgram(seed, family);
  }

  /** The family of its calls. */
  public String family() {
    return family;
  }

  /** How many steps it has. */
  public int steps() {
    return last + 1;
  }

  /** Where a step is. */
  public String step(int step) {
    return draft.stepTexts().get(step);
  }

  /** The thread that takes a step, or a negative number for a callback. */
  public int thread(int step) {
    for (int thread = 0; thread < threads.size(); thread++) {
      if (firsts.get(thread) == step || indexIn(thread, step) >= 0) {
        return thread;
      }
    }
    return -1;
  }

  private int indexIn(int thread, int step) {
    List<Call> calls = threads.get(thread);
    for (int i = 0; i < calls.size(); i++) {
      if (calls.get(i).after == step) {
        return i;
      }
    }
    return -1;
  }

  /** What the calls of the thread of a step had returned before it, or who runs a callback. */
  public String outcomes(int step, long history) {
    int thread = thread(step);
    if (thread < 0) {
      return history > 0 && history <= threads.size() ? " of thread " + (history - 1) : "";
    }
    List<Integer> steps = threads.get(thread).stream().map(Call::after).toList();
    return Outcomes.text(steps.subList(0, indexIn(thread, step) + 1), history);
  }

  /** The call that a step comes before, or the callback that takes it. */
  public String callAfter(int step) {
    int thread = thread(step);
    if (thread < 0) {
      return step(step);
    }
    int next = indexIn(thread, step) + 1;
    List<Call> calls = threads.get(thread);
    return next < calls.size() ? calls.get(next).action.text() : "end of thread";
  }

  /** The call that a step comes after, or the callback that takes it. */
  public String callBefore(int step) {
    int thread = thread(step);
    int index = thread < 0 ? -1 : indexIn(thread, step);
    return index < 0 ? step(step) : threads.get(thread).get(index).action.text();
  }

  /** How many calls it has. */
  public int calls() {
    return threads.stream().mapToInt(List::size).sum();
  }

  /** Holds a step back in the runs that follow, and another one for less time; none is negative. */
  public void hold(int step, int other) {
    Delays.hold(step, other);
  }

  /** Runs it once, in the current thread and those that it starts. */
  public void run(long runSeed) throws InterruptedException {
    World world = draft.world();
    Delays.begin(threads.size());
    Thread[] started = new Thread[threads.size()];
    for (int i = 0; i < started.length; i++) {
      int number = i;
      started[i] = ProgramThreads.create(i, () -> runThread(new Strand(world), number, runSeed));
    }
    for (Thread thread : started) {
      thread.start();
    }
    for (Thread thread : started) {
      thread.join();
    }
    Marks.touch(last, 0);
    Delays.mainEnded();
    Delays.awaitHeld();
    draft.end(world);
    World.over();
  }

  private void runThread(Strand strand, int number, long runSeed) {
    Delays delays = new Delays(runSeed, number);
    delays.atStart();
    strand.touch(firsts.get(number));
    for (Call call : threads.get(number)) {
      delays.between();
      strand.learn(call.after, outcome(call.action.body(), strand));
      strand.touch(call.after);
    }
    Delays.ended(number);
  }

  private static int outcome(Action.Body body, Strand strand) {
    try {
      return body.run(strand);
    } catch (Exception e) {
      return Outcomes.of(e);
    }
  }

  /** The program as text. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("program ").append(seed).append(" of ").append(family).append(", objects ");
    text.append(draft.objectTexts());
    for (int i = 0; i < threads.size(); i++) {
      text.append("\n  thread ").append(i).append(':');
      for (Call call : threads.get(i)) {
        text.append(' ').append(call.action.text()).append(';');
      }
    }
    return text.toString();
  }
}
