package io.racedet.junit.results;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;

/** Tells why files could not be written, without their paths, which are those of one machine. */
public final class IoFailure {
  private IoFailure() {}

  /**
   * Returns what a report may say of a failure.
   *
   * @param failure what was thrown
   * @return its kind, and its reason if that names no file
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
