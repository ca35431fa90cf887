package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JDK keeps collections of its own, under its own locks, for what threads share. */
@RaceFree
@Tag(JdkPrograms.IMPLEMENTED)
class InnerStateTest extends JdkPrograms {
  private static final int ENTRIES = 4;
  private static final URI IMAGE = URI.create("jrt:/");

  @TempDir private static Path directory;

  /** Numbers the files. */
  private static int turn;

  /** Each thread works on data of its own. */
  private static void both(Step step) throws InterruptedException {
    Cell[] own = cells(2);
    inParallel(() -> around(own[0], step), () -> around(own[1], step));
  }

  private static void around(Cell own, Step step) throws Exception {
    own.add();
    step.run();
    own.add();
  }

  enum Color {
    RED,
    GREEN
  }

  enum Size {
    SMALL,
    LARGE
  }

  /** Defines an enum anew, so that its constants have not been looked up yet. */
  private static final class Fresh extends ClassLoader {
    @SuppressWarnings("unchecked")
    Class<Color> color() throws IOException {
      String name = Color.class.getName();
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return (Class<Color>) defineClass(name, bytes, 0, bytes.length);
      }
    }
  }

  @Test
  void enumConstant_byName() throws Exception {
    Class<Color> fresh = new Fresh().color();
    both(
        () -> {
          Size.valueOf("SMALL");
          Enum.valueOf(fresh, "GREEN");
        });
  }

  @Test
  void deleteOnExit_ofTwoFiles() throws Exception {
    int first = turn;
    turn += 2;
    inParallel(
        () -> new File("no such file " + first).deleteOnExit(),
        () -> new File("no such file " + (first + 1)).deleteOnExit());
  }

  @Test
  void fileDescriptor_ofSeveralStreams() throws Exception {
    Path file = directory.resolve("descriptor");
    try (FileOutputStream out = new FileOutputStream(file.toFile())) {
      both(() -> new FileOutputStream(out.getFD()).write(1));
    }
  }

  @Test
  void contentType_ofTwoFiles() throws Exception {
    both(() -> Files.probeContentType(Path.of("a.txt")));
  }

  @Test
  void lines_ofAFile() throws Exception {
    Path file = Files.writeString(directory.resolve("lines"), "a\nb\n");
    both(
        () -> {
          try (Stream<String> lines = Files.lines(file)) {
            lines.count();
          }
        });
  }

  private static FileSystem zip() throws IOException {
    URI file = directory.resolve("archive" + turn++ + ".zip").toUri();
    return FileSystems.newFileSystem(URI.create("jar:" + file), Map.of("create", "true"));
  }

  @Test
  void zipFileSystem_readByTwo() throws Exception {
    Path file = directory.resolve("read.zip");
    Files.deleteIfExists(file);
    try (FileSystem zip =
        FileSystems.newFileSystem(URI.create("jar:" + file.toUri()), Map.of("create", "true"))) {
      for (int i = 0; i < ENTRIES; i++) {
        Files.writeString(zip.getPath("/" + i), "x".repeat(5000));
      }
    }
    try (FileSystem zip = FileSystems.newFileSystem(file)) {
      both(
          () -> {
            for (int i = 0; i < ENTRIES; i++) {
              Files.readString(zip.getPath("/" + i));
            }
          });
    }
  }

  @Test
  void zipFileSystem_writtenByTwo() throws Exception {
    try (FileSystem zip = zip()) {
      both(
          () -> {
            for (int i = 0; i < ENTRIES; i++) {
              Files.writeString(zip.getPath("/" + i + Thread.currentThread().getName()), "abc");
            }
          });
    }
    Files.delete(directory.resolve("archive" + (turn - 1) + ".zip"));
  }

  @Test
  void runtimeImage_readByTwo() throws Exception {
    both(
        () -> {
          try (FileSystem image = FileSystems.newFileSystem(IMAGE, Map.of());
              Stream<Path> root = Files.list(image.getPath("/"));
              Stream<Path> classes =
                  Files.list(image.getPath("/modules/java.base/java/lang/ref"))) {
            root.count();
            Files.readAllBytes(classes.findFirst().orElseThrow());
          }
        });
  }

  /** These run the code of the caller under the lock of the properties. */
  @Test
  @Tag(PROMISED)
  void properties_codeOfTheCaller() throws Exception {
    Properties properties = new Properties();
    properties.put("k", 1);
    Cell cell = new Cell();
    Step step =
        () -> {
          properties.compute("k", (k, v) -> cell.add());
          properties.computeIfPresent("k", (k, v) -> cell.add());
          properties.merge("k", 1, (a, b) -> cell.add());
          properties.forEach((k, v) -> cell.add());
          properties.replaceAll((k, v) -> cell.add());
          synchronized (properties) {
            cell.add();
          }
        };
    inParallel(step, step);
  }
}
