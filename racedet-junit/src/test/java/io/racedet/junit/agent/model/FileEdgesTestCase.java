package io.racedet.junit.agent.model;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.provider.Arguments;

/** What threads learn through files, which are empty when a program begins. */
abstract class FileEdgesTestCase extends EdgesTestCase {
  /** What a program does with its files. */
  interface Use {
    void of(Path file, Path other) throws Exception;
  }

  /** Two empty files of a directory. */
  static Arguments files(String name, Use use) {
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
