package io.racedet.junit.agent.model.language;

import io.racedet.junit.agent.model.language.ModelClass.VolatileField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses models. The head of {@code jdk.model} describes their syntax. */
public final class ModelParser {
  private static final Pattern CLASS =
      Pattern.compile("class ([\\w.$]+)(?:\\s+@(\\S+))?( if present)?");
  private static final Pattern COMMENT = Pattern.compile("(^|\\s)#");
  private static final Pattern SECTION = Pattern.compile("\\[.+\\]");
  private static final Pattern VOLATILE =
      Pattern.compile("volatile (?:([\\w.$]+)\\.)?(\\w+)( always)?");
  private static final Pattern MONITORS = Pattern.compile("monitors(?: (unseen|lent))?( always)?");
  private static final String SIGNATURE = "([\\w$]+|<init>)\\(([^()]*)\\)(?:\\s+@([\\d+-]+))?";
  private static final Pattern METHOD = Pattern.compile(SIGNATURE);
  private static final Pattern METHODS =
      Pattern.compile(SIGNATURE + "(?:\\s*,\\s*" + SIGNATURE + ")*(?:\\s+(?<clauses>[^@,].*))?");
  private static final Pattern REST = Pattern.compile("(\\*)(?:\\s+(.*))?");
  private static final Pattern RANGE = Pattern.compile("(\\d*)(-|\\+)(\\d*)");

  private final String source;
  private final AspectNames aspects;
  private final Map<String, Clause> parsed = new HashMap<>();
  private final List<ModelClass> classes = new ArrayList<>();
  private final List<ModelLine> lines = new ArrayList<>();
  private final List<VolatileField> volatiles = new ArrayList<>();
  private Monitors monitors = Monitors.IGNORED;
  private boolean always;
  private ModelLocation classOrigin;
  private String classText;

  private ModelParser(String source, AspectNames aspects) {
    this.source = source;
    this.aspects = aspects;
  }

  /**
   * Parses a model.
   *
   * @throws ModelException if a line cannot be parsed
   */
  public static List<ModelClass> parse(String source, String text, AspectNames aspects) {
    ModelParser parser = new ModelParser(source, aspects);
    forEachLine(
        source,
        text,
        (line, origin) -> {
          if (CallRule.parse(line, origin).isEmpty()) {
            parser.line(line, origin);
          }
        });
    parser.endClass();
    return List.copyOf(parser.classes);
  }

  /**
   * Parses the rules of a model for calls that are not recorded.
   *
   * @throws ModelException if such a line cannot be parsed
   */
  public static List<CallRule> rules(String source, String text) {
    List<CallRule> rules = new ArrayList<>();
    forEachLine(source, text, (line, origin) -> rules.addAll(CallRule.parse(line, origin)));
    return List.copyOf(rules);
  }

  private static void forEachLine(
      String source, String text, BiConsumer<String, ModelLocation> action) {
    int number = 0;
    for (String raw : text.split("\n", -1)) {
      number++;
      String line = withoutComment(raw).strip();
      if (!line.isEmpty() && !(line.startsWith("[") && SECTION.matcher(line).matches())) {
        action.accept(line, new ModelLocation(source, number));
      }
    }
  }

  private static String withoutComment(String line) {
    if (line.indexOf('#') < 0) {
      return line;
    }
    Matcher comment = COMMENT.matcher(line);
    return comment.find() ? line.substring(0, comment.start()) : line;
  }

  private void line(String text, ModelLocation origin) {
    if (text.startsWith("class ")) {
      endClass();
      classOrigin = origin;
      classText = text;
      return;
    }
    if (classText == null) {
      throw new ModelException(origin, text, "class name, before its methods");
    }
    // Most lines are of methods, and the expression for these is long.
    Matcher locks = text.startsWith("monitors") ? MONITORS.matcher(text) : null;
    Matcher field = text.startsWith("volatile ") ? VOLATILE.matcher(text) : null;
    if (locks != null && locks.matches()) {
      monitors = Monitors.named(locks.group(1));
      always = locks.group(2) != null;
    } else if (field != null && field.matches()) {
      String name = field.group(2);
      String owner = field.group(1) == null ? "" : field.group(1);
      boolean inside = field.group(3) != null;
      volatiles.add(new VolatileField(origin, text, owner, name, aspects.numberOf(name), inside));
    } else {
      methods(text, origin);
    }
  }

