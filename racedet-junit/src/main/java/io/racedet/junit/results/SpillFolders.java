package io.racedet.junit.results;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where JVMs keep the records of long recordings: each in a folder of its own, which one that is
 * killed leaves behind.
 */
public final class SpillFolders {
  private static final String NAME = "spill";

  private final Path all;
  private final ProcessIdentity self;

  /** Those in the folder of a report. */
  public SpillFolders(Path output) {
    this(output, ProcessIdentity.current());
  }

  SpillFolders(Path output, ProcessIdentity self) {
    this.all = output.resolve(NAME);
    this.self = self;
  }

  /** The folder of this JVM, which may not exist yet. */
  public Path own() {
    return all.resolve(self.text());
  }

  /** Removes that of this JVM, in which no recording is in progress. */
  void removeOwn() throws IOException {
    EarlierRuns.removeTree(own());
  }

  /** Removes those of JVMs that are not alive any more. */
  void removeThoseLeftBehind() throws IOException {
    if (!Files.isDirectory(all)) {
      return;
    }
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(all)) {
      for (Path folder : folders) {
        Optional<ProcessIdentity> jvm = ProcessIdentity.parse(folder.getFileName().toString());
        if (jvm.isPresent() && !jvm.get().isAlive()) {
          EarlierRuns.removeTree(folder);
        }
      }
    }
  }
}
