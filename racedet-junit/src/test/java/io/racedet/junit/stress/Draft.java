package io.racedet.junit.stress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * A program that is being written, line by line: what it says, and what the trace must say of each
 * line. Keeps locks in an order in which no two threads can wait for each other.
 */
final class Draft {
  private static final Step NOTHING = (value, success, other, events) -> {};

  private record Held(String lock, int rank) {}

  private final Random random;
  private final StringBuilder text = new StringBuilder();
  private final List<Step> steps = new ArrayList<>();
  private final Deque<Held> held = new ArrayDeque<>();
  private int number;

  Draft(Random random) {
    this.random = random;
    steps.add(NOTHING); // lines count from 1
  }

  int pick(int bound) {
    return random.nextInt(bound);
  }

  /** One of two copies: {@code n} becomes {@code n0} or {@code n1}. */
  String copy(String name) {
    return name + pick(World.COPIES);
  }

  @SafeVarargs
  final <T> T oneOf(T... choices) {
    return choices[pick(choices.length)];
  }

  /** A name that nothing else has. */
  String name(String start) {
    return start + number++;
  }

  /** Adds a line that leaves no event. */
  void add(String line) {
    add(line, NOTHING);
  }

  /** Adds a line, in which {@code #} stands for its number. */
  void add(String line, Step step) {
    text.append(line.replace("#", String.valueOf(steps.size()))).append('\n');
    steps.add(step);
  }

  /** Whether all that is held comes before a lock of this rank. */
  boolean mayTake(int rank) {
    return held.stream().allMatch(one -> one.rank() < rank);
  }

  /** How often a lock is held here. */
  int depth(String lock) {
    return (int) held.stream().filter(one -> one.lock().equals(lock)).count();
  }

  /** Whether a lock is held, and all others come before it: a wait takes it anew. */
  boolean mayWait(String lock) {
    return !held.isEmpty()
        && held.peek().lock().equals(lock)
        && held.stream()
            .allMatch(one -> one.lock().equals(lock) || one.rank() < held.peek().rank());
  }

  void take(String lock, int rank) {
    held.push(new Held(lock, rank));
  }

  void release() {
    held.pop();
  }

  int nesting() {
    return held.size();
  }

  String text() {
    return text.toString();
  }

  List<Step> steps() {
    return List.copyOf(steps);
  }
}
