package io.racedet.cli;

import io.racedet.cli.console.Command;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.OutputForm;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.catalogue.Engines;
import io.racedet.report.record.JsonText;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;

/** Prints the claims of each engine. */
final class EnginesCommand extends Command {
  private static final OutputForm[] FORMS = {OutputForm.TEXT, OutputForm.JSON};

  private final OptionSpec output = OutputForm.option(FORMS);

  EnginesCommand(Console console) {
    super(console);
    spec()
        .addOption(output)
        .usageMessage()
        .description("Lists the engines with their properties.")
        .footer(
            "",
            "sound: which of the reported races are guaranteed to be real (every race; the first"
                + " race of a trace; unsound: none). complete: whether every race that a reordering"
                + " of the trace can show is reported. exact: which races of its relation are"
                + " reported.");
  }

  @Override
  public int run() throws IOException {
    if (OutputForm.of(output, FORMS) == OutputForm.JSON) {
      List<Map<String, Object>> engines =
          Engines.all().stream().map(engine -> json(engine.claims())).toList();
      JsonText.write(JsonText.object("engines", engines), console.out());
    } else {
      text(console.out());
    }
    return Console.FINE;
  }

  private static void text(PrintStream out) {
    for (EngineDefinition engine : Engines.all()) {
      EngineClaims p = engine.claims();
      out.println(p.name());
      out.println("  relation  " + p.relation());
      out.println("  sound     " + words(p.soundness()));
      out.println("  complete  " + (p.complete() ? "yes" : "no"));
      out.println("  exact     " + words(p.exactness()));
      out.println("  passes    " + (p.passes() == 1 ? "1 (online)" : p.passes()));
      out.println("  time      " + p.time());
      out.println("  space     " + p.space());
      out.println("  source    " + p.source());
    }
  }

  private static String words(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static Map<String, Object> json(EngineClaims p) {
    return JsonText.object(
        "name", p.name(),
        "relation", p.relation(),
        "passes", p.passes(),
        "online", p.passes() == 1,
        "soundness", p.soundness().name(),
        "complete", p.complete(),
        "exactness", p.exactness().name(),
        "time", p.time(),
        "space", p.space(),
        "source", p.source());
  }
}
