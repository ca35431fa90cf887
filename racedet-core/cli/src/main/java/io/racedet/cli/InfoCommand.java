package io.racedet.cli;

import io.racedet.cli.console.Command;
import io.racedet.cli.console.CommandOptions;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.LimitOptions;
import io.racedet.cli.console.OutputForm;
import io.racedet.cli.console.ProgressLine;
import io.racedet.cli.console.TraceArgument;
import io.racedet.compressed.grammar.GrammarReader;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.report.record.JsonText;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Prints how many events, threads, locks and variables a trace has. */
final class InfoCommand extends Command {
  private static final OutputForm[] FORMS = {OutputForm.TEXT, OutputForm.JSON};

  private final OptionSpec format = CommandOptions.inputFormat();
  private final OptionSpec output = OutputForm.option(FORMS);
  private final LimitOptions limits = new LimitOptions();
  private final PositionalParamSpec file =
      CommandOptions.parameter(0, "FILE", "A trace; '-' is standard input.");

  InfoCommand(Console console) {
    super(console);
    spec().addOption(format).addOption(output).addPositional(file);
    limits.addTo(spec());
    spec()
        .usageMessage()
        .description(
            "Counts the events, threads, locks and variables of a trace.",
            "",
            "For an slp file, also prints the size of the grammar (symbols of all rules, and"
                + " terminals), its depth, and the most used rules with the events they derive. The"
                + " trace is not expanded.");
  }

  @Override
  public int run() throws IOException {
    OutputForm form = OutputForm.of(output, FORMS);
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
    try (ProgressLine progress = new ProgressLine(console.err(), name)) {
      EventBlock block = new EventBlock();
      while (trace.read(block)) {
        counts.add(block);
        block.clear();
        progress.accept(counts.events());
      }
    }
  }

  private static List<Total> totals(TraceCounts counts) {
    long accesses = counts.accesses();
    long shared = counts.sharedAccesses();
    String percent =
        String.format(Locale.ROOT, " (%.1f %%)", 100.0 * shared / Math.max(1, accesses));
    return List.of(
        new Total("events", "events", counts.events()),
        new Total("threads", "threads", counts.count(Operand.THREAD)),
        new Total("locks", "locks", counts.count(Operand.LOCK)),
        new Total("variables", "variables", counts.count(Operand.VARIABLE)),
        new Total("  of one thread", "variables_of_one_thread", counts.ofOneThread()),
        new Total("  of two threads", "variables_of_two_threads", counts.ofTwoThreads()),
        new Total("  of more threads", "variables_of_more_threads", counts.ofMoreThreads()),
        new Total(
            "  shared and written", "variables_shared_and_written", counts.sharedAndWritten()),
        new Total("accesses", "accesses", accesses),
        new Total("  of shared variables", "accesses_of_shared_variables", shared, percent),
        new Total("sync variables", "sync_variables", counts.count(Operand.SYNC)),
        new Total("channels", "channels", counts.count(Operand.CHANNEL)),
        new Total("locations", "locations", counts.locations()));
  }

  private static List<Total> operations(TraceCounts counts) {
    return Stream.of(Op.values())
        .filter(op -> counts.count(op) > 0)
        .map(op -> new Total("  " + op.mnemonic(), op.mnemonic(), counts.count(op)))
        .toList();
  }

  private void text(TraceCounts counts, GrammarInfo grammar) {
    Total.print(totals(counts), console.out());
    Total.print(operations(counts), console.out());
    if (grammar != null) {
      grammar.print(console.out());
    }
  }

  private void json(String name, TraceCounts counts, GrammarInfo grammar) throws IOException {
    Map<String, Object> object = JsonText.object("file", name);
    Total.put(totals(counts), object);
    Map<String, Object> operations = JsonText.object();
    Total.put(operations(counts), operations);
    object.put("operations", operations);
    if (grammar != null) {
      object.put("grammar", grammar.json());
    }
    JsonText.write(object, console.out());
  }
}
