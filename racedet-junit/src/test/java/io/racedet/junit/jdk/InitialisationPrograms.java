package io.racedet.junit.jdk;

import java.util.function.IntSupplier;

/** Programs whose classes are initialised in each repetition. */
abstract class InitialisationPrograms extends JdkPrograms {
  /** Three threads run a program that has just been loaded. */
  static void run(Class<? extends IntSupplier> program) throws Exception {
    IntSupplier fresh = OwnLoader.fresh(program);
    Step step = fresh::getAsInt;
    inParallel(step, step, step);
  }
}
