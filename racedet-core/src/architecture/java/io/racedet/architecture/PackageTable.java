package io.racedet.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.PackageMatcher;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The packages that each package may depend on, beside itself and the JDK's {@code java..}. A line
 * of the text is a row, {@code package: packages}, and lines without a colon continue it; or it
 * defines a short name, {@code name = package..}. A name that begins with a dot is within {@code
 * io.racedet}, which is a dot alone; a package does not include those below it.
 */
public final class PackageTable {
  private static final String ROOT = "io.racedet";
  static final List<Path> SOURCES =
      List.of(Path.of("src", "main", "java"), Path.of("src", "generated", "java"));

  private final Map<String, String> shortNames = new TreeMap<>();
  private final Map<String, Set<String>> rows = new TreeMap<>();

  public PackageTable(String text) {
    Set<String> row = Set.of();
    for (String line : text.lines().toList()) {
      String[] definition = line.split("=");
      if (definition.length == 2) {
        shortNames.put(definition[0].strip(), definition[1].strip());
        continue;
      }
      int colon = line.indexOf(':');
      if (colon >= 0) {
        row = new TreeSet<>();
        rows.put(identifier(line.substring(0, colon).strip()), row);
      }
      for (String name : line.substring(colon + 1).strip().split(" +")) {
        if (!name.isEmpty()) {
          row.add(identifier(name));
        }
      }
    }
  }

  private String identifier(String name) {
    if (name.startsWith(".")) {
      return name.equals(".") ? ROOT : ROOT + name;
    }
    return shortNames.getOrDefault(name, name);
  }

  /** The packages that have a row. */
  public Set<String> packages() {
    return rows.keySet();
  }

  /** A package depends on nothing that its row does not list. */
  public ArchRule rule(String packageName) {
    Stream<String> always = Stream.of("java..", packageName);
    return classes()
        .that()
        .resideInAPackage(packageName)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            Stream.concat(always, rows.get(packageName).stream()).toArray(String[]::new));
  }

  /** What the row of a package lists although no class of the package depends on it. */
  public Set<String> unused(String packageName, JavaClasses classes) {
    Set<String> used =
        classes.stream()
            .filter(type -> type.getPackageName().equals(packageName))
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .map(dependency -> dependency.getTargetClass().getBaseComponentType().getPackageName())
            .collect(Collectors.toSet());
    return rows.get(packageName).stream()
        .filter(listed -> used.stream().noneMatch(PackageMatcher.of(listed)::matches))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The packages of this module's sources. */
  public static Set<String> packagesOfSources() throws IOException {
    Set<String> packages = new TreeSet<>();
    for (Path sources : SOURCES) {
      if (Files.exists(sources)) {
        try (Stream<Path> files = Files.walk(sources)) {
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.getParent().equals(sources))
              .map(file -> sources.relativize(file.getParent()).toString().replaceAll("\\W", "."))
              .forEach(packages::add);
        }
      }
    }
    return packages;
  }

  /** Each package alone, without those below it. */
  public static SliceAssignment eachPackage() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        return SliceIdentifier.of(type.getPackageName());
      }

      @Override
      public String getDescription() {
        return "packages";
      }
    };
  }
}
