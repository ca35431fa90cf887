package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;

/** What a file system in a zip file keeps for the next call is its own, and orders nothing. */
class ZipFileSystemEdgesTest extends EdgesTestCase {
  private static final String TEXT = "x".repeat(5000);
  private static final AtomicInteger WRITTEN = new AtomicInteger();

  @TempDir private static Path directory;
  private static FileSystem zip;

  /** Closes it once, so that its file can be read compressed. */
  @BeforeAll
  static void open() throws IOException {
    Path file = directory.resolve("archive.zip");
    URI uri = URI.create("jar:" + file.toUri());
    try (FileSystem created = FileSystems.newFileSystem(uri, Map.of("create", "true"))) {
      Files.writeString(created.getPath("/read"), TEXT);
    }
    zip = FileSystems.newFileSystem(file);
    Files.writeString(zip.getPath("/loaded"), Files.readString(zip.getPath("/read")));
  }

  @AfterAll
  static void close() throws IOException {
    zip.close();
  }

  private static AutoCloseable input() throws IOException {
    return Files.newInputStream(zip.getPath("/read"));
  }

  private static AutoCloseable output() throws IOException {
    return Files.newOutputStream(zip.getPath("/written" + WRITTEN.incrementAndGet()));
  }

  private static void close(AutoCloseable stream) {
    Programs.run(stream::close);
  }

  /** The second thread opens and closes its stream after the first one has done so. */
  private static Arguments overlapping(String name, Programs.Source<AutoCloseable> opening) {
    return Arguments.of(
        name,
        (Recorded.Program)
            () ->
                inParallel(
                    () -> {
                      AutoCloseable stream = Programs.get(opening);
                      whisper("first is open");
                      hear("second is open");
                      close(stream);
                      whisper("first is closed");
                    },
                    () -> {
                      hear("first is open");
                      AutoCloseable stream = Programs.get(opening);
                      whisper("second is open");
                      hear("first is closed");
                      close(stream);
                    }),
        false);
  }

  static Stream<Arguments> edges() {
    return Stream.of(
        overlapping("read", ZipFileSystemEdgesTest::input),
        overlapping("write", ZipFileSystemEdgesTest::output));
  }

  private static void read() {
    Programs.run(() -> Files.readString(zip.getPath("/read")));
  }

  /** Each thread changes a cell after its call. */
  private static Arguments beside(String name, Step call) {
    return edge(
        name,
        () -> {
          Cell cell = new Cell();
          inParallel(
              () -> {
                call.run();
                cell.data = 1;
                whisper("done");
                hear("end");
              },
              () -> {
                hear("done");
                call.run();
                cell.data++;
                whisper("end");
              });
        });
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(beside("read, and afterwards", ZipFileSystemEdgesTest::read));
  }
}
