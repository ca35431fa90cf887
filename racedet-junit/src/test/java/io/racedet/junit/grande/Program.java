package io.racedet.junit.grande;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The programs, with their smallest size of data. */
enum Program {
  CRYPT("JGFCryptBenchSizeA"),
  LUFACT("JGFLUFactBenchSizeA"),
  MOLDYN("JGFMolDynBenchSizeA"),
  MONTECARLO("JGFMonteCarloBenchSizeA"),
  RAYTRACER("JGFRayTracerBenchSizeA", "raytracer.JGFRayTracerBench", "checksum1"),
  SERIES("JGFSeriesBenchSizeA"),
  SOR("JGFSORBenchSizeA", "sor.SOR", "Gtotal");

  private static final String WRONG = "failed";

  private final String mainClass;
  private final String classOfSum;
  private final String sum;

  Program(String mainClass) {
    this(mainClass, "", "");
  }

  Program(String mainClass, String classOfSum, String sum) {
    this.mainClass = mainClass;
    this.classOfSum = classOfSum;
    this.sum = sum;
  }

  /** The program with a name. */
  static Program of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Its name in the property, and that of its folder. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  String mainClass() {
    return mainClass;
  }

  /** The packages of the program, without the unnamed one, which has its main class. */
  List<String> packages() {
    return List.of(text(), "jgfutil");
  }

  /**
   * The line of what a program prints that says that its result is wrong; empty if there is none.
   * The programs compare their results with the right ones, and say no more than that.
   */
  static Optional<String> failure(String printed) {
    return printed.lines().filter(line -> line.contains(WRONG)).findFirst();
  }

  /**
   * Prepares the next run: a program that is made to run once adds to the sum that it compares at
   * its end.
   */
  void reset() throws ReflectiveOperationException {
    if (!sum.isEmpty()) {
      // A byte is converted to the type of the field.
      Class.forName(classOfSum).getField(sum).setByte(null, (byte) 0);
    }
  }
}
