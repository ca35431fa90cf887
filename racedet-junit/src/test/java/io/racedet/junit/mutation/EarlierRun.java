package io.racedet.junit.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Mutants that need not be tried again, because an earlier run has killed them, or has found that
 * there is nothing to kill. The programs must not have changed since, other than by new ones.
 */
final class EarlierRun {
  /** Outcomes by key and text of the mutants. */
  private final Map<String, String> rows;

  private EarlierRun(Map<String, String> rows) {
    this.rows = rows;
  }

  /**
   * Reads what runs have found.
   *
   * @param directories their files, separated by commas; may be empty
   */
  static EarlierRun of(String directories) throws IOException {
    Map<String, String> rows = new HashMap<>();
    for (String directory : directories.isEmpty() ? new String[0] : directories.split(",")) {
      List<String> mutants = Files.readAllLines(Path.of(directory, "mutants"));
      List<String> outcomes = Files.readAllLines(Path.of(directory, "outcomes"));
      for (int i = 0; i < outcomes.size(); i++) {
        Mutant mutant = Mutant.ofRow(mutants.get(i));
        if (!Outcome.ofRow(mutant, outcomes.get(i)).isSurvivor()) {
          rows.put(mutant.identity(), outcomes.get(i));
        }
      }
    }
    return new EarlierRun(rows);
  }

  List<Mutant> survivorsOf(List<Mutant> mutants) {
    return mutants.stream().filter(mutant -> !rows.containsKey(mutant.identity())).toList();
  }

  /** All outcomes, from those of the survivors. */
  List<Outcome> merged(List<Mutant> mutants, List<Outcome> tried) {
    Iterator<Outcome> next = tried.iterator();
    List<Outcome> outcomes = new ArrayList<>();
    for (Mutant mutant : mutants) {
      String row = rows.get(mutant.identity());
      outcomes.add(row == null ? next.next() : Outcome.ofRow(mutant, row));
    }
    return outcomes;
  }
}
