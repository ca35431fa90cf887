package io.racedet.junit.jdk;

/** Programs whose code the JDK calls under a lock of its own. */
abstract class CallbackPrograms extends JdkPrograms {
  private static final int TIMES = 3;

  static void byTwo(Step step) throws Exception {
    Step often =
        () -> {
          for (int i = 0; i < TIMES; i++) {
            step.run();
          }
        };
    inParallel(often, often);
  }
}
