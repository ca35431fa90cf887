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
          });
    } catch (RaceFoundError found) {
      System.out.println(found.getMessage());
    }
  }
}
