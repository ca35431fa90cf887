package io.racedet.junit.grande;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Measures the programs, each in processes of its own, and prints a table. Ends with status 1 if a
 * program did not end, or computed something wrong.
 *
 * <p>{@code racedet.grande} is the folder of the programs, {@code racedet.grande.programs} and
 * {@code racedet.grande.modes} select some, {@code racedet.grande.warmups} and {@code
 * racedet.grande.runs} are how often each is run, {@code racedet.grande.jvm} further options of
 * their JVMs, which may set racedet's, too.
 */
final class WholePrograms {
  private static final String FOLDER = "racedet.grande";

  private WholePrograms() {}

  /**
   * Runs all.
   *
   * @param args the folder for what the processes print and report
   */
  public static void main(String[] args) throws Exception {
    String folder = property(FOLDER, "");
    if (folder.isEmpty()) {
      System.out.println("No whole programs: -D" + FOLDER + "= names no folder of their jars.");
      return;
    }
    ProgramJvm jvm =
        new ProgramJvm(
            Path.of(folder).toAbsolutePath(),
            Path.of(args[0]).toAbsolutePath(),
            list("jvm", " ", "", flag -> flag),
            new Effort(number("warmups", "4"), number("runs", "5"), number("seconds", "120")));
    List<Measurement> measured = new ArrayList<>();
    for (Program program : list("programs", ",", names(Program.values()), Program::of)) {
      for (Mode mode : list("modes", ",", names(Mode.values()), Mode::of)) {
        Measurement one = jvm.run(program, mode);
        System.out.println(one.line());
        measured.add(one);
      }
    }
    System.out.printf("%n%s", new Table(measured).text());
    boolean isRight = measured.stream().noneMatch(one -> one.outcome() == Outcome.FAILED);
    System.exit(isRight ? 0 : 1);
  }

  private static String names(Enum<?>[] values) {
    return String.join(",", Arrays.stream(values).map(Enum::name).toList());
  }

  private static int number(String name, String unset) {
    return Integer.parseInt(property(FOLDER + '.' + name, unset));
  }

  private static <T> List<T> list(
      String name, String separator, String all, Function<String, T> element) {
    return Arrays.stream(property(FOLDER + '.' + name, all).split(separator))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .map(element)
        .toList();
  }

  /* Maven passes an option that is not set as an empty text. */
  private static String property(String key, String unset) {
    String value = System.getProperty(key, "");
    return value.isEmpty() ? unset : value;
  }
}
