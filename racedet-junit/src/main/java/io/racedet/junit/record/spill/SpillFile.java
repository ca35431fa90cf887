package io.racedet.junit.record.spill;

import io.racedet.junit.record.merge.LogCursor;
import io.racedet.junit.record.merge.RecordSink;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The merged records of one recording, in a file of limited size. Not thread-safe.
 *
 * <p>Uses one byte for a record that was predicted correctly, and a few for most others.
 */
public final class SpillFile implements AutoCloseable {
  private static final String SUFFIX = ".spill";
  private static final String TEMPORARY = "racedet-recording-";

  private final Path path;
  private final RandomAccessFile file;
  private final SpillWriter writer;
  private final long mostBytes;
  private boolean complete = true;
  private IOException problem; // null for none

  SpillFile(Path path, RandomAccessFile file, long mostBytes) {
    this.path = path;
    this.file = file;
    this.mostBytes = mostBytes;
    this.writer = new SpillWriter(file);
  }

  /**
   * Creates the file; records beyond its largest size are left out. If nothing can be created in
   * the folder, the file is in that for temporary files.
   */
  public static SpillFile create(Path folder, long mostBytes) throws IOException {
    Path path = newFile(folder);
    try {
      return new SpillFile(path, new RandomAccessFile(path.toFile(), "rw"), mostBytes);
    } catch (IOException e) {
      Files.deleteIfExists(path);
      throw e;
    }
  }

  /*
   * Where the records are kept makes no difference to what is found, so that nothing is to be said
   * if they are among the temporary files. If the whole folder of the report cannot be written, that
   * is said of the report itself, with the reason; without the file, its races would have no details
   * on the console either.
   */
  private static Path newFile(Path folder) throws IOException {
    try {
      Files.createDirectories(folder);
      return Files.createTempFile(folder, "recording-", SUFFIX);
    } catch (IOException elsewhere) {
      return Files.createTempFile(TEMPORARY, SUFFIX);
    }
  }

  /**
   * Appends a record; false if the file is too large, or the disk is full, now or before: this
   * record is the last.
   */
  public boolean write(LogCursor at) {
    if (complete) {
      try {
        writer.write(at);
        complete = writer.length() <= mostBytes;
      } catch (IOException e) {
        problem = new IOException(e.getMessage() + ", in the folder " + folder(), e);
        complete = false;
      }
    }
    return complete;
  }

  /* Without the rest of its path, which is specific to one machine. */
  private String folder() {
    return path.getFileName().toString().startsWith(TEMPORARY) ? "for temporary files" : "spill";
  }

  /** Why the file takes no more, although it is not too large; empty if it does. */
  public Optional<IOException> problem() {
    return Optional.ofNullable(problem);
  }

  /** How many bytes the records have. */
  public long length() {
    return writer.length();
  }

  /** Sends all records in their order, until the sink returns false. */
  public void replay(RecordSink sink) throws IOException {
    SpillReader reader = new SpillReader(file, writer);
    LogCursor at = new LogCursor();
    while (reader.next(at)) {
      if (!sink.record(at)) {
        return;
      }
    }
  }

  /** Closes and deletes the file. */
  @Override
  public void close() throws IOException {
    try {
      file.close();
    } finally {
      Files.deleteIfExists(path);
    }
  }
}