  private void endClass() {
    if (classText == null) {
      return;
    }
    Matcher m = CLASS.matcher(classText);
    if (!m.matches()) {
      throw new ModelException(
          classOrigin, classText, "class binary.Name [@releases] [if present]");
    }
    JdkRange range = range(m.group(2), classOrigin, classText);
    classes.add(
        new ModelClass(
            classOrigin,
            classText,
            m.group(1),
            range,
            m.group(3) != null,
            volatiles,
            monitors,
            always,
            lines));
    lines.clear();
    volatiles.clear();
    monitors = Monitors.IGNORED;
    always = false;
    classText = null;
  }

  private void methods(String text, ModelLocation origin) {
    Matcher rest = text.startsWith("*") ? REST.matcher(text) : null;
    if (rest != null && rest.matches()) {
      lines.add(line(origin, text, "*", null, JdkRange.ALL, rest.group(2)));
      return;
    }
    Matcher all = METHODS.matcher(text);
    if (!all.matches()) {
      throw new ModelException(
          origin, text, "method(types) [@releases] [, method(types)] clause; clause");
    }
    String clauses = all.group("clauses");
    Matcher method =
        METHOD.matcher(clauses == null ? text : text.substring(0, all.start("clauses")));
    while (method.find()) {
      JdkRange range = range(method.group(3), origin, text);
      List<String> types = ClauseParser.types(method.group(2));
      lines.add(line(origin, text, method.group(1), types, range, clauses));
    }
  }

  private ModelLine line(
      ModelLocation origin,
      String text,
      String name,
      List<String> types,
      JdkRange range,
      String tail) {
    return line(origin, text, name, types, range, tail, new ClauseParser(origin, aspects, parsed));
  }

  /** The line of a method with an annotation. */
  static ModelLine line(
      ModelLocation origin, String name, List<String> types, String clauses, AspectNames aspects) {
    ClauseParser parser = new ClauseParser(origin, aspects, new HashMap<>());
    return line(origin, clauses, name, types, JdkRange.ALL, clauses, parser);
  }

  private static ModelLine line(
      ModelLocation origin,
      String text,
      String name,
      List<String> types,
      JdkRange range,
      String tail,
      ClauseParser clauseParser) {
    List<Clause> clauses = new ArrayList<>();
    ModelLine.Guard guard = null;
    boolean always = false;
    boolean point = false;
    for (String part : tail == null ? new String[0] : tail.split(";")) {
      String word = part.strip();
      switch (word) {
        case "quiet" -> guard = ModelLine.Guard.RAISED;
        case "closed" -> guard = ModelLine.Guard.CLOSED;
        case "silent" -> guard = ModelLine.Guard.SILENT;
        case "callback" -> guard = ModelLine.Guard.KEPT;
        case "open" -> guard = ModelLine.Guard.LIFTED;
        case "always" -> always = true;
        case "point" -> point = true;
        default -> clauses.add(clauseParser.parse(word));
      }
    }
    ModelLine.Guard chosen = guard != null ? guard : defaultGuard(clauses);
    return new ModelLine(origin, text, name, types, range, chosen, always, point, clauses);
  }

  private static ModelLine.Guard defaultGuard(List<Clause> clauses) {
    boolean alone = clauses.stream().map(Clause::verb).allMatch(ModelParser::keepsCalls);
    return alone ? ModelLine.Guard.KEPT : ModelLine.Guard.RAISED;
  }

  private static boolean keepsCalls(Verb verb) {
    return verb.isData() || verb.isAtomic() || verb == Verb.UNBLOCK;
  }

  private static JdkRange range(String text, ModelLocation origin, String line) {
    if (text == null) {
      return JdkRange.ALL;
    }
    Matcher m = RANGE.matcher(text);
    if (!m.matches()) {
      throw new ModelException(origin, line, "@21+, @-20 or @17-20");
    }
    int from = m.group(1).isEmpty() ? 0 : Integer.parseInt(m.group(1));
    int to = m.group(3).isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(m.group(3));
    return new JdkRange(from, to);
  }
}
