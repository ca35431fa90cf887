package io.racedet.junit.mutation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change of one line of the model.
 *
 * @param number of the line
 * @param begin the line on whose programs it has an effect: itself, or that with which the entry
 *     begins
 * @param change what is changed
 * @param text the line after the change, empty if there is none
 */
record Mutant(
    int number,
    int begin,
    String section,
    String className,
    String methods,
    String change,
    String text) {
  /**
   * Whether it may matter in a call that is not recorded itself, because it is inside of another.
   */
  boolean isOfInnerCalls() {
    return Pattern.compile("always|open|silent|before |after |callback|deleted")
        .matcher(text + change)
        .find();
  }

  /** Whether it is the same effect at another place. */
  boolean isMove() {
    return Pattern.compile(" -> (at|before|after) ").matcher(change).find();
  }

  /** The method without which the line is, or null. */
  String missingMethod() {
    Matcher m = Pattern.compile("without (\\S.*\\))(?: @\\S+)?").matcher(change);
    return m.matches() ? m.group(1) : null;
  }

  /** Identifies the mutant in other versions of the model. */
  String key() {
    return className + " | " + methods + " | " + change;
  }

  /** Identifies the mutant in other versions of the model in which the line is the same. */
  String identity() {
    return key() + '\t' + text;
  }

  /** One line of a file. */
  String row() {
    return String.join("\t", "" + number, "" + begin, section, className, methods, change, text);
  }

  static Mutant ofRow(String row) {
    String[] parts = row.split("\t", -1);
    return new Mutant(
        Integer.parseInt(parts[0]),
        Integer.parseInt(parts[1]),
        parts[2],
        parts[3],
        parts[4],
        parts[5],
        parts[6]);
  }

  @Override
  public String toString() {
    return number + ": " + key();
  }
}
