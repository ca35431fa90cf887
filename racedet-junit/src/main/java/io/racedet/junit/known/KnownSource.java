package io.racedet.junit.known;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where known races are listed, and what that decides.
 *
 * @param file the file; empty if none is in use
 * @param write whether what is found is added to it
 */
public record KnownSource(Optional<Path> file, boolean write, Gate gate) {
  /** The file that is used if no setting names another. */
  public static final Path DEFAULT_FILE = Path.of("racedet-known.json");

  /** No file is in use. */
  public static final KnownSource UNUSED = new KnownSource(Optional.empty(), false, Gate.ALL);

  /**
   * Returns the source if no setting names a file: the default file is in use if it exists, or if
   * the gate needs one. Otherwise a project that has not asked for it would find a file in its
   * repository.
   */
  public static KnownSource unnamed(Gate gate) {
    return gate == Gate.NEW || Files.exists(DEFAULT_FILE)
        ? new KnownSource(Optional.of(DEFAULT_FILE), true, gate)
        : UNUSED;
  }
}
