package io.racedet.mutation;

import org.pitest.mutationtest.DetectionStatus;
import org.pitest.mutationtest.MutationResult;

/**
 * What became of a mutant.
 *
 * @param key names the mutant without its line
 * @param status pitest's status
 * @param line the line of the source
 * @param killer the test that failed, or an empty text
 */
record Outcome(String key, String status, int line, String killer) {
  private static final String TAB = "\t";

  static Outcome of(MutationResult result) {
    return new Outcome(
        result.getDetails().getDescription(),
        result.getStatus().name(),
        result.getDetails().getLineNumber(),
        result.getKillingTest().orElse(""));
  }

  static Outcome parse(String row) {
    String[] cells = row.split(TAB, -1);
    return new Outcome(cells[0], cells[1], Integer.parseInt(cells[2]), cells[3]);
  }

  String row() {
    return String.join(TAB, key, status, String.valueOf(line), killer);
  }

  /** The package of the mutant, without the prefix. */
  String packageName() {
    return key.replaceFirst("\\.[A-Z].*$", "");
  }

  boolean killed() {
    return DetectionStatus.valueOf(status).isDetected();
  }
}
