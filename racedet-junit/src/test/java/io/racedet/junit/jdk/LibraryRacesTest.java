package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Races beside code of a library: sections without it may be exchanged with others. */
@ExpectRace
class LibraryRacesTest extends JdkPrograms {
  private static final int LATER = 1000;

  private final Object lock = new Object();
  private final Object other = new Object();
  private final List<Integer> list = new IntArrayList();

  private void addUnder(Object monitor) {
    synchronized (monitor) {
      list.add(1);
    }
  }

  private void emptySection() {
    synchronized (lock) {
      spin(1);
    }
  }

  @Test
  void sectionsWithoutLibrary() throws Exception {
    Cell cell = new Cell();
    inParallel(
        () -> {
          cell.add();
          emptySection();
          addUnder(other);
        },
        () -> {
          pause(LATER);
          emptySection();
          cell.add();
        });
  }
}
