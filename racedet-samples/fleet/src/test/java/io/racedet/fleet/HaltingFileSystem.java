package io.racedet.fleet;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/**
 * The files of this machine under another scheme. The first process that opens a file whose name
 * contains {@code victim} ends at once, as if it were killed.
 */
public final class HaltingFileSystem extends OtherFileSystem {
  static final String SCHEME = "halting";

  /** The setting that names a file, which tells that a process has ended. */
  static final String MARK = "racedet.test.mark";

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    if (file.getName().contains("victim")) {
      try {
        Files.createFile(java.nio.file.Path.of(getConf().get(MARK)));
        Runtime.getRuntime().halt(137);
      } catch (FileAlreadyExistsException e) {
        // another process has ended
      }
    }
    return super.open(file, bufferSize);
  }
}
