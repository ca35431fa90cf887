package io.racedet.junit.files;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files atomically: a reader finds the whole file or none. */
public final class AtomicFile {
  /** How the name of a file ends that is not complete. */
  public static final String TEMPORARY = ".tmp";

  private AtomicFile() {}

  /** Writes the content of a file. */
  @FunctionalInterface
  public interface Content {
    /** Writes it; the stream is closed by the caller. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes a file in place of the one that is there. */
  public static void write(Path file, Content content) throws IOException {
    Path temporary = Files.createTempFile(file.toAbsolutePath().getParent(), "", TEMPORARY);
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(temporary))) {
        content.writeTo(out);
      }
      readableByOthers(temporary);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /**
   * Only the owner can read a temporary file; reports are also read by others, such as a CI agent.
   */
  private static void readableByOthers(Path file) {
    file.toFile().setReadable(true, false);
  }

  /** Writes a text in UTF-8 in place of the file that is there. */
  public static void write(Path file, String text) throws IOException {
    write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }
}
