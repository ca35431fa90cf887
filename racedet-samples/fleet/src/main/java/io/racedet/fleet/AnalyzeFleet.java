package io.racedet.fleet;

import io.racedet.report.RunReport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

/**
 * Analyses the traces of a fleet on Apache Spark: where {@code spark-submit} says, or on all cores
 * of this machine.
 */
public final class AnalyzeFleet {
  private static final int FINE = 0;
  private static final int FOUND = 1;
  private static final int UNREADABLE = 2;
  private static final String HERE = "local[*]";
  private static final String MASTER = "spark.master";

  private final PrintStream out;
  private final PrintStream err;
  private final FleetOptions options = new FleetOptions();

  private AnalyzeFleet(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the analysis and exits: with 0 if there is no race, 1 if there are some, 2 after wrong
   * usage or if the result is not complete.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(args, new SparkConf(), out, err));
  }

  /** Runs the analysis on a Spark that is started for it; returns the exit status. */
  static int run(String[] args, SparkConf conf, PrintStream out, PrintStream err) {
    AnalyzeFleet fleet = new AnalyzeFleet(out, err);
    try {
      CommandLine command = new CommandLine(fleet.options);
      command.parseArgs(args);
      if (command.isUsageHelpRequested()) {
        out.print(command.getUsageMessage(Ansi.OFF));
        return FINE;
      }
      return fleet.analyse(conf);
    } catch (ParameterException e) {
      fleet.complain(e.getMessage() + "; try --help");
    } catch (IllegalArgumentException | IOException e) {
      fleet.complain(e.getMessage() == null ? e.toString() : e.getMessage());
    } catch (Exception e) { // Spark's SparkException is a checked one that is not declared
      fleet.complain("Spark: " + e.getMessage());
    }
    return UNREADABLE;
  }

  private int analyse(SparkConf conf) throws IOException {
    AnalysisChoice choice = options.choice();
    OriginRule origins = options.originRule();
    conf.setIfMissing("spark.app.name", "racedet").setIfMissing(MASTER, HERE);
    if (conf.get(MASTER).startsWith("local")) {
      conf.setIfMissing("spark.driver.host", "127.0.0.1")
          .setIfMissing("spark.driver.bindAddress", "127.0.0.1")
          .setIfMissing("spark.ui.enabled", "false");
    }
    try (SparkSession spark = SparkSession.builder().config(conf).getOrCreate()) {
      JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
      List<TraceInput> traces = find(new TraceFiles(context.hadoopConfiguration(), origins));
      if (traces.isEmpty()) {
        return UNREADABLE;
      }
      ReportFolder folder = new ReportFolder(options.out, context.hadoopConfiguration());
      FleetJob job = new FleetJob(context, choice, options.window, options.fan);
      return write(spark, options.inParts ? job.inParts(traces) : job.each(traces), folder);
    }
  }

  /** Finds the traces; none if a path is wrong, so that no long analysis begins without it. */
  private List<TraceInput> find(TraceFiles files) {
    boolean isComplete = true;
    for (String path : options.paths) {
      try {
        files.add(path);
      } catch (IOException | IllegalArgumentException e) {
        complain(e.getMessage());
        isComplete = false;
      }
    }
    return isComplete ? files.all() : List.of();
  }

  private int write(SparkSession spark, ManyTraces traces, ReportFolder folder) throws IOException {
    try (traces) {
      RunReport report = traces.report(version());
      folder.write(report);
      RaceTable.write(spark, traces, folder.table());
      List<String> problems = traces.problems();
      problems.forEach(this::complain);
      out.println(summary(report));
      return problems.isEmpty() ? report.races().isEmpty() ? FINE : FOUND : UNREADABLE;
    }
  }

  private String summary(RunReport report) {
    int races = report.races().size();
    return "%d race%s in %d traces: %s"
        .formatted(races, races == 1 ? "" : "s", report.tests().size(), options.out);
  }

  private static String version() {
    String version = AnalyzeFleet.class.getPackage().getImplementationVersion();
    return version == null ? "" : version;
  }

  private void complain(String message) {
    err.println("racedet: " + message.replace('\n', ' ').replace('\r', ' '));
  }
}
