package io.racedet.junit.results;

import io.racedet.junit.files.SharedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The summary of a step of GitHub Actions, a file to which all commands of the step add Markdown.
 * Each run has one section: a JVM that finishes later writes it again in its place. Thread-safe.
 */
final class StepSummary {
  private static final String FILE = "GITHUB_STEP_SUMMARY";

  private final Path file;
  private final String begin;
  private final String end;

  /**
   * @param section names the section of a run, in letters, digits and hyphens
   */
  StepSummary(Path file, String section) {
    this.file = file;
    begin = "<!-- racedet begin " + section + " -->\n";
    end = "<!-- racedet end " + section + " -->\n";
  }

  /** The summary that the environment names; empty outside of GitHub Actions. */
  static Optional<StepSummary> of(Map<String, String> environment, String section) {
    return Optional.ofNullable(environment.get(FILE))
        .filter(name -> !name.isBlank())
        .map(name -> new StepSummary(Path.of(name), section));
  }

  /**
   * The address of the run's artifacts, with which the page is kept; empty if that is not known.
   */
  static Optional<String> artifacts(Map<String, String> environment) {
    String server = environment.getOrDefault("GITHUB_SERVER_URL", "");
    String repository = environment.getOrDefault("GITHUB_REPOSITORY", "");
    String run = environment.getOrDefault("GITHUB_RUN_ID", "");
    return server.isEmpty() || repository.isEmpty() || run.isEmpty()
        ? Optional.empty()
        : Optional.of(server + '/' + repository + "/actions/runs/" + run + "#artifacts");
  }

  /** Writes Markdown that ends with a line feed to the section; what others have written stays. */
  void write(String text) throws IOException {
    SharedText.edit(file, before -> with(before, text));
  }

  private String with(String before, String text) {
    String section = begin + text + end;
    int from = before.indexOf(begin);
    int to = before.indexOf(end, Math.max(0, from));
    if (from >= 0 && to >= 0) {
      return before.substring(0, from) + section + before.substring(to + end.length());
    }
    // A paragraph of another command ends with an empty line.
    String gap = before.isEmpty() ? "" : before.endsWith("\n") ? "\n" : "\n\n";
    return before + gap + section;
  }
}
