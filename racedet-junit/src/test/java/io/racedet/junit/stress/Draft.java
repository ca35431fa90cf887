package io.racedet.junit.stress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * A program under construction: its lines, and what the trace must contain for each line. Acquires
 * locks in one order, so that threads cannot deadlock.
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
    steps.add(NOTHING); // lines are numbered from 1
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

  /** A unique name. */
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

  /** Whether all held locks are ordered before a lock of this rank. */
  boolean mayTake(int rank) {
    return held.stream().allMatch(one -> one.rank() < rank);
  }

  /** How many times a lock is held here. */
  int depth(String lock) {
    return (int) held.stream().filter(one -> one.lock().equals(lock)).count();
  }

  /** Whether a lock is held, and all others are ordered before it: a wait acquires it again. */
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
