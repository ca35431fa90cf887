package io.racedet.junit.baseline;

import io.racedet.report.RaceKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * Where accepted races are listed.
 *
 * @param named whether a setting names it, so that it must exist
 */
public record BaselineSource(Path file, boolean named, boolean write) {
  /** The file that is read if no setting names another. */
  public static final BaselineSource DEFAULT =
      new BaselineSource(Path.of("racedet-baseline.txt"), false, false);

  /**
   * Adds a line for each race and deadlock that is not listed yet, with a placeholder for its
   * reason; returns those.
   *
   * @throws IOException if the file cannot be written
   */
  public List<RaceKey> add(Collection<RaceKey> races) throws IOException {
    return BaselineFile.add(file, races);
  }
}
