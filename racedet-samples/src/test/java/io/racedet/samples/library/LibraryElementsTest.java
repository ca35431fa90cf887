package io.racedet.samples.library;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFree;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import kotlin.collections.AbstractMutableList;
import kotlin.collections.ArrayDeque;
import org.eclipse.collections.impl.list.fixed.ArrayAdapter;
import org.eclipse.collections.impl.list.mutable.FastList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Elements of lists of libraries that are not instrumented, and of arrays in them. */
class LibraryElementsTest {
  static List<List<Object>> lists() {
    return List.of(
        new ArrayDeque<>(List.of("a", "b")),
        new FastList<>(List.of("a", "b")),
        new CircularList(),
        ArrayAdapter.adapt("a", "b"));
  }

  @ParameterizedTest
  @MethodSource("lists")
  @RaceFree(repetitions = 4)
  void elements_setByOneThreadEach_doNotRace(List<Object> list) {
    RaceCheck.inParallel(() -> list.set(0, "c"), () -> list.set(1, "d"));
  }

  @ParameterizedTest
  @MethodSource("lists")
  @ExpectRace
  void element_setByTwoThreads_races(List<Object> list) {
    RaceCheck.inParallel(() -> list.set(0, "c"), () -> list.set(0, "d"));
  }

  /** A list of the program that extends one of a library. */
  private static final class CircularList extends AbstractMutableList<Object> {
    private final Object[] elements = {"a", "b"};

    @Override
    public int getSize() {
      return elements.length;
    }

    @Override
    public Object get(int index) {
      return elements[index % elements.length];
    }

    @Override
    public Object set(int index, Object element) {
      Object before = get(index);
      elements[index % elements.length] = element;
      return before;
    }

    @Override
    public void add(int index, Object element) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Object removeAt(int index) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  @ExpectRace
  void arrayOfTheProgram_wrappedByList_races() {
    int[] array = {1, 2};
    IntArrayList list = IntArrayList.wrap(array);
    RaceCheck.inParallel(() -> list.set(1, 3), () -> array[1]++);
  }

  @Test
  @RaceFree(repetitions = 4)
  void arrayOfTheProgram_wrappedByList_otherElement_doesNotRace() {
    int[] array = {1, 2};
    IntArrayList list = IntArrayList.wrap(array);
    RaceCheck.inParallel(() -> list.set(1, 3), () -> array[0]++);
  }
}
