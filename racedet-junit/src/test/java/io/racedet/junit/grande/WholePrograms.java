package io.racedet.junit.grande;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Measures the programs, each in processes of its own, and prints a table, and another one of what
 * takes the time of those that are sampled. Ends with status 1 if a program did not end, or
 * computed something wrong.
 *
 * <p>{@code racedet.grande} is the folder of the programs, {@code racedet.grande.programs} and
 * {@code racedet.grande.modes} select some, {@code racedet.grande.warmups} and {@code
 * racedet.grande.runs} are how often each is run, {@code racedet.grande.jvm} further options of
 * their JVMs, which may set racedet's, too. {@code racedet.grande.roadrunner} is the folder of a
 * RoadRunner that is measured beside racedet.
 */
final class WholePrograms {
  private static final String FOLDER = "racedet.grande";
  private static final String ROAD_RUNNER = FOLDER + ".roadrunner";

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
    ProgramProcesses processes =
        new ProgramProcesses(Path.of(folder).toAbsolutePath(), Path.of(args[0]).toAbsolutePath());
    Map<Mode, Launcher> launchers = launchers();
    List<Measurement> measured = new ArrayList<>();
    for (Program program : list("programs", ",", names(List.of(Program.values())), Program::of)) {
      for (Mode mode : list("modes", ",", names(timed(launchers.keySet())), Mode::of)) {
        Measurement one =
            launchers.containsKey(mode)
                ? processes.run(program, mode, launchers.get(mode))
                : Measurement.failed(program, mode, "-D" + ROAD_RUNNER + "= names no folder");
        System.out.println(one.line());
        measured.add(one);
      }
    }
    print(measured);
    boolean isRight = measured.stream().noneMatch(one -> one.outcome() == Outcome.FAILED);
    System.exit(isRight ? 0 : 1);
  }

  /* Those that are run if none are named. */
  private static List<Mode> timed(Collection<Mode> modes) {
    return modes.stream().filter(mode -> !mode.isSplit()).toList();
  }

  private static void print(List<Measurement> measured) {
    List<Measurement> split = measured.stream().filter(one -> one.mode().isSplit()).toList();
    if (split.size() < measured.size()) {
      List<Measurement> timed = measured.stream().filter(one -> !one.mode().isSplit()).toList();
      System.out.printf("%n%s", new Table(timed).text());
    }
    if (!split.isEmpty()) {
      System.out.printf("%n%s", new SplitTable(split).text());
    }
  }

  private static Map<Mode, Launcher> launchers() {
    List<String> flags = list("jvm", " ", "", flag -> flag);
    Effort effort =
        new Effort(number("warmups", "4"), number("runs", "5"), number("seconds", "120"));
    Launcher jvm = new ProgramJvm(flags, effort);
    Map<Mode, Launcher> launchers = new EnumMap<>(Mode.class);
    EnumSet.complementOf(EnumSet.of(Mode.ROADRUNNER)).forEach(mode -> launchers.put(mode, jvm));
    String roadRunner = property(ROAD_RUNNER, "");
    if (!roadRunner.isEmpty()) {
      Path home = Path.of(roadRunner).toAbsolutePath();
      launchers.put(Mode.ROADRUNNER, new RoadRunner(home, flags, effort));
    }
    return launchers;
  }

  private static String names(Collection<? extends Enum<?>> values) {
    return String.join(",", values.stream().map(Enum::name).toList());
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
