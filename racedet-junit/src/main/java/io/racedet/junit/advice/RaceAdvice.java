package io.racedet.junit.advice;

import io.racedet.report.HeldLock;
import io.racedet.report.Instruction;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedVariable;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Type;

/**
 * Says how a race may be mended: by the lock that other accesses of the variable hold, and else by
 * what the variable is and what the methods of the accesses do with it, as their class files tell.
 *
 * <p>What it says is sound in this sense: code that follows it orders the accesses and, where it
 * updates, loses no update. Of what is not known it says nothing.
 */
public final class RaceAdvice {
  private static final String CONTENTS = " contents";
  private static final String ARRAY = "array ";
  private static final String BUFFERS = "java.nio.";
  private static final String SET_AT_ONCE = "set it in the constructor";

  private final ClassFiles files;
  private final Map<ReportedVariable, Set<ReportedAccess>> accesses = new HashMap<>();

  /**
   * Advises on races of code whose class files can be found.
   *
   * @param races all races of one test
   */
  public RaceAdvice(ClassFiles files, Collection<ReportedRace> races) {
    this.files = files;
    for (ReportedRace race : races) {
      Set<ReportedAccess> known =
          accesses.computeIfAbsent(race.variable(), variable -> new LinkedHashSet<>());
      Stream.of(race.first(), race.second()).filter(ReportedAccess::isKnown).forEach(known::add);
    }
  }

  /**
   * Returns what to do, in one line; empty if nothing better is known than to order the accesses.
   *
   * @param race one of the races
   */
  public String of(ReportedRace race) {
    Set<ReportedAccess> accesses = this.accesses.get(race.variable());
    Optional<String> lock = byLock(race, accesses);
    if (lock.isPresent()) {
      return lock.get();
    }
    String key = race.variable().key();
    if (key.endsWith(CONTENTS)) {
      return ofContents(key.substring(0, key.length() - CONTENTS.length()));
    }
    if (key.endsWith("[]")) {
      return ofElement(key);
    }
    if (key.startsWith(BUFFERS)) {
      return JdkObject.BUFFER_OF_ANY_TYPE.advice();
    }
    return ofField(race, accesses);
  }

  /* ---- by the lock of the others ---- */

  private static Optional<String> byLock(ReportedRace race, Set<ReportedAccess> accesses) {
    Map<String, Long> holders =
        accesses.stream()
            .flatMap(access -> access.locks().stream().filter(RaceAdvice::isOfProgram))
            .collect(
                Collectors.groupingBy(HeldLock::lock, LinkedHashMap::new, Collectors.counting()));
    return holders.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .flatMap(most -> everywhere(most.getKey(), race, accesses));
  }

  /*
   * What a thread holds before it takes part, such as one of a server, is a lock of its own or of its connection.
   */
  private static boolean isOfProgram(HeldLock lock) {
    return !lock.shared() && lock.acquired().isKnown();
  }

