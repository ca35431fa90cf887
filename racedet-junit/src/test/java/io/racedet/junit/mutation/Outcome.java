package io.racedet.junit.mutation;

/**
 * What became of a mutant.
 *
 * @param programs how many have run with it
 * @param killer the program that failed, or the reason for which none has run
 */
record Outcome(Mutant mutant, Status status, int programs, long millis, String killer) {
  enum Status {
    KILLED,
    /** No program failed. */
    SURVIVED,
    /** No program calls the methods of the line. */
    UNCOVERED,
    /** It is not a model of this JDK. */
    INVALID,
    /** It weaves what the model or an earlier mutant of the line weaves. */
    EQUIVALENT
  }

  boolean isSurvivor() {
    return status == Status.SURVIVED || status == Status.UNCOVERED;
  }

  boolean isTried() {
    return status == Status.KILLED || isSurvivor();
  }

  String row() {
    return String.join("\t", status.name(), "" + programs, "" + millis, killer);
  }

  static Outcome ofRow(Mutant mutant, String row) {
    String[] parts = row.split("\t", -1);
    return new Outcome(
        mutant,
        Status.valueOf(parts[0]),
        Integer.parseInt(parts[1]),
        Long.parseLong(parts[2]),
        parts[3]);
  }
}
