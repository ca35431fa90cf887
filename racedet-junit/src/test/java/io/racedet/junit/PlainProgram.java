package io.racedet.junit;

/** What {@link PlainProgramTest} runs without any test framework. */
final class PlainProgram {
  private int balance;

  private PlainProgram() {}

  public static void main(String[] arguments) {
    int[] runs = new int[1];
    try {
      RaceCheck.check(
          () -> {
            PlainProgram account = new PlainProgram();
            RaceCheck.inParallel(() -> account.balance++, () -> account.balance++);
            exit(arguments, ++runs[0]);
          });
    } catch (RaceFoundError found) {
      System.out.println(found.getMessage());
    }
  }

  private static void exit(String[] arguments, int run) throws InterruptedException {
    String how = arguments.length == 0 ? "" : arguments[0];
    if (how.equals("exit") || how.equals("exitLater") && run > 1) {
      System.exit(3);
    } else if (how.equals("exitInAThread")) {
      Thread other = new Thread(() -> Runtime.getRuntime().exit(3));
      other.start();
      other.join();
    }
  }
}
