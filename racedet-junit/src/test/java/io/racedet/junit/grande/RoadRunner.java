package io.racedet.junit.grande;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * RoadRunner, which runs a program with its FastTrack as its own benchmark does.
 *
 * <p>It has no limit of time: each program is run as often as the {@link Effort} says.
 *
 * @param home the folder of its sources, in which it was built
 * @param flags more options of the JVM
 * @param effort how often a program is run
 */
record RoadRunner(Path home, List<String> flags, Effort effort) implements Launcher {
  private static final String LOG = "roadrunner.xml";

  @Override
  public ProcessBuilder process(Run run) throws IOException {
    Files.deleteIfExists(run.reports().resolve(LOG)); // of another process, if this one fails
    ProcessBuilder process = new ProcessBuilder(command(run));
    process.environment().putAll(environment());
    return process;
  }

  private List<String> command(Run run) {
    Class<?> target = RoadRunnerTarget.class;
    return List.of(
        home.resolve("build/bin/rrrun").toString(),
        "-classpath=" + run.jar() + File.pathSeparator + folderOf(target),
        "-classes=-" + target.getPackageName() + "..*",
        "-tool=FT2",
        "-array=FINE",
        "-field=FINE",
        "-benchmark=" + Math.max(1, effort.runs()),
        "-warmup=" + effort.warmUps(),
        "-quiet",
        "-maxWarn=1",
        "-noxml", // on the console
        "-logs=" + run.reports(),
        "-xml=" + LOG,
        target.getName(),
        run.program().text());
  }

  private Map<String, String> environment() {
    String classes = home.resolve("classes").toString();
    return Map.of(
        "JAVA_HOME", System.getProperty("java.home"),
        "JVM_ARGS", String.join(" ", flags),
        "RR_HOME", home.toString(),
        "RR_MODE", "FAST",
        "RR_TOOLPATH", classes + "/rr/simple" + File.pathSeparator + classes + "/tools");
  }

  private static Path folderOf(Class<?> target) {
    try {
      return Path.of(target.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public Optional<Measurement> measured(Run run) throws IOException {
    Path file = run.reports().resolve(LOG);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    RoadRunnerLog log = RoadRunnerLog.parse(Files.readString(file));
    return Optional.of(log.measurement(run, Files.readString(run.printed())));
  }
}
