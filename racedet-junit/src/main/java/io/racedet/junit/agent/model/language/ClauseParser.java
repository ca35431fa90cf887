package io.racedet.junit.agent.model.language;

import io.racedet.runtime.log.Aspects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the clauses of one line. */
final class ClauseParser {
  private static final Pattern LOCATED =
      Pattern.compile("(before|after|around|reading|writing|at)\\s+([^:]*):\\s*(.*)");
  private static final Pattern CALL = Pattern.compile("([\\w$]+|\\*)\\.([\\w$<>]+)\\((.*)\\)");
  private static final Pattern EFFECT =
      Pattern.compile(
          "(?<verb>[a-z-]+)\\s+(?:(?<aspect>[a-z-]+) of )?(?<object>[^\\s\\[\\]]+)"
              + "(?:\\[(?<part>[^\\[\\]]+)\\])?(?:\\s+if (?<condition>.*?))?"
              + "(?:\\s+also on (?<exceptions>[\\w|]+))?");
  private static final Pattern CONDITION =
      Pattern.compile(
          "(?<not>not )?(?:(?<tester>\\w+)\\((?<tested>[^()]+)\\)|(?<value>\\S+?))"
              + "(?: is (?<other>\\S+))?");
  private static final Path ZERO = new Path(Path.Root.ZERO, 0, List.of());
  private static final Path END = new Path(Path.Root.END, 0, List.of());
  private static final Pattern ROOT = Pattern.compile("passed(\\d)|(\\d)|[a-z]+");

  private final ModelLocation origin;
  private final AspectNames aspects;
  private final Map<String, Clause> parsed;

  /**
   * Creates the parser of a line.
   *
   * @param parsed the clauses of the model so far, by their texts: most occur several times
   */
  ClauseParser(ModelLocation origin, AspectNames aspects, Map<String, Clause> parsed) {
    this.origin = origin;
    this.aspects = aspects;
    this.parsed = parsed;
  }

  Clause parse(String text) {
    Clause known = parsed.get(text);
    if (known == null) {
      known = parseNew(text);
      parsed.put(text, known);
    }
    return known;
  }

  private Clause parseNew(String text) {
    Matcher located = LOCATED.matcher(text);
    if (located.matches()) {
      String what = located.group(2).strip();
      return effect(located.group(3), insertionPoint(located.group(1), what, text), text);
    }
    return effect(text, null, text);
  }

  private InsertionPoint insertionPoint(String word, String what, String text) {
    switch (word) {
      case "at":
        switch (what) {
          case "entry":
            return new InsertionPoint.Entry();
          case "exit":
            return new InsertionPoint.Exit();
          case "end":
            return new InsertionPoint.End();
          case "unlock":
            return new InsertionPoint.Unlock();
          case "load":
            return new InsertionPoint.Load();
          case "store":
            return new InsertionPoint.Store();
          default:
            throw new ModelException(origin, text, "at entry, exit, end, unlock, load or store");
        }
      case "reading":
        return new InsertionPoint.Reading(what);
      case "writing":
        return new InsertionPoint.Writing(what);
      default:
        Matcher call = CALL.matcher(what);
        if (!call.matches()) {
          throw new ModelException(origin, text, word + " Type.method(types):");
        }
        return new InsertionPoint.Call(
            InsertionPoint.Side.named(word), call.group(1), call.group(2), types(call.group(3)));
    }
  }

  /** Simple names of types, null for any. */
  static List<String> types(String text) {
    if (text.strip().equals("..")) {
      return null;
    }
    List<String> types = new ArrayList<>();
    for (String type : text.split(",")) {
      if (!type.isBlank()) {
        types.add(type.strip());
      }
    }
    return List.copyOf(types);
  }

