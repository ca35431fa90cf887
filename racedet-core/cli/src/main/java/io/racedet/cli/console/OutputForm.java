package io.racedet.cli.console;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

/** The format in which results are written. */
public enum OutputForm {
  TEXT("text"),
  JSON("json"),
  TSV("tsv");

  private final String form;

  OutputForm(String form) {
    this.form = form;
  }

  /** The option that selects one of these forms. */
  public static OptionSpec option(OutputForm... forms) {
    return CommandOptions.text(
        "--output", "FORM", "One of " + list(forms) + ". Default: " + TEXT.form + ".");
  }

  /** The value of an option made by {@link #option}; text if it is not given. */
  public static OutputForm of(OptionSpec option, OutputForm... forms) {
    String chosen = option.getValue();
    if (chosen == null) {
      return TEXT;
    }
    for (OutputForm form : forms) {
      if (form.form.equals(chosen)) {
        return form;
      }
    }
    throw new UsageException("--output: " + chosen + " (expected: one of " + list(forms) + ")");
  }

  private static String list(OutputForm... forms) {
    return Stream.of(forms).map(form -> form.form).collect(Collectors.joining(", "));
  }
}
