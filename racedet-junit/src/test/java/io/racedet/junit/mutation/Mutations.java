package io.racedet.junit.mutation;

import io.racedet.junit.mutation.ModelText.Line;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes mutants of the lines of the model. Some are not valid, some are the same as others. */
final class Mutations {
  private static final Map<String, List<String>> VERBS =
      Map.ofEntries(
          Map.entry("acquire", List.of("acquire-shared")),
          Map.entry("acquire-shared", List.of("acquire")),
          Map.entry("release", List.of("release-shared")),
          Map.entry("release-shared", List.of("release")),
          Map.entry("get", List.of("set", "update")),
          Map.entry("set", List.of("get", "update")),
          Map.entry("update", List.of("get", "set")),
          Map.entry("get-relaxed", List.of("get")),
          Map.entry("set-relaxed", List.of("set")),
          Map.entry("update-acquire", List.of("get", "update")),
          Map.entry("update-release", List.of("set", "update")),
          Map.entry("update-relaxed", List.of("get-relaxed", "set-relaxed", "update")),
          Map.entry("post", List.of("send")),
          Map.entry("collect", List.of("receive")),
          Map.entry("read", List.of("write")),
          Map.entry("write", List.of("read")));
  private static final Set<String> ATOMIC =
      Set.of(
          "get",
          "set",
          "update",
          "get-relaxed",
          "set-relaxed",
          "update-acquire",
          "update-release",
          "update-relaxed",
          "post");
  private static final Set<String> DATA = Set.of("read", "write");

  private static final Pattern CLAUSE =
      Pattern.compile(
          "(?:(?<place>[a-z]+)\\s+(?<where>[^:]*):\\s*)?(?<verb>[a-z-]+)\\s+"
              + "(?<aspect>[a-z-]+ of )?(?<object>[^\\s\\[\\]]+)(?<part>\\[[^\\[\\]]+\\])?"
              + "(?: if (?<condition>.*?))?(?<also> also on [\\w|]+)?");

  private Mutations() {}

  static List<Mutant> of(ModelText text) {
    return text.lines().stream().flatMap(line -> of(line).stream()).toList();
  }

  private static List<Mutant> of(Line line) {
    List<Mutant> mutants = new ArrayList<>();
    mutants.add(mutant(line, "line deleted", ""));
    if (line.methods().get(0).equals("monitors unseen")) {
      mutants.add(mutant(line, "without unseen", "monitors"));
    }
    if (line.methods().size() > 1) {
      for (String method : line.methods()) {
        List<String> others = new ArrayList<>(line.methods());
        others.remove(method);
        mutants.add(
            mutant(line, "without " + method, text(String.join(", ", others), line.clauses())));
      }
    }
    for (int i = 0; i < line.clauses().size(); i++) {
      String clause = line.clauses().get(i);
      List<String> others = new ArrayList<>(line.clauses());
      others.remove(i);
      mutants.add(mutant(line, "without: " + clause, text(line.signature(), others)));
      for (String variant : isFlag(clause) ? List.<String>of() : variants(clause)) {
        others.add(i, variant);
        mutants.add(mutant(line, clause + " -> " + variant, text(line.signature(), others)));
        others.remove(i);
      }
    }
    return mutants;
  }

  private static Mutant mutant(Line line, String change, String text) {
    return new Mutant(
        line.number(),
        line.isMethods() ? line.number() : line.entry(),
        line.section(),
        line.className(),
        line.signature(),
        change,
        text);
  }

  private static String text(String methods, List<String> clauses) {
    return clauses.isEmpty() ? methods : methods + "   " + String.join("; ", clauses);
  }

  /** Other clauses in the place of one. */
  private static Set<String> variantSet(Matcher m) {
    Set<String> variants = new LinkedHashSet<>();
    String place = m.group("place") == null ? "" : m.group("place") + ' ' + m.group("where") + ": ";
    String aspect = orEmpty(m.group("aspect"));
    String object = m.group("object");
    String part = orEmpty(m.group("part"));
    String condition = m.group("condition") == null ? "" : " if " + m.group("condition");
    String also = orEmpty(m.group("also"));
    String verb = m.group("verb");
    String tail = aspect + object + part + condition + also;
    places(m, verb).forEach(moved -> variants.add(moved + verb + ' ' + tail));
    for (String other : VERBS.getOrDefault(verb, List.of())) {
      variants.add(place + other + ' ' + tail);
    }
    String head = place + verb + ' ';
    variants.add(head + object + part + condition + also);
    variants.add(head + aspect + object + condition + also);
    variants.add(head + aspect + object + part + also);
    variants.add(head + aspect + object + part + condition);
    for (String fewer : fewerTests(m.group("condition"))) {
      variants.add(head + aspect + object + part + " if " + fewer + also);
    }
    if (!condition.isEmpty()) {
      variants.add(head + aspect + object + part + negated(condition) + also);
    }
    return variants;
  }

  /** A condition without one of its tests. */
  private static List<String> fewerTests(String condition) {
    if (condition == null || !condition.contains(" and ")) {
      return List.of();
    }
    List<String> tests = List.of(condition.split(" and "));
    return tests.stream()
        .map(
            test ->
                tests.stream().filter(t -> !t.equals(test)).collect(Collectors.joining(" and ")))
        .toList();
  }

  private static List<String> variants(String clause) {
    Matcher m = CLAUSE.matcher(clause);
    if (!m.matches()) {
      throw new IllegalArgumentException(clause);
    }
    Set<String> variants = variantSet(m);
    variants.remove(clause);
    return List.copyOf(variants);
  }

  private static boolean isFlag(String clause) {
    return !clause.contains(" ");
  }

  private static String negated(String condition) {
    return condition.startsWith(" if not ")
        ? " if " + condition.substring(" if not ".length())
        : " if not " + condition.substring(" if ".length());
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  /** Where else the clause may apply. */
  private static Stream<String> places(Matcher m, String verb) {
    String where = m.group("where") + ": ";
    if (m.group("place") == null) {
      return ATOMIC.contains(verb) || DATA.contains(verb)
          ? Stream.of()
          : Stream.of("at entry: ", "at exit: ");
    }
    return switch (m.group("place")) {
      case "before" -> Stream.of("after " + where, "at entry: ");
      case "after" -> Stream.of("before " + where, "at exit: ");
      case "reading" -> Stream.of("at entry: ");
      case "at" ->
          Stream.of("at entry: ", "at exit: ", "at end: ").filter(p -> !p.equals("at " + where));
      default -> Stream.of();
    };
  }
}
