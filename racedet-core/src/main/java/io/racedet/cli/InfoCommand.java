package io.racedet.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a trace consists of. */
@Command(
    name = "info",
    sortOptions = false,
    description = "Counts the events, threads, locks and variables of a trace.")
final class InfoCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = "--output",
      paramLabel = "FORM",
      defaultValue = "text",
      description = "text or json. Default: text.")
  private OutputForm output;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  private boolean help;

  @Parameters(paramLabel = "FILE", description = "A trace; '-' is standard input.")
  private String file;

  InfoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (output == OutputForm.TSV) {
      throw new ParameterException(
          spec.commandLine(), "--output: tsv (expected: one of text, json)");
    }
    TraceCounts counts = new TraceCounts();
    ProgressLine progress = new ProgressLine(console.err(), file);
    try (TraceReader trace = TraceArgument.open(file, TraceArgument.AUTO, false, console)) {
      EventBlock block = new EventBlock();
      while (trace.read(block)) {
        counts.add(block);
        block.clear();
        progress.accept(counts.events());
      }
    } finally {
      progress.erase();
    }
    if (output == OutputForm.JSON) {
      json(counts);
    } else {
      text(counts);
    }
    return Console.FINE;
  }

  private static Map<String, Long> totals(TraceCounts counts) {
    Map<String, Long> totals = new LinkedHashMap<>();
    totals.put("events", counts.events());
    totals.put("threads", (long) counts.count(Operand.THREAD));
    totals.put("locks", (long) counts.count(Operand.LOCK));
    totals.put("variables", (long) counts.count(Operand.VARIABLE));
    totals.put("shared variables", (long) counts.shared(false));
    totals.put("shared and written", (long) counts.shared(true));
    totals.put("accesses of shared", counts.sharedAccesses());
    totals.put("sync variables", (long) counts.count(Operand.SYNC));
    totals.put("channels", (long) counts.count(Operand.CHANNEL));
    totals.put("locations", (long) counts.locations());
    return totals;
  }

  private void text(TraceCounts counts) {
    totals(counts).forEach(this::line);
    for (Op op : Op.values()) {
      if (counts.count(op) > 0) {
        line("  " + op.mnemonic(), counts.count(op));
      }
    }
  }

  private void line(String name, long count) {
    console.out().printf("%-20s%,15d%n", name, count);
  }

  private void json(TraceCounts counts) throws IOException {
    try (JsonGenerator json = RacesAsJson.generator(console.out())) {
      json.writeStartObject();
      json.writeStringField("file", file);
      for (Map.Entry<String, Long> total : totals(counts).entrySet()) {
        json.writeNumberField(total.getKey().replace(' ', '_'), total.getValue());
      }
      json.writeObjectFieldStart("operations");
      for (Op op : Op.values()) {
        if (counts.count(op) > 0) {
          json.writeNumberField(op.mnemonic(), counts.count(op));
        }
      }
      json.writeEndObject();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }
}
