package io.racedet.junit.results;

import io.racedet.junit.owners.CodeOwners;
import io.racedet.report.Finding;
import io.racedet.report.Frame;
import io.racedet.report.GoneRace;
import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import io.racedet.report.Standing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who owns the source files of a project. Not thread-safe. */
public final class Ownership {
  private final Sources sources;
  private final CodeOwners owners;

  private Ownership(Sources sources, CodeOwners owners) {
    this.sources = sources;
    this.owners = owners;
  }

  /**
   * Finds the sources and the owners of the project that the tests belong to.
   *
   * @throws IOException if they cannot be read
   */
  public static Ownership of(Path module) throws IOException {
    SourceFolders folders = new SourceFolders(module);
    return new Ownership(folders.find(), CodeOwners.read(folders.repository()));
  }

  /**
   * The same for who asks for owners only: where no file has one, the sources are not looked for.
   *
   * @throws IOException if they cannot be read
   */
  public static Ownership ofOwnersOnly(Path module) throws IOException {
    SourceFolders folders = new SourceFolders(module);
    CodeOwners owners = CodeOwners.read(folders.repository());
    return new Ownership(owners.isEmpty() ? Sources.NONE : folders.find(), owners);
  }

  Sources sources() {
    return sources;
  }

  /**
   * Returns the owners of the files of some frames, each once; none for files that are not in the
   * project.
   */
  public List<String> of(List<Frame> frames) {
    Set<String> all = new LinkedHashSet<>();
    for (Frame frame : frames) {
      Optional<String> path = sources.file(frame);
      path.ifPresent(file -> all.addAll(owners.of(file)));
    }
    return List.copyOf(all);
  }

  /** The same report with the owners of each race, and with warnings on lines of CODEOWNERS. */
  RunReport applyTo(RunReport report) {
    List<String> warnings = new ArrayList<>(report.warnings());
    warnings.addAll(owners.problems());
    List<Finding> owned = new ArrayList<>();
    for (Finding finding : report.findings()) {
      Standing standing = finding.standing().withOwners(of(finding.places()));
      owned.add(finding.with(finding.history().with(standing)));
    }
    return RunReport.of(report.version(), report.tests(), owned, warnings)
        .withGone(
            report.gone().stream()
                .map(gone -> new GoneRace(gone.race(), of(gone.race().places())))
                .toList());
  }
}
