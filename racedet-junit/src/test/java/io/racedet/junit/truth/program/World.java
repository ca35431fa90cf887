package io.racedet.junit.truth.program;

/** The objects that the threads of one run share. */
final class World {
  /** The outcome for results that are told apart no further. */
  static final int OTHER = 99;

  /** The objects under test, by the number that the draft has given them. */
  final Object[] objects;

  /** Elements and keys: an object of its own for each number. */
  final Item[] items = new Item[16];

  /** The objects of the run that is not over. */
  private static World current;

  World(int objects) {
    current = this;
    this.objects = new Object[objects];
    for (int i = 0; i < items.length; i++) {
      items[i] = new Item(i);
    }
  }

  /** Its run is over. */
  static void over() {
    current = null;
  }

  /** Whether its run is over, as threads that outlive it may find out. */
  boolean isOver() {
    return current != this;
  }

  @SuppressWarnings("unchecked")
  <T> T get(int object) {
    return (T) objects[object];
  }

  /** The outcome for what a call has returned. */
  static int outcome(Object result) {
    if (result instanceof Item item) {
      return 1 + item.number;
    }
    return result == null ? 0 : result instanceof Boolean yes ? (yes ? 1 : 2) : OTHER;
  }
}