  private Clause effect(String text, InsertionPoint given, String clause) {
    Matcher effect = EFFECT.matcher(text);
    Verb verb = effect.matches() ? Verb.named(effect.group("verb")) : null;
    if (verb == null) {
      throw new ModelException(
          origin,
          clause,
          "[location:] verb [aspect of] object[part] [if condition] [also on Exception]");
    }
    Part part = effect.group("part") == null ? null : part(effect.group("part"), clause);
    String condition = effect.group("condition");
    String exceptions = effect.group("exceptions");
    InsertionPoint insertionPoint = given == null ? insertionPoint(verb) : given;
    if (insertionPoint.isAround() && !verb.isAtomic()) {
      throw new ModelException(origin, clause, "around a call: get, set or update");
    }
    return new Clause(
        insertionPoint,
        verb,
        aspect(verb, effect.group("aspect"), part, clause),
        path(effect.group("object"), clause),
        part,
        condition == null ? null : condition(condition.strip(), clause),
        exceptions == null ? List.of() : List.of(exceptions.split("\\|")));
  }

  private static InsertionPoint insertionPoint(Verb verb) {
    if (verb.isAtomic()) {
      return new InsertionPoint.Whole();
    }
    return verb.late ? new InsertionPoint.Exit() : new InsertionPoint.Entry();
  }

  private int aspect(Verb verb, String named, Part part, String clause) {
    boolean isConnection = named != null && aspects.numberOf(named) == Aspects.CONNECTION;
    if (isConnection && (part == null || !part.isRange())) {
      throw new ModelException(origin, clause, "connection of this[port to port]");
    }
    if (part != null && part.isRange() && !isConnection) {
      if (named != null || !verb.isData()) {
        throw new ModelException(origin, clause, "one part, except for read and write");
      }
      return Aspects.RANGE;
    }
    if (named != null) {
      return aspects.numberOf(named);
    }
    if (part == null) {
      return verb.aspect;
    }
    if (verb.isOfAtomic() || verb.isData()) {
      return aspects.numberOf("index");
    }
    return verb == Verb.SEND || verb == Verb.RECEIVE ? aspects.numberOf("element") : verb.aspect;
  }

  private Condition condition(String text, String clause) {
    String[] tests = text.split(" and ", 2);
    Matcher m = CONDITION.matcher(tests[0].strip());
    if (!m.matches()) {
      throw new ModelException(
          origin, clause, "if [not] value, if value is other or if tester(value), with `and`");
    }
    String tester = m.group("tester");
    String value = tester == null ? m.group("value") : m.group("tested");
    Path other = m.group("other") == null ? null : path(m.group("other"), clause);
    Condition and = tests.length == 1 ? null : condition(tests[1].strip(), clause);
    return new Condition(m.group("not") != null, path(value, clause), tester, other, and);
  }

  private Part part(String text, String clause) {
    if (text.strip().equals("all")) {
      return new Part(new Part.Sum(ZERO, null), new Part.Sum(END, null));
    }
    String[] bounds = text.split(" to ");
    Part.Sum first = sum(bounds[0], clause);
    return new Part(first, bounds.length == 1 ? null : sum(bounds[1], clause));
  }

  private Part.Sum sum(String text, String clause) {
    String[] values = text.split("\\+");
    Path first = path(values[0].strip(), clause);
    return new Part.Sum(first, values.length == 1 ? null : path(values[1].strip(), clause));
  }

  private Path path(String text, String clause) {
    if (text.equals("0")) {
      return ZERO;
    }
    String[] words = text.split("\\.");
    Matcher root = ROOT.matcher(words[0]);
    if (!root.matches()) {
      throw new ModelException(origin, clause, "a path such as this.field, 1, result or passed1");
    }
    List<Path.Step> steps = new ArrayList<>();
    for (int i = 1; i < words.length; i++) {
      boolean isCall = words[i].endsWith("()");
      steps.add(
          new Path.Step(isCall ? words[i].substring(0, words[i].length() - 2) : words[i], isCall));
    }
    if (root.group(1) != null) {
      return new Path(Path.Root.PASSED, Integer.parseInt(root.group(1)), steps);
    }
    if (root.group(2) != null) {
      return new Path(Path.Root.ARGUMENT, Integer.parseInt(root.group(2)), steps);
    }
    for (Path.Root candidate : Path.Root.values()) {
      if (candidate.word.equals(words[0])) {
        return new Path(candidate, 0, steps);
      }
    }
    throw new ModelException(
        origin,
        clause,
        "this, a number, result, target, passed1, returned, value, captured or current");
  }
}
