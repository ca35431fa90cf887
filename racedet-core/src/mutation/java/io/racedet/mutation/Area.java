package io.racedet.mutation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Packages of a module that are mutated in one run, and the test classes that tell their rules.
 * Fewer tests than all can only kill less.
 *
 * @param name of the folder of the report
 * @param packages without the prefix of the project; their subpackages belong to them
 * @param tests patterns for the names of test classes, without the prefix
 */
record Area(String name, List<String> packages, List<String> tests) {
  static final String PREFIX = "io.racedet.";

  Area {
    packages = List.copyOf(packages);
    tests = List.copyOf(tests);
  }

  static List<Area> all() {
    return List.of(
        new Area(
            "engines",
            List.of(
                "clock",
                "engine.order",
                "engine.history",
                "engine.catalogue",
                "engine.cp",
                "engine.goldilocks"),
            List.of(
                "clock.*",
                "engine.*",
                "witness.WitnessSearchTest",
                "witness.RankVectorsTest",
                "AnalysisForgetTest",
                "EngineFailureTest",
                "FeedReuseTest",
                "FeedForgetTest",
                "RaceFeedTest",
                "RaceAnalysisTest")),
        new Area(
            "witnesses",
            List.of("witness", "proof"),
            List.of(
                "witness.*",
                "proof.*",
                "run.*",
                "AnalysisForgetTest",
                "DeadlockWatchTest",
                "FeedDeadlocksTest",
                "PairProofsTest",
                "ReportedFindingsTest",
                "TraceAnalysisTest",
                "RaceAnalysisTest",
                "RaceFeedTest",
                "FeedFailureTest",
                "FeedForgetTest",
                "FeedReuseTest")),
        new Area(
            "grammars",
            List.of("compressed"),
            List.of("compressed.*", "trace.*", "engine.ReachedLimitsTest")),
        new Area("files", List.of("trace"), List.of("trace.*")));
  }

  /** Whether a module has the classes of this area. */
  boolean isIn(Path module) {
    Path classes = module.resolve("target/classes/io/racedet");
    return Files.isDirectory(classes.resolve(packages.get(0).replace('.', '/')));
  }

  /** The patterns of its classes. */
  List<String> classes() {
    return packages.stream().map(p -> PREFIX + p + ".*").toList();
  }

  /** Whether a class, a package or a pattern with a star at its end names a part of this area. */
  boolean holds(String pattern) {
    String named = pattern.replaceFirst("\\.?\\*$", "");
    return packages.stream()
        .map(PREFIX::concat)
        .anyMatch(p -> named.equals(p) || named.startsWith(p + "."));
  }
}
