package io.racedet.cli.console;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

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
  public static OutputForm of(OptionSpec option, CommandSpec spec, OutputForm... forms) {
    String chosen = option.getValue();
    if (chosen == null) {
      return TEXT;
    }
    for (OutputForm form : forms) {
      if (form.form.equals(chosen)) {
        return form;
      }
    }
    throw new ParameterException(
        spec.commandLine(), "--output: " + chosen + " (expected: one of " + list(forms) + ")");
  }

  private static String list(OutputForm... forms) {
    StringBuilder list = new StringBuilder();
    for (OutputForm form : forms) {
      list.append(list.length() == 0 ? "" : ", ").append(form.form);
    }
    return list.toString();
  }
}
