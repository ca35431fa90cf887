package io.racedet.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On executors that are processes of their own, as on a cluster. */
@Tag("soak")
class ClusterTest {
  @TempDir Path folder;

  @Test
  void theResult_isTheSame_ifAnExecutorIsKilled() throws Exception {
    for (int i = 0; i < 24; i++) {
      Traces.generate(folder.resolve("b/m/" + (i == 20 ? "victim" : "t") + i + ".rdt"), 2_000, i);
    }
    String files = HaltingFileSystem.SCHEME + "://" + folder + "/b/*/*.rdt";
    Path killed = folder.resolve("killed");
    Path mark = folder.resolve("mark");
    assertThat(inCluster(mark, "--out", killed.toString(), files)).isEqualTo(1);
    assertThat(mark).exists();
    Path quiet = folder.resolve("quiet");
    assertThat(
            Job.run(
                    Job.conf("local[1]")
                        .set("spark.hadoop.fs.halting.impl", HaltingFileSystem.class.getName())
                        .set("spark.hadoop." + HaltingFileSystem.MARK, mark.toString()),
                    "--out",
                    quiet.toString(),
                    files)
                .status())
        .isEqualTo(1);
    for (String name : List.of("races.json", "races.sarif", "report.html")) {
      assertThat(killed.resolve(name)).hasSameBinaryContentAs(quiet.resolve(name));
    }
    String[] columns = {"build", "module", "key", "grade", "count", "first_trace", "last_trace"};
    assertThat(Job.table(killed, columns)).isNotEmpty().isEqualTo(Job.table(quiet, columns));
  }

  /** Runs the program with two executors of one core each; returns its status. */
  private int inCluster(Path mark, String... args) throws Exception {
    Path home = folder.resolve("home");
    Files.createDirectories(home.resolve("jars")); // where a distribution of Spark has its own
    String classPath = System.getProperty("java.class.path");
    Map<String, String> settings = new TreeMap<>();
    settings.put("master", "local-cluster[2,1,1024]");
    settings.put("ui.enabled", "false");
    settings.put("executor.extraClassPath", classPath);
    settings.put("hadoop.fs.halting.impl", HaltingFileSystem.class.getName());
    settings.put("hadoop." + HaltingFileSystem.MARK, mark.toString());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(each -> each.startsWith("--") || each.startsWith("-D") || each.startsWith("-X"))
            .toList());
    settings.forEach((name, value) -> command.add("-Dspark." + name + '=' + value));
    command.addAll(List.of("-cp", classPath, AnalyzeFleet.class.getName()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Path output = folder.resolve("output");
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    int status = process.waitFor();
    System.out.println(Files.readString(output));
    return status;
  }
}
