package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.inTurn;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
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

  private static Arguments streams() {
    return files(
        "streams",
        (file, other) -> {
          try (OutputStream out = new FileOutputStream(file.toFile());
              InputStream in = new FileInputStream(file.toFile())) {
            inTurn(() -> out.write(1), in::read);
          }
        });
  }

  private static Arguments streamsOfArrays() {
    return files(
        "streams, several bytes",
        (file, other) -> {
          try (OutputStream out = new FileOutputStream(file.toFile());
              InputStream in = new FileInputStream(file.toFile())) {
            inTurn(() -> out.write(new byte[1]), () -> in.read(new byte[1]));
          }
        });
  }

  private static Arguments channels() {
    return files(
        "channels",
        (file, other) -> {
          try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE);
              FileChannel in = FileChannel.open(file)) {
            inTurn(() -> out.write(ByteBuffer.allocate(1)), () -> in.read(ByteBuffer.allocate(1)));
          }
        });
  }

  private static Arguments positions() {
    return files(
        "positions of channels",
        (file, other) -> {
          try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE);
              FileChannel in = FileChannel.open(file)) {
            inTurn(
                () -> out.write(ByteBuffer.allocate(1), 2),
                () -> in.read(ByteBuffer.allocate(1), 2));
          }
        });
  }

  private static Arguments sizes() {
    return files(
        "sizes of channels",
        (file, other) -> {
          try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE);
              FileChannel in = FileChannel.open(file)) {
            inTurn(() -> out.write(ByteBuffer.allocate(1)), () -> check(in.size() == 1));
          }
        });
  }

  private static Arguments randomAccess() {
    return files(
        "random access",
        (file, other) -> {
          try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw");
              RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            inTurn(() -> out.writeInt(5), in::readInt);
          }
        });
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

  static Stream<Arguments> edges() {
    return Stream.of(
        streams(),
        streamsOfArrays(),
        channels(),
        positions(),
        sizes(),
        randomAccess(),
        files(
            "strings",
            (file, other) ->
                inTurn(() -> Files.writeString(file, "hello"), () -> Files.readString(file))),
        files(
            "grown",
            (file, other) ->
                inTurn(() -> Files.writeString(file, "hello"), () -> check(Files.size(file) == 5))),
        edge("a process", FileEdgesTest::throughProcess));
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
                inTurn(() -> Files.readString(file), () -> Files.writeString(file, "hello"))));
  }
}
