package io.racedet.junit.forced;

import java.util.ArrayDeque;
import java.util.Deque;

/** A thread of a program while the program is drawn. */
final class Strand {
  /** What it is about to do. */
  enum State {
    NEW,
    RUNNING,
    /** On a monitor. */
    WAITING,
    ENDED
  }

  private final int number;
  private final StringBuilder text = new StringBuilder();
  private final Deque<Lock> held = new ArrayDeque<>();
  private State state = State.NEW;
  private boolean isJoined;

  Strand(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  void add(String line) {
    text.append(line).append('\n');
  }

  String text() {
    return text.toString();
  }

  /** The locks that it holds, the last one first. */
  Deque<Lock> held() {
    return held;
  }

  void become(State next) {
    state = next;
  }

  boolean is(State other) {
    return state == other;
  }

  /** Whether it has ended and no other thread has seen that yet. */
  boolean awaitsJoin() {
    return state == State.ENDED && !isJoined;
  }

  void join() {
    isJoined = true;
  }
}
