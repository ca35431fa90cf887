package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.fails;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.io.Closeable;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.UncheckedIOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Pipes of bytes and of characters: threads that wait at one end, and what a call in vain tells.
 */
class PipeEdgesTest extends EdgesTestCase {
  private static final int SIZE = 2;

  /** A pipe for {@value #SIZE} bytes or characters. */
  private interface Pipe {
    /** The end for readers, whose monitor is that of the pipe. */
    Closeable in();

    int read() throws IOException;

    void write() throws IOException;

    /** Writes one more than there is room for, in one call. */
    void overfill() throws IOException;

    /** Wakes up a reader. */
    void flush() throws IOException;

    boolean isReady() throws IOException;

    void closeReader() throws IOException;

    void closeWriter() throws IOException;

    default void fill() throws IOException {
      for (int i = 0; i < SIZE; i++) {
        write();
      }
    }

    default void readSome(int number) throws IOException {
      for (int i = 0; i < number; i++) {
        read();
      }
    }
  }

  private record Bytes(PipedInputStream in, PipedOutputStream out) implements Pipe {
    static Pipe make() throws IOException {
      PipedInputStream in = new PipedInputStream(SIZE);
      return new Bytes(in, new PipedOutputStream(in));
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public void write() throws IOException {
      out.write(1);
    }

    @Override
    public void overfill() throws IOException {
      out.write(new byte[SIZE + 1]);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public boolean isReady() throws IOException {
      return in.available() > 0;
    }

    @Override
    public void closeReader() throws IOException {
      in.close();
    }

    @Override
    public void closeWriter() throws IOException {
      out.close();
    }
  }

  private record Chars(PipedReader in, PipedWriter out) implements Pipe {
    static Pipe make() throws IOException {
      PipedReader in = new PipedReader(SIZE);
      return new Chars(in, new PipedWriter(in));
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public void write() throws IOException {
      out.write('x');
    }

    @Override
    public void overfill() throws IOException {
      out.write(new char[SIZE + 1]);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public boolean isReady() throws IOException {
      return in.ready();
    }

    @Override
    public void closeReader() throws IOException {
      in.close();
    }

    @Override
    public void closeWriter() throws IOException {
      out.close();
    }
  }

  private interface Use {
    void of(Pipe pipe, Cell cell) throws Exception;
  }

  private static Stream<Arguments> pipes(String name, Use use) {
    return Stream.of(
        edge("bytes: " + name, () -> use.of(Bytes.make(), new Cell())),
        edge("chars: " + name, () -> use.of(Chars.make(), new Cell())));
  }

  /** A thread waits at one end of a pipe when another one comes to the other end. */
  private static void whileWaiting(Step waiting, Step other) throws Exception {
    Thread thread = new Thread(() -> Programs.run(waiting));
    thread.start();
    untilTrue(() -> thread.getState() == Thread.State.TIMED_WAITING);
    other.run();
    thread.join();
  }

  /** The reader is closed, but its thread waits for the monitor when another one finds that out. */
  private static Arguments closing(String name, PipeStep step) {
    return edge(
        "bytes: a reader that closes, found by a " + name,
        () -> {
          PipedInputStream in = new PipedInputStream(SIZE);
          Pipe pipe = new Bytes(in, new PipedOutputStream(in));
          Cell cell = new Cell();
          Thread closing =
              new Thread(
                  () -> {
                    cell.data = 1;
                    Programs.run(pipe::closeReader);
                  });
          synchronized (in) {
            closing.start();
            untilTrue(() -> closing.getState() == Thread.State.BLOCKED);
            fails(() -> step.of(pipe));
            cell.data++;
          }
          closing.join();
        });
  }

  private interface PipeStep {
    void of(Pipe pipe) throws Exception;
  }

  private static void readWhatIsNotThere(Pipe pipe, Cell cell) throws Exception {
    whileWaiting(
        () -> {
          pipe.read();
          cell.data++;
        },
        () -> {
          cell.data = 1;
          pipe.write();
          pipe.flush();
        });
  }

  private static void writeWithoutRoom(Pipe pipe, Cell cell) throws Exception {
    pipe.fill();
    whileWaiting(
        () -> {
          pipe.write();
          cell.data++;
          pipe.flush();
        },
        () -> {
          cell.data = 1;
          pipe.readSome(SIZE + 1);
        });
  }

  private static void writeForOneThatWaits(Pipe pipe, Cell cell) throws Exception {
    whileWaiting(
        () -> {
          cell.data = 1;
          pipe.read();
        },
        () -> {
          pipe.write();
          cell.data++;
          pipe.flush();
        });
  }

  private static void readWhileOneWaits(Pipe pipe, Cell cell) throws Exception {
    pipe.fill();
    whileWaiting(
        () -> {
          cell.data = 1;
          pipe.write();
          pipe.flush();
        },
        () -> {
          pipe.read();
          cell.data++;
          pipe.readSome(SIZE);
        });
  }

  private static void writeMoreThanThereIsRoomFor(Pipe pipe, Cell cell) throws Exception {
    inParallel(
        () -> {
          cell.data = 1;
          pipe.overfill();
          pipe.flush();
        },
        () -> {
          pipe.read();
          cell.data++;
          pipe.readSome(SIZE);
        });
  }

  /** What is done after a call at one end is not ordered by the other end finding it alive. */
  private static void afterwards(Step first, Step second) {
    Cell cell = new Cell();
    inParallel(
        () -> {
          first.run();
          cell.data = 1;
          whisper("first");
          hear("second");
        },
        () -> {
          hear("first");
          second.run();
          cell.data++;
          whisper("second");
        });
  }

  private static void writeOnceConnected() {
    PipedInputStream in = new PipedInputStream();
    PipedOutputStream out = new PipedOutputStream();
    inTurn(() -> out.connect(in), () -> out.write(1));
  }

  private static boolean isReady(Pipe pipe) {
    try {
      return pipe.isReady();
    } catch (IOException unwanted) {
      throw new UncheckedIOException(unwanted);
    }
  }

  /** A reader that waits is left what the other one, which has the monitor, does not read. */
  private static void readWhatIsLeft(Pipe pipe, Cell cell) throws Exception {
    whileWaiting(
        () -> {
          pipe.read();
          cell.data++;
        },
        () -> {
          synchronized (pipe.in()) {
            pipe.fill();
            cell.data = 1;
            pipe.read();
          }
        });
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            pipes("a reader waits", PipeEdgesTest::readWhatIsNotThere),
            pipes("a writer waits", PipeEdgesTest::writeWithoutRoom),
            pipes("a reader waits, before that", PipeEdgesTest::writeForOneThatWaits),
            pipes("a writer waits, before that", PipeEdgesTest::readWhileOneWaits),
            pipes(
                    "room, flush",
                    (pipe, cell) -> {
                      pipe.fill();
                      inTurn(pipe::read, pipe::flush);
                    })
                .skip(1),
            pipes("a writer waits in the middle", PipeEdgesTest::writeMoreThanThereIsRoomFor),
            pipes(
                "a reader finds that another one has closed it",
                (pipe, cell) -> inTurn(pipe::closeReader, () -> fails(pipe::read))),
            pipes(
                    "a look finds that a reader has closed it",
                    (pipe, cell) -> inTurn(pipe::closeReader, () -> fails(pipe::isReady)))
                .skip(1),
            pipes(
                "a writer finds that another one has closed it",
                (pipe, cell) -> inTurn(pipe::closeWriter, () -> fails(pipe::write))),
            pipes(
                "what is left for a second reader",
                (pipe, cell) -> {
                  pipe.fill();
                  inTurn(pipe::read, pipe::read);
                }),
            pipes("a reader waits, another one does not", PipeEdgesTest::readWhatIsLeft),
            pipes(
                "what another reader has left",
                (pipe, cell) -> {
                  pipe.write();
                  inTurn(pipe::read, () -> untilTrue(() -> !isReady(pipe)));
                }),
            Stream.of(
                closing("write", Pipe::write),
                closing("read", Pipe::read),
                edge("bytes: a writer finds it connected", PipeEdgesTest::writeOnceConnected)))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
            pipes("the writer lives", (pipe, cell) -> afterwards(pipe::write, pipe::read)),
            pipes(
                "the writer lives, ready", (pipe, cell) -> afterwards(pipe::write, pipe::isReady)),
            pipes(
                "the reader lives",
                (pipe, cell) -> {
                  pipe.write();
                  afterwards(pipe::read, pipe::write);
                }))
        .flatMap(rows -> rows);
  }
}
