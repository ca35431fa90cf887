package io.racedet.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that replaces an existing one, or is created, only when it is complete. */
public final class WholeFile {
  /** Writes the file to a temporary path. */
  @FunctionalInterface
  public interface Writing {
    void to(Path path) throws IOException;
  }

  private WholeFile() {}

  /**
   * Writes a file.
   *
   * @throws IOException if it cannot be written; the temporary file is deleted then
   */
  public static void write(Path file, String ending, Writing writing) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(file + ": is a directory (expected: a file)");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      writing.to(file); // a pipe or a device, which must not be replaced
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
