package io.racedet.junit.forced;

import io.racedet.junit.stress.Compiler;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares what is found in random programs with what is found if nothing is left out of their
 * recordings; in a JVM of its own, in which no other thread can act.
 */
final class ForcedMain {
  private static final int AT_ONCE = 25;

  private final ForcedRun runs = new ForcedRun();
  private int programs;
  private int racy;
  private int alone;
  private int filtered;
  private int different;

  private ForcedMain() {}

  /**
   * Runs the comparison.
   *
   * @param args the first seed, and the number of programs
   */
  public static void main(String[] args) throws Exception {
    long first = Long.parseLong(args[0]);
    int count = Integer.parseInt(args[1]);
    ForcedMain main = new ForcedMain();
    try (Compiler compiler = new Compiler()) {
      for (int done = 0; done < count; done += AT_ONCE) {
        main.compare(compiler, first + done, Math.min(AT_ONCE, count - done));
      }
    }
    System.out.println(main);
    System.exit(0);
  }

  private void compare(Compiler compiler, long first, int count) throws Exception {
    Map<Long, ForcedText> texts = new HashMap<>();
    Map<String, String> sources = new HashMap<>();
    for (long seed = first; seed < first + count; seed++) {
      ForcedText text = ForcedText.of(seed);
      texts.put(seed, text);
      sources.put(text.name(), text.text());
    }
    Map<String, byte[]> classes = compiler.compile(sources);
    for (long seed = first; seed < first + count; seed++) {
      compare(seed, texts.get(seed), classes);
    }
  }

  private void compare(long seed, ForcedText text, Map<String, byte[]> classes) throws Exception {
    ForcedRun.Seen all = run(text, classes, Switches.OFF);
    boolean isAlone = true;
    boolean isFiltered = true;
    for (Switches how : Switches.SOME) {
      ForcedRun.Seen some = run(text, classes, how);
      isAlone &= !how.hasSolo() || some.events() + some.leftOut() < all.events();
      isFiltered &= !how.filter() || some.leftOut() > 0;
      if (!isSame(text, how, all.races(), some.races())) {
        different++;
        System.out.printf(
            "seed %d, %s: missing %s, more %s%n%s%n",
            seed,
            how,
            without(all.races(), some.races()),
            without(some.races(), all.races()),
            text);
      }
    }
    programs++;
    racy += all.races().isEmpty() ? 0 : 1;
    alone += isAlone ? 1 : 0;
    filtered += isFiltered ? 1 : 0;
  }

  /* The accesses of a section that is open when others begin to act are not known where nothing
   * was counted: it is not reordered. */
  private static boolean isSame(ForcedText text, Switches how, Set<String> all, Set<String> some) {
    return how.solo() == Switches.Solo.UNCOUNTED && text.holdsAtStart()
        ? all.containsAll(some)
        : all.equals(some);
  }

  private static Set<String> without(Set<String> races, Set<String> others) {
    Set<String> rest = new TreeSet<>(races);
    rest.removeAll(others);
    return rest;
  }

  private ForcedRun.Seen run(ForcedText text, Map<String, byte[]> classes, Switches how)
      throws Exception {
    return runs.of(text, Compiler.load(classes, text.name(), ForcedProgram.class), how);
  }

  @Override
  public String toString() {
    return "programs %d, with races %d, of which something was left out alone %d, as unshared %d, different %d"
        .formatted(programs, racy, alone, filtered, different);
  }
}
