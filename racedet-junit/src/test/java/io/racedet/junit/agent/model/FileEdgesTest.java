package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.handOverMeanwhile;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What threads learn through streams of files and of processes. */
class FileEdgesTest extends FileEdgesTestCase {
  private interface UseOfStreams {
    void of(OutputStream out, InputStream in) throws Exception;
  }

  private static Arguments streams(String name, UseOfStreams use) {
    return twoFiles(
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

  private interface UseOfFiles {
    void of(RandomAccessFile out, RandomAccessFile in) throws Exception;
  }

  private static Arguments randomAccess(String name, UseOfFiles use) {
    return twoFiles(
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
            randomAccess(),
            Stream.of(
                twoFiles(
                    "strings",
                    (file, other) ->
                        inTurn(
                            () -> Files.writeString(file, "hello"), () -> Files.readString(file))),
                twoFiles("the end of a pipe", (file, other) -> namedPipe(file.getParent())),
                edge("a process", FileEdgesTest::throughProcess),
                edge("the end of a process", FileEdgesTest::endOfProcess)))
        .flatMap(rows -> rows);
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
        twoFiles(
            "another file",
            (file, other) ->
                inTurn(() -> Files.writeString(file, "hello"), () -> Files.readString(other))),
        twoFiles(
            "read, written again",
            (file, other) ->
                inTurn(() -> Files.readString(file), () -> Files.writeString(file, "hello"))),
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
