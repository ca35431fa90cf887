package io.racedet.junit.agent.model.language;

import io.racedet.runtime.calls.CallKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How the calls of a package, class or method that are not recorded are treated.
 *
 * @param name {@code pkg.*}, {@code pkg.Name} or {@code pkg.Name#method}
 */
public record CallRule(String name, int kind) {
  private static final Map<String, Integer> KINDS =
      Map.of(
          "unknown", CallKinds.UNKNOWN,
          "known", CallKinds.KNOWN,
          "pure", CallKinds.PURE,
          "stateful", CallKinds.STATEFUL,
          "synchronised", CallKinds.SYNCHRONISED,
          "mutable", CallKinds.MUTABLE,
          "external", CallKinds.EXTERNAL);

  private static final Pattern NAME = Pattern.compile("[\\w$.]+(\\.\\*|#[\\w$]+|#<init>)?");

  /**
   * Parses the rules in a line of a model; there are none if it is of another form.
   *
   * @throws ModelException if a name is none
   */
  static List<CallRule> parse(String text, ModelLocation origin) {
    int end = text.indexOf(' ');
    Integer kind = end < 0 ? null : KINDS.get(text.substring(0, end));
    if (kind == null) {
      return List.of();
    }
    List<CallRule> rules = new ArrayList<>();
    for (String name : text.substring(end).split(",")) {
      if (!NAME.matcher(name.strip()).matches()) {
        throw new ModelException(origin, text, "package.*, binary.Name or binary.Name#method");
      }
      rules.add(new CallRule(name.strip(), kind));
    }
    return rules;
  }
}
