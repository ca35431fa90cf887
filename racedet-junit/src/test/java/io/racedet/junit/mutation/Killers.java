package io.racedet.junit.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Which programs to run with a mutant, those that are likely to fail first. */
final class Killers {
  /** What a program that is repeated costs, compared with one that runs once. */
  private static final int REPEATED = 8;

  /**
   * A method that is called, with the line that applies to it.
   *
   * @param method as the line writes it, but for types that it leaves open
   */
  private record Call(int line, String method) {
    static Call ofRow(String row) {
      String[] parts = row.split("\t");
      return new Call(Integer.parseInt(parts[0]), parts[1]);
    }

    boolean isOf(Mutant mutant) {
      String missing = mutant.missingMethod();
      return line == mutant.begin()
          && (missing == null
              || missing.equals(method)
              || missing.endsWith("(..)")
                  && method.startsWith(missing.substring(0, missing.length() - 3)));
    }
  }

  private final List<Call> calls;

  /** By program: numbers of calls that were recorded, and of calls inside of others, too. */
  private final Map<String, Set<Integer>> recorded = new HashMap<>();

  private final Map<String, Set<Integer>> called = new HashMap<>();

  /** The lines of each class of the model, with those nested in it. */
  private final Map<String, Set<Integer>> lines = new HashMap<>();

  /** Programs that have failed with mutants of a class, the most recent one first. */
  private final Map<String, List<String>> recent = new HashMap<>();

  private Killers(List<Call> calls) {
    this.calls = calls;
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
   * @param programs a line for each program: its name and the numbers of calls
   * @param calls a line for each number: line and method
   */
  static Killers of(Path programs, Path calls) throws IOException {
    Killers killers = new Killers(Files.readAllLines(calls).stream().map(Call::ofRow).toList());
    for (String row : Files.readAllLines(programs)) {
      String[] parts = row.split("\t", -1);
      if (!parts[1].equals("fails")) {
        Set<Integer> numbers = numbers(parts[1]);
        killers.recorded.put(parts[0], numbers);
        killers.called.put(parts[0], numbers(parts[2]));
      }
    }
    return killers;
  }

  private static Set<Integer> numbers(String text) {
    return Arrays.stream(text.replaceAll("[{} ]", "").split(","))
        .filter(number -> !number.isEmpty())
        .map(Integer::valueOf)
        .collect(Collectors.toSet());
  }

  private Set<Integer> numbersOf(Predicate<Call> which) {
    return IntStream.range(0, calls.size())
        .filter(number -> which.test(calls.get(number)))
        .boxed()
        .collect(Collectors.toSet());
  }

  /** The programs to run, in this order; those that only call it inside of others come last. */
  List<String> programsOf(Mutant mutant) {
    Set<Integer> wanted = numbersOf(call -> call.isOf(mutant));
    Set<Integer> ofClass = lines.getOrDefault(ModelText.outermost(mutant.className()), Set.of());
    Set<Integer> related = numbersOf(call -> ofClass.contains(call.line()));
    Map<String, Integer> ranks = new HashMap<>();
    recorded.keySet().forEach(program -> ranks.put(program, distinction(program, related)));
    Set<String> programs = new LinkedHashSet<>(recent.getOrDefault(mutant.className(), List.of()));
    recorded.keySet().stream()
        .sorted(Comparator.<String>comparingInt(ranks::get).thenComparing(program -> program))
        .forEach(programs::add);
    List<String> ordered = new ArrayList<>(programs);
    ordered.removeIf(program -> Collections.disjoint(recorded.get(program), wanted));
    if (mutant.isOfInnerCalls()) {
      programs.removeAll(ordered);
      programs.removeIf(program -> Collections.disjoint(called.get(program), wanted));
      ordered.addAll(programs);
    }
    return ordered;
  }

  /** Low if it calls few methods of the class, in short: it is likely to be about one of them. */
  private int distinction(String program, Set<Integer> related) {
    int cost = program.contains("io.racedet.junit.agent.model.") ? 1 : REPEATED;
    return cost * (int) recorded.get(program).stream().filter(related::contains).count();
  }

  void killed(Mutant mutant, String program) {
    List<String> killers = recent.computeIfAbsent(mutant.className(), key -> new ArrayList<>());
    killers.remove(program);
    killers.add(0, program);
  }
}
