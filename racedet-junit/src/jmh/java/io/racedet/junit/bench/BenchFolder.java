package io.racedet.junit.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for the files of a benchmark. */
record BenchFolder(Path path) {
  static BenchFolder create() throws IOException {
    return new BenchFolder(Files.createTempDirectory("racedet-bench"));
  }

  /** Removes it, with all that is in it. */
  void delete() throws IOException {
    List<Path> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(path)) {
      files.sorted(Comparator.reverseOrder()).forEach(all::add);
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }
}
