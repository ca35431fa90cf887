package io.racedet.fleet;

import io.racedet.event.EventBlock;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceSplit;
import io.racedet.trace.TraceWriter;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how the analyses grow: generates traces, runs {@link AnalyzeFleet} on them in processes
 * of their own with one core and with two, and prints times, memory, and what parts of a trace
 * cost, with what follows from it for many machines.
 */
@Command(name = "Growth", sortOptions = false, description = "Prints the figures of the README.")
public final class Growth {
  private static final int THREADS = 8;
  private static final long MILLION = 1_000_000;

  @Option(
      names = "--folder",
      required = true,
      paramLabel = "FOLDER",
      description = "For the traces, which are generated if they are not there, and reports.")
  private Path folder;

  @Option(
      names = "--traces",
      paramLabel = "N",
      description = "Small traces, of a thousand events each. Default: ${DEFAULT-VALUE}")
  private int traces = 10_000;

  @Option(
      names = "--events",
      paramLabel = "N",
      description = "Events of the long trace. Default: ${DEFAULT-VALUE}")
  private long events = 200_000_000;

  @Option(
      names = "--splits",
      paramLabel = "N",
      description =
          "Splits of each kind of trace whose costs are measured. Default: ${DEFAULT-VALUE}")
  private int splits = 12;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Heap of each process, as for java -Xmx. Default: ${DEFAULT-VALUE}")
  private String heap = "4g";

  private Growth() {}

  /**
   * Prints the figures.
   *
   * @param args see {@link FleetOptions}
   * @throws Exception if something fails
   */
  public static void main(String[] args) throws Exception {
    Growth growth = new Growth();
    new CommandLine(growth).parseArgs(args);
    growth.run();
  }

  private void run() throws Exception {
    Path small = folder.resolve("small");
    generateSmall(small);
    Path large = folder.resolve("long.rdt");
    generate(large, workload(Shape.USUAL, events));
    System.out.printf(
        Locale.ROOT,
        "%,d small traces: %,d MB; the long trace: %,d events, %,d MB, %d splits%n%n",
        traces,
        bytes(small) / MILLION,
        events,
        Files.size(large) / MILLION,
        TraceSplit.list(large, false).size());
    System.out.println("| traces | engines | cores | s | processor s | peak MiB |");
    System.out.println("|---|---|---|---|---|---|");
    for (int cores : List.of(1, 2)) {
      job("small", cores, "-e", "fasttrack,pwr-ee-l", "--witness", small.toString());
    }
    for (int cores : List.of(1, 2)) {
      job("long", cores, "-e", "djit,eraser", "--long", large.toString());
    }
    job("long as a whole", 1, "-e", "djit,eraser", large.toString());
    System.out.println();
    for (Shape shape : Shape.values()) {
      Path file = folder.resolve(shape.name().toLowerCase(Locale.ROOT) + ".rdt");
      generate(file, workload(shape, shape.eventsOfSplit * (splits + 2L)));
      PartCosts.measure(file, splits).print(shape.text);
    }
  }

  /** What threads do most. */
  private enum Shape {
    USUAL("10 % acquires and releases", 4_000_000),
    LOCKSETS("lockset-rich: 2,000 variables under 300 locks", 8_000_000),
    SYNC("sync-rich: 60 % acquires and releases by 64 threads", 4_000_000);

    private final String text;
    private final long eventsOfSplit; // about

    Shape(String text, long eventsOfSplit) {
      this.text = text;
      this.eventsOfSplit = eventsOfSplit;
    }
  }

  private static Workload workload(Shape shape, long events) {
    return switch (shape) {
      case USUAL -> new Workload(THREADS, 20, 200, events, 10, 300, 20, 1);
      case LOCKSETS -> new Workload(THREADS, 300, 2_000, events, 30, 1_000, 20, 1);
      case SYNC -> new Workload(64, 200, 200, events, 60, 300, 20, 1);
    };
  }

  private void generateSmall(Path small) throws IOException {
    for (int i = 0; i < traces; i++) {
      String name = String.format(Locale.ROOT, "run-%d/m%d/t%05d.rdt", i % 50, i % 7, i);
      Path file = small.resolve(name);
      generate(file, new Workload(4, 5, 300, 1_000, 15, 60, 5_000, i));
    }
  }

  private static void generate(Path file, Workload workload) throws IOException {
    if (Files.exists(file)) {
      return;
    }
    Files.createDirectories(file.getParent());
    EventBlock block = new EventBlock();
    try (TraceReader trace = new GeneratedTrace(workload);
        TraceWriter out = TraceFile.create(file, null, trace.names())) {
      while (trace.read(block)) {
        out.write(block);
        block.clear();
      }
    }
  }

  private static long bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  /** Runs a job in a process of its own and prints a row of the table. */
  private void job(String name, int cores, String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(each -> !each.startsWith("-Xmx"))
            .toList());
    command.addAll(List.of("-Xmx" + heap, "-Dspark.master=local[" + cores + "]"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Measured.class.getName());
    command.addAll(List.of("--out", folder.resolve("out-" + name + '-' + cores).toString()));
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command)
            .inheritIO()
            .redirectOutput(ProcessBuilder.Redirect.PIPE)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() > 1) {
      throw new IllegalStateException(name + ": " + output);
    }
    String measured = output.lines().reduce((one, other) -> other).orElseThrow();
    System.out.println("| " + name + " | " + args[1] + " | " + cores + " | " + measured + " |");
  }
}