  private static Optional<String> everywhere(
      String lock, ReportedRace race, Set<ReportedAccess> accesses) {
    String without =
        Stream.of(race.first(), race.second())
            .filter(access -> access.isKnown() && !holds(access, lock))
            .map(RaceAdvice::place)
            .distinct()
            .collect(Collectors.joining(" and "));
    ReportedAccess with =
        accesses.stream().filter(access -> holds(access, lock)).findFirst().orElseThrow();
    return without.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "hold %s at %s, too, as the %s at %s does"
                .formatted(lock, without, with.operation(), place(with)));
  }

  private static boolean holds(ReportedAccess access, String lock) {
    return access.locks().stream().anyMatch(held -> held.lock().equals(lock) && !held.shared());
  }

  private static String place(ReportedAccess access) {
    return access.frame().location();
  }

  /* ---- by what the variable is ---- */

  private static String ofContents(String type) {
    return JdkObject.of(type).map(JdkObject::advice).orElseGet(() -> ofCollection(type));
  }

  private static String ofCollection(String type) {
    return Replacements.safeOneFor(type).map(safe -> "use " + safe + ", or ").orElse("")
        + "one lock around all calls on the "
        + type
        + " that belong together, as get and put; volatile does not help";
  }

  private static String ofElement(String key) {
    String component = key.substring(0, key.length() - 2).replace(ARRAY, "");
    String other =
        switch (component) {
          case "int" -> "an AtomicIntegerArray";
          case "long" -> "an AtomicLongArray";
          case "boolean", "byte", "char", "short", "float", "double" -> "a part for each thread";
          default ->
              JdkObject.of(component).isPresent()
                  ? "a slice() for each thread"
                  : "an AtomicReferenceArray";
        };
    return "one lock around the accesses, or "
        + other
        + "; volatile does not help: elements are not volatile";
  }

  private String ofField(ReportedRace race, Set<ReportedAccess> accesses) {
    String key = race.variable().key();
    String name = key.substring(key.lastIndexOf('.') + 1);
    String owner = race.variable().className();
    FieldType type = files.of(owner).flatMap(file -> FieldType.of(file, name, files)).orElse(null);
    if (type == null) {
      return "";
    }
    Set<FieldUse> uses =
        accesses.stream()
            .map(access -> use(access.site(), owner, name))
            .collect(Collectors.toSet());
    boolean isInConstruction =
        accesses.stream().anyMatch(access -> access.write() && isConstructor(access.site()));
    if (uses.stream().anyMatch(FieldUse::updates)) {
      return ofUpdate(type);
    }
    if (uses.stream().anyMatch(FieldUse::decides)) {
      return ofDecision(name, type, uses);
    }
    if (isInConstruction) {
      return "make "
          + name
          + " final, or hand the object over by what orders threads: a volatile field, a"
          + " concurrent collection, a lock";
    }
    return uses.contains(FieldUse.NONE) ? "" : ofPlain(name, type);
  }

  private FieldUse use(Instruction site, String owner, String field) {
    return files
        .of(site.className())
        .map(
            file ->
                FieldUse.of(
                    file,
                    site.method(),
                    site.descriptor(),
                    type -> inherits(type.replace('/', '.'), owner, field),
                    field))
        .orElse(FieldUse.NONE);
  }

  /** Whether a class that an instruction names has the field of the owner and none of its own. */
  private boolean inherits(String type, String owner, String field) {
    String each = type;
    while (!each.equals(owner)) {
      Optional<byte[]> file = files.of(each);
      if (file.isEmpty() || FieldType.of(file.get(), field, files).isPresent()) {
        return false;
      }
      String parent = new ClassReader(file.get()).getSuperName();
      if (parent == null) {
        return false;
      }
      each = parent.replace('/', '.');
    }
    return true;
  }

  private static boolean isConstructor(Instruction site) {
    return site.method().equals("<init>");
  }

  /** A {@code DoubleAdder} would only do for sums, and what is computed is not looked at. */
  private static String ofUpdate(FieldType type) {
    String atomic =
        switch (type.type().getSort()) {
          case Type.INT, Type.SHORT, Type.BYTE, Type.CHAR -> "use AtomicInteger, or ";
          case Type.LONG -> "use AtomicLong, or ";
          case Type.BOOLEAN -> "use AtomicBoolean with compareAndSet, or ";
          case Type.FLOAT, Type.DOUBLE -> "use ";
          default -> "use AtomicReference with updateAndGet, or ";
        };
    return atomic + "one lock around read and write; with volatile alone updates are lost";
  }

  private static String ofDecision(String name, FieldType type, Set<FieldUse> uses) {
    if (type.isValue() && uses.stream().allMatch(use -> use.reads() <= 1)) {
      return "make "
          + name
          + " volatile; if all threads compute an equal value, @RacyByDesign may accept the race";
    }
    return "check and write "
        + name
        + " under one lock, or "
        + (type.isStatic() ? "initialise it in a class of its own (holder idiom)" : SET_AT_ONCE)
        + "; with volatile alone two threads may write it";
  }

  private static String ofPlain(String name, FieldType type) {
    return "make "
        + name
        + " volatile if each access stands by itself, as of "
        + example(type)
        + "; else one lock around what belongs together";
  }

  private static String example(FieldType type) {
    if (type.isNumber()) {
      return "a number that is only replaced";
    }
    return type.isReference() ? "a reference to what is not changed any more" : "a flag";
  }
}
