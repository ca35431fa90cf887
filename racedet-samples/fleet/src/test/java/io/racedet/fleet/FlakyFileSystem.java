package io.racedet.fleet;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;

/**
 * The files of this machine under another scheme, as on a cluster. With {@link #FAILS} the first
 * two attempts of a task end in the middle of its work when it opens a file whose name contains
 * {@code victim}.
 */
public final class FlakyFileSystem extends OtherFileSystem {
  static final String SCHEME = "flaky";
  static final String FAILS = "racedet.test.fails";

  private static final int FAILED_ATTEMPTS = 2;

  @Override
  public String getScheme() {
    return SCHEME;
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
