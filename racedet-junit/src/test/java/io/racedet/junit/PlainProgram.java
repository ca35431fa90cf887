package io.racedet.junit;

/** What {@link PlainProgramTest} runs without any test framework. */
final class PlainProgram {
  private int balance;

  private PlainProgram() {}

  public static void main(String[] arguments) {
    try {
      RaceCheck.check(
          () -> {
            PlainProgram account = new PlainProgram();
            RaceCheck.inParallel(() -> account.balance++, () -> account.balance++);
            exit(arguments);
          });
    } catch (RaceFoundError found) {
      System.out.println(found.getMessage());
    }
  }

  private static void exit(String[] how) throws InterruptedException {
    if (how.length > 0 && how[0].equals("exit")) {
      System.exit(3);
    } else if (how.length > 0) {
      Thread other = new Thread(() -> Runtime.getRuntime().exit(3));
      other.start();
      other.join();
    }
  }
}
