package io.racedet.junit.results;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;

/**
 * Describes why files could not be written, without their paths, which are specific to one machine.
 */
public final class IoFailure {
  private IoFailure() {}

  /**
   * Returns the exception class of a failure for a report, and its message unless that may name a
   * file.
   */
  public static String text(IOException failure) {
    String kind = failure.getClass().getSimpleName();
    if (failure instanceof FileSystemException named) {
      return named.getReason() == null ? kind : kind + ": " + named.getReason();
    }
    boolean mayNameFile = failure instanceof FileNotFoundException || failure.getMessage() == null;
    return mayNameFile ? kind : kind + ": " + failure.getMessage();
  }
}
