package io.racedet.junit.results;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/** The results that earlier runs have left behind. */
final class EarlierRuns {
  private final Path parts;
  private final String current;

  /**
   * @param parts the folder that contains one folder per run
   * @param current the name of the current run's folder
   */
  EarlierRuns(Path parts, String current) {
    this.parts = parts;
    this.current = current;
  }

  /** Removes the results of runs none of whose JVMs is alive. */
  void remove() throws IOException {
    List<Path> runs;
    try (Stream<Path> folders = Files.list(parts)) {
      runs = folders.filter(run -> !run.getFileName().toString().equals(current)).toList();
    }
    for (Path run : runs) {
      PartStore store = new PartStore(run, ProcessIdentity.current());
      if (store.unfinished().stream().noneMatch(jvm -> jvm.process().isAlive())) {
        removeTree(run);
      }
    }
  }

  static void removeTree(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
