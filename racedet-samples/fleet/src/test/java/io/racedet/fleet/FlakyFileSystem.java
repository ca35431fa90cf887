package io.racedet.fleet;

import java.io.IOException;
import java.net.URI;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.TaskContext;

/**
 * The files of this machine under another scheme, as on a cluster. With {@link #FAILS} the first
 * two attempts of a task end in the middle of its work when it opens a file whose name contains
 * {@code victim}.
 */
public final class FlakyFileSystem extends RawLocalFileSystem {
  static final String SCHEME = "flaky";
  static final String FAILS = "racedet.test.fails";

  private static final int FAILED_ATTEMPTS = 2;

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  /* Its superclass asks the file system "file" for owners, under which it does not find the files. */

  @Override
  public FileStatus getFileStatus(Path file) throws IOException {
    return plain(super.getFileStatus(file));
  }

  @Override
  public FileStatus[] listStatus(Path folder) throws IOException {
    return Stream.of(super.listStatus(folder))
        .map(FlakyFileSystem::plain)
        .toArray(FileStatus[]::new);
  }

  private static FileStatus plain(FileStatus file) {
    return new FileStatus(
        file.getLen(),
        file.isDirectory(),
        file.getReplication(),
        file.getBlockSize(),
        file.getModificationTime(),
        file.getPath());
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    TaskContext task = TaskContext.get();
    if (task != null
        && getConf().getBoolean(FAILS, false)
        && file.getName().contains("victim")
        && task.attemptNumber() < FAILED_ATTEMPTS) {
      throw new IllegalStateException("the machine is gone, attempt " + task.attemptNumber());
    }
    return super.open(file, bufferSize);
  }
}
