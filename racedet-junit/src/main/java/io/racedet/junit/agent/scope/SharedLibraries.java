package io.racedet.junit.agent.scope;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The libraries that racedet uses itself, where one class loader serves racedet and the code under
 * test. Their classes are woven once woven code refers to the library: before, only racedet runs
 * them, and a JVM loads more than two hundred of them for that. Those that synchronise are always
 * woven, so that nothing is missed where the first reference comes late. Thread-safe.
 */
final class SharedLibraries {
  private final List<Library> libraries =
      List.of(
          new Library("it/unimi/dsi/fastutil/", "\\$Synchronized|/io/"),
          new Library(
              "com/fasterxml/jackson/core/",
              "/(JsonPointer|SerializedString|MergedStream|FftMultiplier|InternCache|"
                  + "ThreadLocalBufferManager)$"));

  private static final class Library {
    final String prefix;
    final Pattern synchronising; // found in the names of its classes that do

    volatile boolean isUsed;

    Library(String prefix, String synchronising) {
      this.prefix = prefix;
      this.synchronising = Pattern.compile(synchronising);
    }

    boolean contains(String name) {
      return name.startsWith(prefix);
    }
  }

  /** Whether only racedet uses a class so far; its loader may be null. */
  boolean isOwn(ClassLoader loader, String name) {
    for (Library library : libraries) {
      if (library.contains(name)) {
        return !library.isUsed
            && !library.synchronising.matcher(name).find()
            && loader == SharedLibraries.class.getClassLoader();
      }
    }
    return false;
  }

  /** Notes what a class refers to that is going to be woven. */
  void woven(String name, byte[] classFile) {
    String constants = null;
    for (Library library : libraries) {
      if (!library.isUsed && !library.contains(name)) {
        constants =
            constants == null ? new String(classFile, StandardCharsets.ISO_8859_1) : constants;
        if (constants.contains(library.prefix)) {
          library.isUsed = true; // for good: other threads weave, too
        }
      }
    }
  }

  /** How many of them woven code refers to. */
  int used() {
    int used = 0;
    for (Library library : libraries) {
      used += library.isUsed ? 1 : 0;
    }
    return used;
  }
}
