package io.racedet.junit.agent.subjects;

/** Copies by {@code clone}: of an object, by super and not, and of arrays. */
public class Clones implements Cloneable {
  int value = 2;

  private Clones bySuper() throws CloneNotSupportedException {
    return (Clones) super.clone();
  }

  private Clones byClass() throws CloneNotSupportedException {
    return (Clones) clone();
  }

  static int copies() throws CloneNotSupportedException {
    Clones original = new Clones();
    long[] array = {3};
    return original.bySuper().value + original.byClass().value + (int) array.clone()[0];
  }
}
