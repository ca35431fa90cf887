package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/** Elements of objects other than arrays are separate variables, and are named as elements. */
class ElementNamesTest {
  /** A list with a field of its own, whose id must not be taken for an index. */
  private static final class CountingList extends ArrayList<String> {
    private static final long serialVersionUID = 1;
    private int count;

    void count() {
      count++;
    }
  }

  @Test
  void elementOfList_isNamedByIndex() {
    List<String> list = new ArrayList<>(List.of("a", "b"));
    Recorded recorded = Recorded.run(getClass(), () -> Programs.both(() -> list.set(1, "c")));
    assertThat(recorded.races()).containsExactly("ArrayList[1]");
  }

  @Test
  void elementsOfList_areNotItsFields() {
    CountingList list = new CountingList();
    for (int i = 0; i < 10_000; i++) {
      list.add("a");
    }
    Programs.Step setAll =
        () -> {
          for (int i = 0; i < list.size(); i++) {
            list.set(i, "b");
          }
        };
    Recorded recorded = Recorded.run(getClass(), () -> Programs.inParallel(setAll, list::count));
    assertThat(recorded.races()).isEmpty();
  }

  @Test
  void elementOfAtomicArray_isNamedByIndex() {
    AtomicIntegerArray array = new AtomicIntegerArray(3);
    Recorded recorded = Recorded.run(getClass(), () -> Programs.both(() -> array.set(2, 1)));
    assertThat(recorded.events())
        .anyMatch(event -> event.endsWith("SYNC_WRITE AtomicIntegerArray[2]"));
  }
}
