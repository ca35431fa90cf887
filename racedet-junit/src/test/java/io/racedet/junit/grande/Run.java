package io.racedet.junit.grande;

import java.nio.file.Path;

/**
 * A program that is to be run in a process of its own.
 *
 * @param program the program
 * @param mode how it is run
 * @param jar its classes
 * @param reports the folder for what the process prints and reports
 */
record Run(Program program, Mode mode, Path jar, Path reports) {
  /** The file of what the process prints. */
  Path printed() {
    return reports.resolve("output.txt");
  }
}
