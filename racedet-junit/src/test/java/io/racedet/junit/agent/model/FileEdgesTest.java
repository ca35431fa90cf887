package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.handOverMeanwhile;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.Channels;
import java.nio.channels.CompletionHandler;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What threads learn through files, and through the streams of a process. */
class FileEdgesTest extends EdgesTestCase {
  private interface Use {
    void of(Path file, Path other) throws Exception;
  }

  /** Two empty files of a directory. */
  private static Arguments files(String name, Use use) {
    return edge(
        name,
        () -> {
          Path directory = Files.createTempDirectory("racedet");
          Path file = Files.createFile(directory.resolve("file"));
          Path other = Files.createFile(directory.resolve("other"));
          try {
            use.of(file, other);
          } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(other);
            Files.delete(directory);
          }
        });
  }

  private interface UseOfStreams {
    void of(OutputStream out, InputStream in) throws Exception;
  }

  private static Arguments streams(String name, UseOfStreams use) {
    return files(
        "streams" + name,
        (file, other) -> {
          try (OutputStream out = new FileOutputStream(file.toFile());
              InputStream in = new FileInputStream(file.toFile())) {
            use.of(out, in);
          }
        });
  }

  private static Stream<Arguments> streams() {
    return Stream.of(
        streams(
            "",
            (out, in) ->
                handOverMeanwhile(() -> out.write(1), () -> untilTrue(() -> in.read() > 0))),
        streams(
            " of arrays",
            (out, in) ->
                handOverMeanwhile(
                    () -> out.write(new byte[1]), () -> untilTrue(() -> in.read(new byte[1]) > 0))),
        streams(
            " of parts of arrays",
            (out, in) ->
                handOverMeanwhile(
                    () -> out.write(new byte[2], 1, 1),
                    () -> untilTrue(() -> in.read(new byte[2], 1, 1) > 0))),
        streams(
            ", available",
            (out, in) ->
                handOverMeanwhile(() -> out.write(1), () -> untilTrue(() -> in.available() > 0))));
  }

  private interface UseOfChannels {
    void of(FileChannel out, FileChannel in) throws Exception;
  }

  private static Arguments channels(String name, UseOfChannels use) {
    return files(
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
        files(
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
        channels(", to a channel of the program", FileEdgesTest::transfer));
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

  private interface UseOfFiles {
    void of(RandomAccessFile out, RandomAccessFile in) throws Exception;
  }

  private static Arguments randomAccess(String name, UseOfFiles use) {
    return files(
        "random access" + name,
        (file, other) -> {
          try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw");
              RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            use.of(out, in);
          }
        });
  }

  private static Stream<Arguments> randomAccess() {
    return Stream.of(
        randomAccess(
            "",
            (out, in) ->
                handOverMeanwhile(() -> out.write(1), () -> untilTrue(() -> in.read() > 0))),
        randomAccess(
            ", arrays",
            (out, in) ->
                handOverMeanwhile(
                    () -> out.write(new byte[1]), () -> untilTrue(() -> in.read(new byte[1]) > 0))),
        randomAccess(
            ", parts of arrays",
            (out, in) ->
                handOverMeanwhile(
                    () -> out.write(new byte[2], 1, 1),
                    () -> untilTrue(() -> in.read(new byte[2], 1, 1) > 0))));
  }

  private interface UseOfAsynchronousChannel {
    void of(AsynchronousFileChannel channel, RandomAccessFile other) throws Exception;
  }

  private static Arguments asynchronous(String name, UseOfAsynchronousChannel use) {
    return files(
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
        asynchronous(", read by a handler", FileEdgesTest::handle));
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
    return files(
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

  private static void throughProcess() throws Exception {
    Process process = new ProcessBuilder("cat").start();
    InputStream in = process.getInputStream();
    OutputStream out = process.getOutputStream();
    handOver(
        () -> {
          out.write(1);
          out.close();
        },
        in::read);
    process.waitFor();
  }

  private static void endOfProcess() throws Exception {
    Process process = new ProcessBuilder("cat").start();
    InputStream in = process.getInputStream();
    handOver(process.getOutputStream()::close, () -> check(in.read() < 0));
    process.waitFor();
  }

  /** A pipe that has a name, whose end a reader finds: that of a file is not seen. */
  private static void namedPipe(Path directory) throws Exception {
    Path path = directory.resolve("pipe");
    check(new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0);
    RandomAccessFile bothEnds = new RandomAccessFile(path.toFile(), "rw");
    try (OutputStream out = new FileOutputStream(path.toFile());
        InputStream in = new FileInputStream(path.toFile())) {
      bothEnds.close();
      handOver(out::close, () -> check(in.read() < 0));
    } finally {
      Files.delete(path);
    }
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            streams(),
            channels(),
            randomAccess(),
            asynchronous(),
            mapped(),
            Stream.of(
                files(
                    "strings",
                    (file, other) ->
                        inTurn(
                            () -> Files.writeString(file, "hello"), () -> Files.readString(file))),
                files("the end of a pipe", (file, other) -> namedPipe(file.getParent())),
                edge("a process", FileEdgesTest::throughProcess),
                edge("the end of a process", FileEdgesTest::endOfProcess)))
        .flatMap(rows -> rows);
  }

  /** Jars are read by class loaders, which is no hand-over of the program. */
  private static Arguments jars(String name, Use use) {
    return edge(
        "a jar, " + name,
        () -> {
          Path file = Files.createTempFile("racedet", ".jar");
          try {
            use.of(file, file);
          } finally {
            Files.delete(file);
          }
        });
  }

  /** A process that lives on: the JDK reads the output of one that has ended itself. */
  private static void console() throws Exception {
    Process process = new ProcessBuilder("cat").start();
    OutputStream console = new FileOutputStream(FileDescriptor.out);
    inTurn(
        () -> console.write(new byte[0]),
        () -> {
          OutputStream out = process.getOutputStream();
          out.write(1);
          out.flush();
          check(process.getInputStream().read() == 1);
        });
    process.getOutputStream().close();
    process.waitFor();
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        files(
            "another file",
            (file, other) ->
                inTurn(() -> Files.writeString(file, "hello"), () -> Files.readString(other))),
        files(
            "read, written again",
            (file, other) ->
                inTurn(() -> Files.readString(file), () -> Files.writeString(file, "hello"))),
        asynchronous(
            ", only read",
            (channel, other) ->
                inTurn(
                    () -> channel.read(ByteBuffer.allocate(1), 0), () -> other.read(new byte[1]))),
        mapped(
            ", only loaded",
            (channel, memory) -> inTurn(memory::load, () -> channel.read(ByteBuffer.allocate(1)))),
        files(
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
            "opened by a channel",
            (file, same) -> {
              try (OutputStream out = new FileOutputStream(file.toFile())) {
                inTurn(() -> out.write(1), () -> Files.newByteChannel(file).close());
              }
            }),
        jars(
            "a stream",
            (file, same) -> {
              try (OutputStream out = new FileOutputStream(file.toFile());
                  InputStream in = new FileInputStream(file.toFile())) {
                inTurn(() -> out.write(1), () -> check(in.read() == 1));
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
            }),
        jars(
            "random access",
            (file, same) -> {
              try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw");
                  RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
                inTurn(() -> out.write(1), () -> check(in.read() == 1));
              }
            }),
        jars(
            "a stream, opened",
            (file, same) ->
                inTurn(
                    () -> Files.writeString(file, "hello"),
                    () -> new FileInputStream(file.toFile()).close())),
        jars(
            "random access, opened",
            (file, same) ->
                inTurn(
                    () -> Files.writeString(file, "hello"),
                    () -> new RandomAccessFile(file.toFile(), "r").close())),
        edge("the console, a process", FileEdgesTest::console));
  }
}
