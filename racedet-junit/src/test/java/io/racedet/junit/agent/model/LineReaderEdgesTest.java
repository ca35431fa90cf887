package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.calling;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.io.LineNumberReader;
import java.io.Reader;
import java.lang.invoke.MethodType;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** A reader of lines calls methods of its subclass under its lock. */
class LineReaderEdgesTest extends EdgesTestCase {
  private static final MethodType SKIP = MethodType.methodType(long.class, long.class);

  /** Counts its calls, and does not call the method of its superclass, which has the same lock. */
  private static final class Lines extends LineNumberReader {
    private final Cell calls;

    Lines(Cell calls) {
      super(Reader.nullReader());
      this.calls = calls;
    }

    @Override
    public int read(char[] chars, int from, int length) {
      calls.data++;
      return length;
    }
  }

  /** The calls are those of a library: unknown ones on one object would be ordered. */
  private static Arguments skips(String name, boolean ofOne) {
    return edge(
        name,
        () -> {
          Cell calls = new Cell();
          Lines first = new Lines(calls);
          Lines second = ofOne ? first : new Lines(calls);
          Runnable skipFirst = calling(LineNumberReader.class, "skip", SKIP, first, 1L);
          Runnable skipSecond = calling(LineNumberReader.class, "skip", SKIP, second, 1L);
          inParallel(
              () -> {
                skipFirst.run();
                whisper("skipped");
              },
              () -> {
                hear("skipped");
                skipSecond.run();
              });
        });
  }

  static Stream<Arguments> edges() {
    return Stream.of(skips("skip twice", true));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(skips("skip of two readers", false));
  }
}
