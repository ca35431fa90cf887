package io.racedet.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Groups of source files each of which depends on all others of its group, if only through them. A
 * file depends on those that it names outside of comments and texts: in the same package by their
 * simple names, in others by imports.
 */
public final class Knots {
  /** The most files of a group: who changes one has to understand all of them. */
  private static final int MAX_FILES = 5;

  private static final Path TESTS = Path.of("src/test/java");

  private static final Pattern NO_CODE =
      Pattern.compile(
          "/\\*.*?\\*/|//[^\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\])'",
          Pattern.DOTALL);
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?([a-z][\\w.]*\\.[A-Z]\\w*)[^;]*;", Pattern.MULTILINE);
  private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w*");

  private final Map<String, Set<String>> uses = new TreeMap<>();

  private Knots(Map<String, String> sources) {
    sources.forEach((type, text) -> uses.put(type, usedBy(type, text, sources.keySet())));
  }

  private static List<Path> roots() {
    List<Path> roots = new ArrayList<>(PackageTable.SOURCES);
    roots.add(TESTS);
    return roots;
  }

  /** The groups of this module's sources that are too large, its tests included. */
  public static Set<Set<String>> ofThisModule() throws IOException {
    Map<String, String> sources = new HashMap<>();
    for (Path root : roots()) {
      if (Files.exists(root)) {
        try (Stream<Path> files = Files.walk(root)) {
          for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
            String name = root.relativize(file).toString().replaceAll("\\.java$", "");
            sources.put(name.replaceAll("\\W", "."), Files.readString(file));
          }
        }
      }
    }
    return of(sources);
  }

  /**
   * The groups that are too large.
   *
   * @param sources source text by the qualified name of its type
   */
  static Set<Set<String>> of(Map<String, String> sources) {
    Knots knots = new Knots(sources);
    Map<String, Set<String>> reached =
        sources.keySet().stream().collect(Collectors.toMap(type -> type, knots::reachedFrom));
    return sources.keySet().stream()
        .map(type -> group(type, reached))
        .filter(group -> group.size() > MAX_FILES)
        .collect(Collectors.toSet());
  }

  private static Set<String> group(String type, Map<String, Set<String>> reached) {
    return reached.get(type).stream()
        .filter(other -> reached.get(other).contains(type))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> reachedFrom(String type) {
    Set<String> reached = new TreeSet<>();
    Deque<String> next = new ArrayDeque<>(Set.of(type));
    while (!next.isEmpty()) {
      for (String used : uses.get(next.pop())) {
        if (reached.add(used)) {
          next.push(used);
        }
      }
    }
    return reached;
  }

  private static Set<String> usedBy(String type, String text, Set<String> all) {
    String code = NO_CODE.matcher(text).replaceAll(" ");
    Map<String, String> imported = new HashMap<>();
    Matcher imports = IMPORT.matcher(code);
    while (imports.find()) {
      imported.put(simpleName(imports.group(1)), imports.group(1));
    }
    String samePackage = type.substring(0, type.length() - simpleName(type).length());
    return NAME.matcher(IMPORT.matcher(code).replaceAll(""))
        .results()
        .map(name -> imported.getOrDefault(name.group(), samePackage + name.group()))
        .filter(used -> all.contains(used) && !used.equals(type))
        .collect(Collectors.toSet());
  }

  private static String simpleName(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}
