package io.racedet.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Prints what a trace consists of. */
final class InfoCommand implements Command {
  private static final OutputForm[] FORMS = {OutputForm.TEXT, OutputForm.JSON};

  private final Console console;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
  private final OptionSpec format = CommandOptions.inputFormat();
  private final OptionSpec output = OutputForm.option(FORMS);
  private final PositionalParamSpec file =
      CommandOptions.parameter(0, "FILE", "A trace; '-' is standard input.");

  InfoCommand(Console console) {
    this.console = console;
  }

  CommandSpec spec() {
    spec.addOption(format)
        .addOption(output)
        .addPositional(file)
        .usageMessage()
        .description("Counts the events, threads, locks and variables of a trace.");
    return spec;
  }

  @Override
  public int run() throws IOException {
    OutputForm form = OutputForm.of(output, spec, FORMS);
    String name = file.getValue();
    TraceCounts counts = new TraceCounts();
    ProgressLine progress = new ProgressLine(console.err(), name);
    try (TraceReader trace = TraceArgument.open(name, format.getValue(), false, console)) {
      EventBlock block = new EventBlock();
      while (trace.read(block)) {
        counts.add(block);
        block.clear();
        progress.accept(counts.events());
      }
    } finally {
      progress.erase();
    }
    if (form == OutputForm.JSON) {
      json(name, counts);
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

  private void json(String name, TraceCounts counts) throws IOException {
    try (JsonGenerator json = RacesAsJson.generator(console.out())) {
      json.writeStartObject();
      json.writeStringField("file", name);
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
