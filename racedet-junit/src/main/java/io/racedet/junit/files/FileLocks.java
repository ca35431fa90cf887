package io.racedet.junit.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Excludes the other threads and processes that want the same. Thread-safe. */
public final class FileLocks {
  private FileLocks() {}

  /** An action that may fail to read or write a file. */
  @FunctionalInterface
  public interface Action {
    /** Runs it, under the lock. */
    void run() throws IOException;
  }

  /**
   * Runs an action while no other one with the same lock runs.
   *
   * @param lock a file whose content does not matter; it is created, and stays, since another
   *     process may be about to lock it
   */
  public static void with(Path lock, Action action) throws IOException {
    // The file lock excludes other processes; threads of this one would get an exception from it.
    synchronized (FileLocks.class) {
      try (FileChannel channel =
              FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock held = channel.lock()) {
        if (held.isValid()) {
          action.run();
        }
      }
    }
  }
}
