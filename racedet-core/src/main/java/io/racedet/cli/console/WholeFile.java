package io.racedet.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that appears, in place of one there may be, when it is complete. */
public final class WholeFile {
  /** Writes the file, under the name that it has meanwhile. */
  @FunctionalInterface
  public interface Writing {
    void to(Path path) throws IOException;
  }

  private WholeFile() {}

  /**
   * Writes a file.
   *
   * @param ending what the name of the unfinished file ends in
   * @throws IOException when it cannot be written; then nothing of it is left
   */
  public static void write(Path file, String ending, Writing writing) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(file + ": is a directory (expected: a file)");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      writing.to(file); // a pipe or a device, which nothing must replace
      return;
    }
    writeBeside(Files.exists(file) ? file.toRealPath() : file, ending, writing);
  }

  private static void writeBeside(Path file, String ending, Writing writing) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder)) {
      throw new IOException(folder + ": no such directory");
    }
    Path part = file.resolveSibling("." + file.getFileName() + ".part" + ending);
    try {
      writing.to(part);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
