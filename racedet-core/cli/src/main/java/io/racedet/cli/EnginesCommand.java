package io.racedet.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.cli.console.Command;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.JsonOutput;
import io.racedet.cli.console.OutputForm;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.catalogue.Engines;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Prints the claims of each engine. */
final class EnginesCommand implements Command {
  private static final OutputForm[] FORMS = {OutputForm.TEXT, OutputForm.JSON};

  private final Console console;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
  private final OptionSpec output = OutputForm.option(FORMS);

  EnginesCommand(Console console) {
    this.console = console;
  }

  CommandSpec spec() {
    spec.addOption(output)
        .usageMessage()
        .description("Lists the engines with their properties.")
        .footer(
            "",
            "sound: which of the reported races are guaranteed to be real (every race; the first"
                + " race of a trace; unsound: none). complete: whether every race that a reordering"
                + " of the trace can show is reported. exact: which races of its relation are"
                + " reported.");
    return spec;
  }

  @Override
  public int run() throws IOException {
    if (OutputForm.of(output, spec, FORMS) == OutputForm.JSON) {
      json();
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

  private void json() throws IOException {
    try (JsonGenerator json = JsonOutput.generator(console.out())) {
      json.writeStartObject();
      json.writeArrayFieldStart("engines");
      for (EngineDefinition engine : Engines.all()) {
        EngineClaims p = engine.claims();
        json.writeStartObject();
        json.writeStringField("name", p.name());
        json.writeStringField("relation", p.relation());
        json.writeNumberField("passes", p.passes());
        json.writeBooleanField("online", p.passes() == 1);
        json.writeStringField("soundness", p.soundness().name());
        json.writeBooleanField("complete", p.complete());
        json.writeStringField("exactness", p.exactness().name());
        json.writeStringField("time", p.time());
        json.writeStringField("space", p.space());
        json.writeStringField("source", p.source());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }
}
