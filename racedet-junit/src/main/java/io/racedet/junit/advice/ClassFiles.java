package io.racedet.junit.advice;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Finds the class files of the code under test. */
@FunctionalInterface
public interface ClassFiles {
  /** Finds none. */
  ClassFiles NONE = className -> Optional.empty();

  /** Returns the class file of a class, by its binary name; empty if it cannot be read. */
  Optional<byte[]> of(String className);

  /** Finds those that a class loader finds, each once. */
  static ClassFiles of(ClassLoader loader) {
    Map<String, Optional<byte[]>> read = new ConcurrentHashMap<>();
    return className -> read.computeIfAbsent(className, name -> read(loader, name));
  }

  private static Optional<byte[]> read(ClassLoader loader, String className) {
    try (InputStream in = loader.getResourceAsStream(className.replace('.', '/') + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException unreadable) {
      return Optional.empty(); // the advice is then a general one
    }
  }
}
