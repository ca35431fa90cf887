package io.racedet.junit.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which programs to run with a mutant, those that are likely to fail first. */
final class Killers {
  /** By program: lines of calls that were recorded, and of calls inside of others, too. */
  private final Map<String, Set<Integer>> recorded;

  private final Map<String, Set<Integer>> called;

  /** What a program that is repeated costs, compared with one that runs once. */
  private static final int REPEATED = 8;

  /** The lines of each class of the model, with those nested in it. */
  private final Map<String, Set<Integer>> lines = new HashMap<>();

  private final Map<Integer, Integer> programsPerLine = new HashMap<>();

  /** Programs that have failed with mutants of a class, the most recent one first. */
  private final Map<String, List<String>> recent = new HashMap<>();

  private Killers(Map<String, Set<Integer>> recorded, Map<String, Set<Integer>> called) {
    this.recorded = recorded;
    this.called = called;
    recorded
        .values()
        .forEach(hit -> hit.forEach(line -> programsPerLine.merge(line, 1, Integer::sum)));
    ModelText.ofJdk()
        .lines()
        .forEach(
            line ->
                lines
                    .computeIfAbsent(ModelText.outermost(line.className()), key -> new HashSet<>())
                    .add(line.number()));
  }

  /**
   * Reads what programs call.
   *
   * @param file a line for each program: its name and the numbers of lines
   */
  static Killers of(Path file) throws IOException {
    Map<String, Set<Integer>> recorded = new HashMap<>();
    Map<String, Set<Integer>> called = new HashMap<>();
    for (String row : Files.readAllLines(file)) {
      String[] parts = row.split("\t", -1);
      if (!parts[1].equals("fails")) {
        recorded.put(parts[0], numbers(parts[1]));
        called.put(parts[0], numbers(parts[2]));
      }
    }
    return new Killers(recorded, called);
  }

  private static Set<Integer> numbers(String text) {
    return Arrays.stream(text.replaceAll("[{} ]", "").split(","))
        .filter(number -> !number.isEmpty())
        .map(Integer::valueOf)
        .collect(Collectors.toSet());
  }

  /** The programs to run, in this order; those that only call it inside of others come last. */
  List<String> programsOf(Mutant mutant) {
    Set<Integer> ofClass = lines.getOrDefault(ModelText.outermost(mutant.className()), Set.of());
    Map<String, Integer> ranks = new HashMap<>();
    recorded.keySet().forEach(program -> ranks.put(program, distinction(program, ofClass)));
    Set<String> programs = new LinkedHashSet<>(recent.getOrDefault(mutant.className(), List.of()));
    recorded.keySet().stream()
        .sorted(Comparator.<String>comparingInt(ranks::get).thenComparing(program -> program))
        .forEach(programs::add);
    List<String> ordered = new ArrayList<>(programs);
    ordered.removeIf(program -> !recorded.get(program).contains(mutant.begin()));
    if (mutant.isOfInnerCalls()) {
      programs.removeAll(ordered);
      programs.removeIf(program -> !called.get(program).contains(mutant.begin()));
      ordered.addAll(programs);
    }
    return ordered;
  }

  /** Low if few other programs call the methods of the class that this one calls, in short. */
  private int distinction(String program, Set<Integer> ofClass) {
    int cost = program.contains("io.racedet.junit.agent.model.") ? 1 : REPEATED;
    return cost
        * recorded.get(program).stream()
            .filter(ofClass::contains)
            .mapToInt(programsPerLine::get)
            .min()
            .orElse(recorded.size());
  }

  void killed(Mutant mutant, String program) {
    List<String> killers = recent.computeIfAbsent(mutant.className(), key -> new ArrayList<>());
    killers.remove(program);
    killers.add(0, program);
  }
}
