package io.racedet.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.cli.console.Command;
import io.racedet.cli.console.CommandOptions;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.JsonOutput;
import io.racedet.cli.console.LimitOptions;
import io.racedet.cli.console.OutputForm;
import io.racedet.cli.console.ProgressLine;
import io.racedet.cli.console.TraceArgument;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.GrammarReader;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Prints how many events, threads, locks and variables a trace has. */
final class InfoCommand implements Command {
  private static final OutputForm[] FORMS = {OutputForm.TEXT, OutputForm.JSON};

  private final Console console;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
  private final OptionSpec format = CommandOptions.inputFormat();
  private final OptionSpec output = OutputForm.option(FORMS);
  private final LimitOptions limits = new LimitOptions(spec);
  private final PositionalParamSpec file =
      CommandOptions.parameter(0, "FILE", "A trace; '-' is standard input.");

  InfoCommand(Console console) {
    this.console = console;
  }

  CommandSpec spec() {
    spec.addOption(format).addOption(output).addPositional(file);
    limits.addTo(spec);
    spec.usageMessage()
        .description(
            "Counts the events, threads, locks and variables of a trace.",
            "",
            "For an slp file, also prints the size of the grammar (symbols of all rules, and"
                + " terminals), its depth, and the most used rules with the events they derive. The"
                + " trace is not expanded.");
    return spec;
  }

  @Override
  public int run() throws IOException {
    OutputForm form = OutputForm.of(output, spec, FORMS);
    String name = file.getValue();
    TraceCounts counts = new TraceCounts();
    GrammarInfo grammar = null;
    try (TraceReader trace = TraceArgument.open(name, format.getValue(), false, limits, console)) {
      if (trace instanceof GrammarReader reader) {
        grammar = new GrammarInfo(reader.grammar(), trace.names());
        grammar.addTo(counts);
      } else {
        count(trace, name, counts);
      }
      if (form == OutputForm.JSON) {
        json(name, counts, grammar);
      } else {
        text(counts, grammar);
      }
    }
    return Console.FINE;
  }

  private void count(TraceReader trace, String name, TraceCounts counts) throws IOException {
    ProgressLine progress = new ProgressLine(console.err(), name);
    try {
      EventBlock block = new EventBlock();
      while (trace.read(block)) {
        counts.add(block);
        block.clear();
        progress.accept(counts.events());
      }
    } finally {
      progress.erase();
    }
  }

  private void text(TraceCounts counts, GrammarInfo grammar) {
    line("events", counts.events());
    line("threads", counts.count(Operand.THREAD));
    line("locks", counts.count(Operand.LOCK));
    line("variables", counts.count(Operand.VARIABLE));
    line("  of one thread", counts.ofOneThread());
    line("  of two threads", counts.ofTwoThreads());
    line("  of more threads", counts.ofMoreThreads());
    line("  shared and written", counts.sharedAndWritten());
    line("accesses", counts.accesses());
    long shared = counts.sharedAccesses();
    double percent = 100.0 * shared / Math.max(1, counts.accesses());
    console
        .out()
        .printf(Locale.ROOT, "%-21s%,15d (%.1f %%)%n", "  of shared variables", shared, percent);
    line("sync variables", counts.count(Operand.SYNC));
    line("channels", counts.count(Operand.CHANNEL));
    line("locations", counts.locations());
    for (Op op : Op.values()) {
      if (counts.count(op) > 0) {
        line("  " + op.mnemonic(), counts.count(op));
      }
    }
    if (grammar != null) {
      grammar.print(console.out());
    }
  }

  private void line(String name, long count) {
    console.out().printf(Locale.ROOT, "%-21s%,15d%n", name, count);
  }

  private static void totals(JsonGenerator json, TraceCounts counts) throws IOException {
    json.writeNumberField("events", counts.events());
    json.writeNumberField("threads", counts.count(Operand.THREAD));
    json.writeNumberField("locks", counts.count(Operand.LOCK));
    json.writeNumberField("variables", counts.count(Operand.VARIABLE));
    json.writeNumberField("variables_of_one_thread", counts.ofOneThread());
    json.writeNumberField("variables_of_two_threads", counts.ofTwoThreads());
    json.writeNumberField("variables_of_more_threads", counts.ofMoreThreads());
    json.writeNumberField("variables_shared_and_written", counts.sharedAndWritten());
    json.writeNumberField("accesses", counts.accesses());
    json.writeNumberField("accesses_of_shared_variables", counts.sharedAccesses());
    json.writeNumberField("sync_variables", counts.count(Operand.SYNC));
    json.writeNumberField("channels", counts.count(Operand.CHANNEL));
    json.writeNumberField("locations", counts.locations());
  }

  private void json(String name, TraceCounts counts, GrammarInfo grammar) throws IOException {
    try (JsonGenerator json = JsonOutput.generator(console.out())) {
      json.writeStartObject();
      json.writeStringField("file", name);
      totals(json, counts);
      json.writeObjectFieldStart("operations");
      for (Op op : Op.values()) {
        if (counts.count(op) > 0) {
          json.writeNumberField(op.mnemonic(), counts.count(op));
        }
      }
      json.writeEndObject();
      if (grammar != null) {
        grammar.write(json);
      }
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }
}
