package io.racedet.junit.agent.subjects;

import java.io.File;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Constructors with code before, in and after the call of another constructor. */
public class Constructors {
  private final int kept;
  private int plain = 2;

  Constructors(int kept) {
    this.kept = kept;
  }

  Constructors() {
    this(next());
    plain++;
  }

  static int next() {
    return 5;
  }

  /** The branch makes a frame with an object that is not constructed. */
  static class Derived extends Constructors {
    final Object outer;

    Derived(boolean b) {
      super(b ? next() : new Constructors(8).plain);
      outer = new Object();
    }
  }

  /** Javac writes this$0 before it calls the next constructor. */
  class Inner extends Constructors {
    Inner() {
      super(next());
    }

    int sum() {
      return Constructors.this.plain;
    }
  }

  /** Throws when the object is constructed already. */
  static class Failing extends Constructors {
    Failing() {
      throw new IllegalStateException();
    }
  }

  static int chained() {
    return new Constructors().plain;
  }

  static boolean branching() {
    return new Derived(true).outer != null && new Derived(false).outer != null;
  }

  static int inner() {
    return new Constructors(1).new Inner().sum();
  }

  static void failing() {
    new Failing();
  }

  static Object noDup() {
    new Constructors(1);
    return new Constructors[] {new Constructors(2)};
  }

  static String ofTheJdk() {
    return new ArrayList<>(0) + " " + new AtomicLong() + " " + new File("/");
  }
}
