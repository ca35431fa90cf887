package io.racedet.junit.agent.model;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.provider.Arguments;

/** What threads learn through files and their existence. */
abstract class FileEdgesTestCase extends EdgesTestCase {
  /** What a program does with its files. */
  interface Use {
    void of(Path file, Path other) throws Exception;
  }

  /** Two empty files of a directory. */
  static Arguments twoFiles(String name, Use use) {
    return paths(
        name,
        "",
        (file, other) -> {
          Files.createFile(other);
          use.of(file, other);
        });
  }

  /** An empty file of a directory, and a path there at which none is; both may come and go. */
  static Arguments paths(String name, String suffix, Use use) {
    return edge(
        name,
        () -> {
          Path directory = Files.createTempDirectory("racedet");
          Path file = Files.createFile(directory.resolve("file" + suffix));
          Path none = directory.resolve("none" + suffix);
          try {
            use.of(file, none);
          } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(none);
            Files.delete(directory);
          }
        });
  }

  /** Jars are read by class loaders, which is no hand-over of the program. */
  static Arguments jars(String name, Use use) {
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
}
