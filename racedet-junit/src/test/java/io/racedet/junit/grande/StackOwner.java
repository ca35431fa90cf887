package io.racedet.junit.grande;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells to which part the time belongs in which a thread has a stack: that of the frame nearest to
 * the top whose package has one. Frames of the JDK, of libraries and of values that all parts share
 * belong to their callers.
 *
 * @param program the program that is checked
 */
record StackOwner(Program program) {
  /** With the packages inside them, unless these are named, too. */
  private static final Map<String, Part> OF_PACKAGES =
      Map.ofEntries(
          Map.entry("io.racedet", Part.ENGINES),
          Map.entry("io.racedet.runtime", Part.HOOKS),
          Map.entry("io.racedet.proof", Part.PROOFS),
          Map.entry("io.racedet.witness", Part.PROOFS),
          Map.entry("io.racedet.report", Part.REST),
          Map.entry("io.racedet.trace", Part.REST),
          Map.entry("io.racedet.junit", Part.REST),
          Map.entry("io.racedet.junit.agent", Part.WEAVING),
          Map.entry("io.racedet.junit.deadlocks", Part.ENGINES),
          Map.entry("io.racedet.junit.proof", Part.PROOFS),
          Map.entry("io.racedet.junit.record", Part.MERGE));

  private static final Set<String> SHARED =
      Set.of("io.racedet.event", "io.racedet.ids", "io.racedet.race");

  /**
   * The part of a stack.
   *
   * @param classes the names of the classes of its methods, from the top
   */
  Part of(List<String> classes) {
    boolean isBelowHook = false;
    for (String name : classes) {
      Optional<Part> part = ofClass(name);
      if (part.isPresent() && part.get() != Part.HOOKS) {
        // What hooks are called by is the program; what another part calls in their package is its.
        return isBelowHook && part.get() == Part.PROGRAM ? Part.HOOKS : part.get();
      }
      isBelowHook |= part.isPresent();
    }
    return isBelowHook ? Part.HOOKS : Part.REST;
  }

  private Optional<Part> ofClass(String name) {
    String enclosing = enclosing(name);
    if (enclosing.isEmpty() || program.packages().contains(enclosing)) {
      return Optional.of(Part.PROGRAM); // its main class is in the unnamed package
    }
    while (!enclosing.isEmpty() && !SHARED.contains(enclosing)) {
      if (OF_PACKAGES.containsKey(enclosing)) {
        return Optional.of(OF_PACKAGES.get(enclosing));
      }
      enclosing = enclosing(enclosing);
    }
    return Optional.empty();
  }

  private static String enclosing(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }
}
