package io.racedet.cli.analyze;

import io.racedet.MeasuredReport;
import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.OutputForm;
import io.racedet.cli.console.TraceJob;
import io.racedet.report.record.JsonText;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;

/** Compares the results and costs of engines on traces: one table, engines by files. */
final class ComparisonJob implements TraceJob {
  private static final double NANOS_A_SECOND = 1e9;
  private static final double BYTES_A_MEBIBYTE = 1 << 20;
  private static final String HEADER = " candidates   shared   unique   seconds       MiB";
  private static final String CELLS = " %10d %8d %8d %9s %9.1f";

  private final TraceAnalysis.Builder analysis;
  private final Duration patience;
  private final Console console;
  private final boolean everyPair;
  private final OutputForm form;
  private final PrintStream out;
  private final Map<String, List<Comparison.Row>> files = new LinkedHashMap<>();

  ComparisonJob(
      TraceAnalysis.Builder analysis,
      Duration patience,
      boolean everyPair,
      OutputForm form,
      Console console) {
    this.analysis = analysis;
    this.patience = patience;
    this.everyPair = everyPair;
    this.form = form;
    this.console = console;
    out = console.out();
  }

  @Override
  public int take(String file, TraceReader trace, LongConsumer progress) throws IOException {
    List<MeasuredReport> reports = analysis.onProgress(progress).build().measure(trace, patience);
    for (MeasuredReport report : reports) {
      if (!report.complete() && report.report().failures().isEmpty()) {
        console.complain(
            file
                + ": "
                + report.engine()
                + ": stopped after "
                + patience.toSeconds()
                + " s, "
                + report.report().events()
                + " events (see --patience)");
      }
    }
    files.put(file, Comparison.of(reports, everyPair));
    return ExitStatus.of(file, reports.stream().map(MeasuredReport::report).toList(), console);
  }

  @Override
  public void end() throws IOException {
    switch (form) {
      case TEXT -> text();
      case TSV -> tsv();
      case JSON -> json();
    }
    out.flush();
  }

  private void text() {
    if (files.isEmpty()) {
      return;
    }
    List<Comparison.Row> engines = files.values().iterator().next();
    int width = engines.stream().mapToInt(row -> row.engine().length()).max().orElse(0);
    String name = "%-" + width + "s";
    StringBuilder heads = new StringBuilder(String.format(name, ""));
    StringBuilder headers = new StringBuilder(String.format(name, "engine"));
    for (String file : files.keySet()) {
      heads.append(' ').append(String.format("%-" + HEADER.length() + "s", " " + file));
      headers.append(' ').append(String.format("%-" + columnWidth(file) + "s", HEADER));
    }
    out.println(heads.toString().stripTrailing());
    out.println(headers.toString().stripTrailing());
    for (int i = 0; i < engines.size(); i++) {
      StringBuilder line = new StringBuilder(String.format(name, engines.get(i).engine()));
      for (Map.Entry<String, List<Comparison.Row>> file : files.entrySet()) {
        String cells = cells(file.getValue().get(i));
        line.append(' ').append(String.format("%-" + columnWidth(file.getKey()) + "s", cells));
      }
      out.println(line.toString().stripTrailing());
    }
  }

  /** A long name of a file makes its columns wider. */
  private static int columnWidth(String file) {
    return Math.max(HEADER.length(), 1 + file.length());
  }

  private static String cells(Comparison.Row row) {
    return String.format(
        Locale.ROOT,
        CELLS,
        row.candidates(),
        row.shared(),
        row.unique(),
        (row.stoppedAfter() > 0 ? ">" : "")
            + String.format(Locale.ROOT, "%.3f", row.nanos() / NANOS_A_SECOND),
        row.retainedBytes() / BYTES_A_MEBIBYTE);
  }

  private void tsv() {
    files.forEach(
        (file, rows) -> {
          for (Comparison.Row row : rows) {
            StringBuilder line = FindingsAsTsv.column(new StringBuilder(), file);
            line.append('\t').append(row.engine()).append('\t').append(row.candidates());
            line.append('\t').append(row.shared()).append('\t').append(row.unique());
            line.append('\t').append(row.nanos()).append('\t').append(row.retainedBytes());
            line.append('\t').append(row.stoppedAfter());
            out.append(line.append('\n'));
          }
        });
  }

  private void json() throws IOException {
    List<Map<String, Object>> comparisons = new ArrayList<>();
    files.forEach((file, rows) -> rows.forEach(row -> comparisons.add(json(file, row))));
    JsonText.write(JsonText.object("comparisons", comparisons), out);
  }

  private static Map<String, Object> json(String file, Comparison.Row row) {
    return JsonText.object(
        "file", file,
        "engine", row.engine(),
        "candidates", row.candidates(),
        "shared", row.shared(),
        "unique", row.unique(),
        "nanoseconds", row.nanos(),
        "retainedBytes", row.retainedBytes(),
        "stoppedAfter", row.stoppedAfter());
  }
}
