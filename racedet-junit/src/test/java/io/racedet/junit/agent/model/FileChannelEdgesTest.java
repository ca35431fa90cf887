package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOverMeanwhile;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.io.ByteArrayInputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.Channels;
import java.nio.channels.CompletionHandler;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What threads learn through channels of files, and through memory that is mapped by them. */
class FileChannelEdgesTest extends FileEdgesTestCase {
  private interface UseOfChannels {
    void of(FileChannel out, FileChannel in) throws Exception;
  }

  private static Arguments channels(String name, UseOfChannels use) {
    return twoFiles(
        "channels" + name,
        (file, other) -> {
          try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE);
              FileChannel in = FileChannel.open(file)) {
            use.of(out, in);
          }
        });
  }

  private static Stream<Arguments> channels() {
    return Stream.of(
        channels(
            "",
            (out, in) ->
                handOverMeanwhile(
                    () -> out.write(ByteBuffer.allocate(1)),
                    () -> untilTrue(() -> in.read(ByteBuffer.allocate(1)) > 0))),
        channels(
            ", positions",
            (out, in) ->
                handOverMeanwhile(
                    () -> out.write(ByteBuffer.allocate(1), 2),
                    () -> untilTrue(() -> in.read(ByteBuffer.allocate(1), 2) > 0))),
        channels(
            ", several buffers",
            (out, in) ->
                handOverMeanwhile(
                    () -> out.write(buffers()), () -> untilTrue(() -> in.read(buffers()) > 0))),
        channels(
            ", sizes",
            (out, in) ->
                handOverMeanwhile(
                    () -> out.write(ByteBuffer.allocate(1)),
                    () -> untilTrue(() -> in.size() == 1))),
        channels(
            ", cut off",
            (out, in) -> {
              out.write(ByteBuffer.allocate(1));
              handOverMeanwhile(() -> out.truncate(0), () -> untilTrue(() -> in.size() == 0));
            }),
        channels(
            ", from a stream",
            (out, in) ->
                handOverMeanwhile(
                    () ->
                        out.transferFrom(
                            Channels.newChannel(new ByteArrayInputStream(new byte[1])), 0, 1),
                    () -> untilTrue(() -> in.size() == 1))),
        twoFiles(
            "channels, from another file",
            (file, other) -> {
              Files.write(other, new byte[1]);
              try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE);
                  FileChannel in = FileChannel.open(file);
                  FileChannel source = FileChannel.open(other)) {
                handOverMeanwhile(
                    () -> out.transferFrom(source, 0, 1), () -> untilTrue(() -> in.size() == 1));
              }
            }),
        channels(", to a channel of the program", FileChannelEdgesTest::transfer));
  }

  /** The channel sees what was done before the file was written. */
  private static void transfer(FileChannel out, FileChannel in) {
    Cell cell = new Cell();
    inParallel(
        () -> {
          cell.data = 1;
          out.write(ByteBuffer.allocate(1));
          whisper("written");
          hear("transferred");
        },
        () -> {
          hear("written");
          in.transferTo(0, 1, new CellChannel(cell));
          whisper("transferred");
        });
  }

  /** Takes whatever is written to it. */
  private record CellChannel(Cell cell) implements WritableByteChannel {
    @Override
    public int write(ByteBuffer bytes) {
      cell.data++;
      int size = bytes.remaining();
      bytes.position(bytes.limit());
      return size;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  private static ByteBuffer[] buffers() {
    return new ByteBuffer[] {ByteBuffer.allocate(1)};
  }

  private interface UseOfAsynchronousChannel {
    void of(AsynchronousFileChannel channel, RandomAccessFile other) throws Exception;
  }

  private static Arguments asynchronous(String name, UseOfAsynchronousChannel use) {
    return twoFiles(
        "asynchronous channel" + name,
        (file, unused) -> {
          try (AsynchronousFileChannel channel =
                  AsynchronousFileChannel.open(
                      file, StandardOpenOption.READ, StandardOpenOption.WRITE);
              RandomAccessFile other = new RandomAccessFile(file.toFile(), "rw")) {
            channel.read(ByteBuffer.allocate(1), 0).get(); // starts the thread that reads
            use.of(channel, other);
          }
        });
  }

  private static Stream<Arguments> asynchronous() {
    return Stream.of(
        asynchronous(
            "",
            (channel, other) ->
                handOverMeanwhile(
                    () -> channel.write(ByteBuffer.allocate(1), 0),
                    () -> untilTrue(() -> other.read(new byte[1]) > 0))),
        asynchronous(
            ", cut off",
            (channel, other) -> {
              other.write(new byte[2]);
              handOverMeanwhile(
                  () -> channel.truncate(1),
                  () -> {
                    untilTrue(() -> other.length() == 1);
                    other.seek(0);
                    other.read(new byte[1]);
                  });
            }),
        asynchronous(
            ", sizes",
            (channel, other) ->
                handOverMeanwhile(
                    () -> other.write(1), () -> untilTrue(() -> channel.size() == 1))),
        asynchronous(
            ", read",
            (channel, other) ->
                handOverMeanwhile(
                    () -> other.write(1),
                    () -> untilTrue(() -> channel.read(ByteBuffer.allocate(1), 0).get() > 0))),
        asynchronous(", read by a handler", FileChannelEdgesTest::handle));
  }

  /** The handler sees what was done before the file was written; nobody waits for it. */
  private static void handle(AsynchronousFileChannel channel, RandomAccessFile out) {
    Cell cell = new Cell();
    inParallel(
        () -> {
          hear("waiting");
          cell.data = 1;
          out.write(1);
          whisper("written");
          hear("handled");
        },
        () -> {
          whisper("waiting");
          hear("written");
          channel.read(ByteBuffer.allocate(1), 0, cell, new CellHandler());
        });
  }

  /** Touches the cell that is attached. */
  private static final class CellHandler implements CompletionHandler<Integer, Cell> {
    @Override
    public void completed(Integer result, Cell attached) {
      attached.data++;
      whisper("handled");
    }

    @Override
    public void failed(Throwable failure, Cell attached) {
      throw new AssertionError(failure);
    }
  }

  private interface UseOfMemory {
    void of(FileChannel channel, MappedByteBuffer memory) throws Exception;
  }

  private static Arguments mapped(String name, UseOfMemory use) {
    return twoFiles(
        "mapped memory" + name,
        (file, other) -> {
          try (FileChannel channel =
              FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            use.of(channel, channel.map(FileChannel.MapMode.READ_WRITE, 0, 1));
          }
        });
  }

  private static Stream<Arguments> mapped() {
    ByteBuffer one = ByteBuffer.wrap(new byte[] {1});
    return Stream.of(
        mapped(
            ", written",
            (channel, memory) -> inTurn(memory::force, () -> channel.read(ByteBuffer.allocate(1)))),
        mapped(
            ", a part written",
            (channel, memory) ->
                inTurn(() -> memory.force(0, 1), () -> channel.read(ByteBuffer.allocate(1)))),
        mapped(
            ", loaded",
            (channel, memory) -> inTurn(() -> channel.write(one.duplicate()), memory::load)),
        mapped(
            ", of another object",
            (channel, memory) ->
                inTurn(
                    memory::force, () -> channel.map(FileChannel.MapMode.READ_ONLY, 0, 1).get())));
  }

  static Stream<Arguments> edges() {
    return Stream.of(channels(), asynchronous(), mapped()).flatMap(rows -> rows);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        asynchronous(
            ", only read",
            (channel, other) ->
                inTurn(
                    () -> channel.read(ByteBuffer.allocate(1), 0), () -> other.read(new byte[1]))),
        mapped(
            ", only loaded",
            (channel, memory) -> inTurn(memory::load, () -> channel.read(ByteBuffer.allocate(1)))),
        twoFiles(
            "mapped memory of another file",
            (file, other) -> {
              try (FileChannel channel =
                      FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                  FileChannel of =
                      FileChannel.open(other, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                MappedByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, 1);
                MappedByteBuffer same = of.map(FileChannel.MapMode.READ_WRITE, 0, 1);
                inTurn(memory::force, same::load); // of equal contents
              }
            }),
        jars(
            "a channel",
            (file, same) -> {
              try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE);
                  FileChannel in = FileChannel.open(file)) {
                inTurn(() -> out.write(ByteBuffer.allocate(1)), () -> check(in.size() == 1));
              }
            }),
        jars(
            "transferred",
            (file, same) -> {
              try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE);
                  FileChannel in = FileChannel.open(file)) {
                inTurn(
                    () -> out.write(ByteBuffer.allocate(1)),
                    () -> in.transferTo(0, 1, new CellChannel(new Cell())));
              }
            }));
  }
}
