package io.racedet.junit.extension;

import java.util.stream.IntStream;

/** A variable that the threads of a test share without synchronisation. */
final class Cell {
  /** Its name in reports. */
  static final String DATA = "Cell.data";

  int data;

  static Cell[] several(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Cell()).toArray(Cell[]::new);
  }

  int add() {
    return ++data;
  }
}
