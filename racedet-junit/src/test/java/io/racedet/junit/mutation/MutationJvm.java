package io.racedet.junit.mutation;

import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.model.WovenText;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.runtime.AgentState;
import io.racedet.runtime.Hits;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Runs programs with mutants in this JVM, which a mutant may hang or crash. */
final class MutationJvm {
  /** More programs than this are too many to run with pauses. */
  private static final int MAX_PAUSED = 200;

  private final ModelText text = ModelText.ofJdk();
  private final Path directory;
  private final Suite suite;
  private final Reweaving reweaving;
  private final WovenText model;
  private final long budgetNanos;

  /** The classes of the line, without a mutant. */
  private Map<Class<?>, byte[]> original = Map.of();

  private MutationJvm(Path directory, String programs, long budgetNanos) throws Exception {
    this.directory = directory;
    this.budgetNanos = budgetNanos;
    RacedetAgent agent = RacedetAgent.install();
    agent.cover(Scope.of(WovenText.class, List.of("io.racedet.junit.agent.model"), List.of()));
    Instrumentation instrumentation = (Instrumentation) AgentState.instrumentation();
    HitCounter.defineHits(instrumentation);
    this.reweaving = new Reweaving(instrumentation);
    this.model = WovenText.of(text.text());
    this.suite = new Suite(programs);
  }

  /**
   * Runs what is asked for.
   *
   * @param args {@code cover} or {@code try}, the directory of the files of the run, which
   *     programs, and for how many nanoseconds programs are run with one mutant
   */
  public static void main(String[] args) throws Exception {
    MutationJvm jvm = new MutationJvm(Path.of(args[1]), args[2], Long.parseLong(args[3]));
    if (args[0].equals("cover")) {
      jvm.cover();
    } else {
      jvm.tryAll();
    }
    System.exit(0); // a program may have left threads behind
  }

  /* ---- which program calls what ---- */

  /** Runs all programs twice: one that fails without a mutant says nothing about mutants. */
  private void cover() throws IOException {
    Map<String, String> ofProgram = new TreeMap<>();
    Set<String> failing = new HashSet<>();
    List<String> calls = new ArrayList<>();
    Map<Class<?>, byte[]> counted = HitCounter.weave(model, calls);
    Files.write(directory.resolve("calls"), calls);
    reweaving.use(counted);
    suite.runAll(collector(ofProgram, failing));
    reweaving.restore(counted);
    suite.runAll(collector(new TreeMap<>(), failing));
    List<String> rows = new ArrayList<>();
    ofProgram.forEach(
        (program, hit) -> rows.add(program + '\t' + (failing.contains(program) ? "fails" : hit)));
    Files.write(directory.resolve("programs"), rows);
  }

  private static Suite.Observer collector(Map<String, String> calls, Set<String> failing) {
    return new Suite.Observer() {
      @Override
      public void begin(String program) {
        Hits.clear();
      }

      @Override
      public void end(String program, boolean passed) {
        calls.put(program, Hits.numbers(false) + "\t" + Hits.numbers(true));
        if (!passed) {
          failing.add(program);
        }
      }
    };
  }

  /* ---- mutants ---- */

  /** Tries the mutants for which there is no outcome yet. */
  private void tryAll() throws IOException {
    List<Mutant> mutants =
        Files.readAllLines(directory.resolve("mutants")).stream().map(Mutant::ofRow).toList();
    Path outcomes = directory.resolve("outcomes");
    int done = Files.exists(outcomes) ? Files.readAllLines(outcomes).size() : 0;
    Killers killers = Killers.of(directory.resolve("programs"), directory.resolve("calls"));
    Files.writeString(directory.resolve("ready"), "");
    Set<String> seen = new HashSet<>();
    int line = 0;
    for (Mutant mutant : mutants) {
      if (mutant.number() != line) {
        line = mutant.number();
        original = unchanged(mutant).weave(mutant.className());
        seen.clear();
        seen.add(digest(original));
      }
      Map<Class<?>, byte[]> woven;
      Outcome outcome = null;
      try {
        woven = mutated(mutant).weave(mutant.className());
      } catch (ModelException e) {
        woven = Map.of();
        outcome = new Outcome(mutant, Outcome.Status.INVALID, 0, 0, "");
      }
      if (outcome == null && !seen.add(digest(woven))) {
        outcome = new Outcome(mutant, Outcome.Status.EQUIVALENT, 0, 0, "");
      }
      if (done > 0) {
        done--;
        continue;
      }
      if (outcome == null) {
        outcome = attempt(mutant, woven, killers);
      }
      Files.writeString(
          outcomes, outcome.row() + '\n', StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
  }

  private static String digest(Map<Class<?>, byte[]> woven) {
    StringBuilder digest = new StringBuilder();
    woven.entrySet().stream()
        .sorted(Comparator.comparing(entry -> entry.getKey().getName()))
        .forEach(
            entry ->
                digest
                    .append(entry.getKey().getName())
                    .append(java.util.Arrays.toString(sha(entry.getValue()))));
    return digest.toString();
  }

  private static byte[] sha(byte[] file) {
    try {
      return java.security.MessageDigest.getInstance("SHA-256").digest(file);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private Outcome attempt(Mutant mutant, Map<Class<?>, byte[]> woven, Killers killers) {
    List<String> programs = killers.programsOf(mutant);
    if (programs.isEmpty()) {
      return new Outcome(mutant, Outcome.Status.UNCOVERED, 0, 0, "");
    }
    long start = System.nanoTime();
    Outcome.Status status = Outcome.Status.SURVIVED;
    String how = "";
    String killer = failing(woven, programs);
    if (killer == null && mutant.isMove() && programs.size() <= MAX_PAUSED) {
      killer = failing(paused(mutant, mutated(mutant)), programs);
      if (killer != null) {
        boolean alone = failing(paused(mutant, model), List.of(killer)) == null;
        how = alone ? ", paused" : ", paused: also without the mutant";
      }
    }
    if (killer != null) {
      killers.killed(mutant, killer);
      status = how.endsWith("mutant") ? status : Outcome.Status.KILLED;
      how = Suite.shortName(killer) + how;
    }
    long millis = (System.nanoTime() - start) / 1_000_000;
    return new Outcome(mutant, status, programs.size(), millis, how);
  }

  private WovenText unchanged(Mutant mutant) {
    return model.with(ModelText.nestOf(mutant.className(), text.text()));
  }

  private WovenText mutated(Mutant mutant) {
    String changed = text.with(mutant.number(), mutant.text());
    return model.with(ModelText.nestOf(mutant.className(), changed));
  }

  private Map<Class<?>, byte[]> paused(Mutant mutant, WovenText woven) {
    Pauses pauses = new Pauses(mutant, model);
    Map<Class<?>, byte[]> files = woven.weave(mutant.className(), pauses::weave);
    files.replaceAll(pauses::weaveCalls);
    return files;
  }

  /** The first of the programs that fails, or null. */
  private String failing(Map<Class<?>, byte[]> woven, List<String> programs) {
    Map<Class<?>, byte[]> all = new HashMap<>(original);
    all.putAll(woven);
    reweaving.use(all);
    long start = System.nanoTime();
    try {
      return programs.stream()
          .takeWhile(program -> System.nanoTime() - start < budgetNanos)
          .filter(program -> suite.failing(program) != null)
          .findFirst()
          .orElse(null);
    } finally {
      reweaving.restore(all);
    }
  }
}
