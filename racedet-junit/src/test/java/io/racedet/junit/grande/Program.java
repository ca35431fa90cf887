package io.racedet.junit.grande;

import java.util.List;
import java.util.Locale;

/** The programs, with their smallest size of data. */
enum Program {
  CRYPT("JGFCryptBenchSizeA"),
  LUFACT("JGFLUFactBenchSizeA"),
  MOLDYN("JGFMolDynBenchSizeA"),
  MONTECARLO("JGFMonteCarloBenchSizeA"),
  RAYTRACER("JGFRayTracerBenchSizeA", "raytracer.JGFRayTracerBench", "checksum1"),
  SERIES("JGFSeriesBenchSizeA"),
  SOR("JGFSORBenchSizeA", "sor.SOR", "Gtotal");

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
