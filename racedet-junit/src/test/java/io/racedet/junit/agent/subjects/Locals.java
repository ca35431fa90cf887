package io.racedet.junit.agent.subjects;

/** Objects and arrays that do or do not leave the method that made them. */
public final class Locals {
  private static int[] published;
  private static int last;

  private int number;
  private volatile int shared;
  private final int fixed;

  private Locals() {
    fixed = 3;
  }

  static int arrays() {
    int[] squares = new int[4];
    long[][] sums = new long[2][2];
    for (int i = 0; i < squares.length; i++) {
      squares[i] = i * i;
    }
    int sum = 0;
    for (int square : squares) {
      sum += square;
    }
    sums[1] = null;
    return sum;
  }

  static int object() {
    Locals locals = new Locals();
    locals.number = 2;
    return locals.number + locals.fixed + locals.shared;
  }

  static int returned() {
    return make()[0];
  }

  private static int[] make() {
    int[] made = new int[1];
    made[0] = 5;
    return made;
  }

  /** Accesses that are recorded between others that are not. */
  static int mixed() {
    int[] own = new int[2];
    own[0] = 1;
    published = new int[2];
    published[1] = own[0];
    last = published[1];
    Locals locals = new Locals();
    locals.number = last;
    own[1] = locals.number;
    Object shared = new Locals[1];
    published = shared == null ? null : new int[own[1]];
    return published[0];
  }
}
