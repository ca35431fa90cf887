package io.racedet.junit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A signal from one thread to another that orders nothing that racedet knows of: whether a file may
 * be executed. That it exists, and what is in it, would order them.
 */
public final class UnseenSignal {
  private UnseenSignal() {}

  /** Raises the signal that a file stands for, which does not exist yet. */
  public static void raise(File file) {
    try {
      if (!file.createNewFile() || !file.setExecutable(true)) {
        throw new IllegalStateException(file + " exists, or cannot be made executable");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether it is raised; looking for it has no events. */
  public static boolean isRaised(File file) {
    return file.canExecute();
  }
}
