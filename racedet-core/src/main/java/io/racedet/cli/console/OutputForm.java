package io.racedet.cli.console;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** How results are written. */
public enum OutputForm {
  TEXT("text"),
  JSON("json"),
  TSV("tsv");

  private final String form;

  OutputForm(String form) {
    this.form = form;
  }

  /** The option that chooses one of some forms. */
  public static OptionSpec option(OutputForm... forms) {
    return CommandOptions.text(
        "--output", "FORM", "One of " + list(forms) + ". Default: " + TEXT.form + ".");
  }

  /** What an option of {@link #option} says; text when it is not given. */
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
