package io.racedet.mutation;

import io.racedet.oracle.TraceRuns;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pitest.mutationtest.config.PluginServices;
import org.pitest.mutationtest.config.ReportOptions;
import org.pitest.mutationtest.tooling.AnalysisResult;
import org.pitest.mutationtest.tooling.EntryPoint;
import org.pitest.testapi.TestGroupConfig;
import org.pitest.util.Glob;
import org.pitest.util.Verbosity;

/**
 * Mutates the areas that are named on the command line, or all, and fails where a mutant survives
 * that is not listed in {@code survivors.txt}, or where fewer than nine of ten are killed.
 */
public final class MutationRun {
  /** System property: patterns for the names of test classes, instead of those of the area. */
  private static final String TESTS = "racedet.mutate.tests";

  /** System property: how many mutants are tried at once. */
  private static final String THREADS = "racedet.mutate.threads";

  private static final int USUAL_THREADS = 2;
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final float TIMEOUT_FACTOR = 2;
  private static final int MIN_KILLED_PERCENT = 90;

  private final Path module;
  private final Survivors survivors;
  private final StringBuilder table = new StringBuilder();
  private final List<String> faults = new ArrayList<>();

  private MutationRun(Path module, Survivors survivors) {
    this.module = module;
    this.survivors = survivors;
  }

  /**
   * Runs one area after the other.
   *
   * @param arguments the folder of the module, then packages or classes with a comma between them
   */
  public static void main(String[] arguments) throws IOException {
    MutationRun run = new MutationRun(Path.of(arguments[0]), Survivors.ofFile());
    Map<Area, List<String>> targets = targets(arguments.length > 1 ? arguments[1] : "");
    targets.keySet().removeIf(area -> !area.isIn(run.module));
    if (targets.isEmpty()) {
      return; // another module has them
    }
    run.table.append(Outcomes.heading());
    for (Map.Entry<Area, List<String>> target : targets.entrySet()) {
      run.mutate(target.getKey(), target.getValue());
    }
    run.report();
    if (!run.faults.isEmpty()) {
      System.exit(1);
    }
  }

  /** The classes to mutate, by area. */
  private static Map<Area, List<String>> targets(String patterns) {
    Map<Area, List<String>> targets = new LinkedHashMap<>();
    if (patterns.isBlank()) {
      Area.all().forEach(area -> targets.put(area, area.classes()));
      return targets;
    }
    for (String pattern : patterns.split(",")) {
      Area area =
          Area.all().stream()
              .filter(a -> a.holds(pattern.strip()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "mutate: " + pattern + " (expected: a part of " + Area.all() + ")"));
      targets.computeIfAbsent(area, a -> new ArrayList<>()).add(pattern.strip());
    }
    return targets;
  }

  private void mutate(Area area, List<String> classes) throws IOException {
    Path reports = module.resolve("target/pit-reports").resolve(area.name());
    AnalysisResult result =
        new EntryPoint()
            .execute(
                module.toFile(),
                options(area, classes, reports),
                PluginServices.makeForContextLoader(),
                Map.of());
    if (result.getError().isPresent()) {
      throw new IllegalStateException(area.name(), result.getError().get());
    }
    Outcomes outcomes = Outcomes.read(reports.resolve(MutantRows.FILE));
    outcomes
        .byPackage()
        .forEach(
            (name, ofPackage) -> {
              table.append(ofPackage.row(name));
              if (ofPackage.killedPercent() < MIN_KILLED_PERCENT) {
                faults.add(name + ": fewer than " + MIN_KILLED_PERCENT + " % killed");
              }
            });
    faults.addAll(survivors.unlisted(outcomes.survivors()));
    faults.addAll(survivors.stale(outcomes.killed()));
  }

  private static List<String> tests(Area area) {
    String tests = System.getProperty(TESTS, "");
    return tests.isBlank()
        ? area.tests().stream().map(Area.PREFIX::concat).toList()
        : List.of(tests.split(","));
  }

  private ReportOptions options(Area area, List<String> classes, Path reports) {
    ReportOptions options = new ReportOptions();
    options.setProjectBase(module);
    options.setReportDir(reports.toString());
    options.setShouldCreateTimestampedReports(false);
    options.setInputEncoding(StandardCharsets.UTF_8);
    options.setOutputEncoding(StandardCharsets.UTF_8);
    options.addOutputFormats(List.of("HTML", MutantRows.NAME));
    options.setSourceDirs(List.of(module.resolve("src/main/java")));
    options.setClassPathElements(
        List.of(System.getProperty("java.class.path").split(File.pathSeparator)));
    options.setCodePaths(List.of(module.resolve("target/classes").toString()));
    options.setTargetClasses(classes);
    options.setTargetTests(Glob.toGlobPredicates(tests(area)));
    options.setGroupConfig(new TestGroupConfig(List.of("soak"), List.of()));
    options.setMutators(List.of("DEFAULTS"));
    options.setNumberOfThreads(Integer.getInteger(THREADS, USUAL_THREADS));
    options.setTimeoutConstant(TIMEOUT_MILLIS);
    options.setTimeoutFactor(TIMEOUT_FACTOR);
    options.setVerbosity(Verbosity.NO_SPINNER);
    options.addChildJVMArgs(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx1g",
            "-Dracedet.traces=" + TraceRuns.FULL,
            "-D" + UntilFailure.MILLIS + "=" + Long.getLong(UntilFailure.MILLIS, 0)));
    return options;
  }

  private void report() throws IOException {
    System.out.print(table);
    Files.writeString(module.resolve("target/pit-reports/table.md"), table);
    faults.forEach(System.out::println);
  }
}
