package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What is computed for a class is handed over to those that ask for the same one. */
class ClassValueEdgesTest extends EdgesTestCase {
  private static final class Names extends ClassValue<StringBuilder> {
    @Override
    protected StringBuilder computeValue(Class<?> type) {
      return new StringBuilder(type.getName());
    }
  }

  private static Arguments asked(String name, Class<?> first, Class<?> second) {
    return edge(
        name,
        () -> {
          Names names = new Names();
          handOver(
              () -> {
                names.get(first);
                whisper("computed");
              },
              () -> {
                hear("computed");
                names.get(second);
              });
        });
  }

  static Stream<Arguments> edges() {
    return Stream.of(
        asked("the same class", String.class, String.class),
        edge(
            "a class whose values two threads remove",
            () -> {
              Names names = new Names();
              Programs.Cell cell = new Programs.Cell();
              Programs.inParallel(
                  () -> {
                    names.remove(String.class);
                    cell.data = 1;
                    whisper("removed");
                  },
                  () -> {
                    hear("removed");
                    names.remove(String.class);
                  });
              cell.data++;
            }));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        asked("another class", String.class, Integer.class),
        edge(
            "values of a class that are removed",
            () -> {
              Names first = new Names();
              Names second = new Names();
              handOver(
                  () -> {
                    first.remove(String.class);
                    whisper("removed");
                  },
                  () -> {
                    hear("removed");
                    second.remove(String.class);
                  });
            }));
  }
}
