package io.racedet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dependency arrows of this module. */
class ArchitectureTest {
  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.racedet");

  @ParameterizedTest
  @ValueSource(strings = {"io.racedet.event..", "io.racedet.clock..", "io.racedet.race.."})
  void leaves_dependOnNoOtherPackageOfOurs(String leaf) {
    classes()
        .that()
        .resideInAPackage(leaf)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(leaf, "java..", "it.unimi.dsi.fastutil..")
        .check(MAIN);
  }

  @Test
  void engines_knowTheLeavesOnly() {
    classes()
        .that()
        .resideInAPackage("io.racedet.engine..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.racedet.engine..",
            "io.racedet.event..",
            "io.racedet.clock..",
            "io.racedet.race..",
            "java..",
            "it.unimi.dsi.fastutil..")
        .check(MAIN);
  }

  @Test
  void engines_knowNoFilesAndNoThreads() {
    noClasses()
        .that()
        .resideInAPackage("io.racedet.engine..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio..", "java.util.concurrent..", "java.time..")
        .check(MAIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"io.racedet.trace..", "io.racedet.witness.."})
  void traceFilesAndWitnesses_knowTheLeavesOnly(String own) {
    classes()
        .that()
        .resideInAPackage(own)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            own,
            "io.racedet.event..",
            "io.racedet.clock..",
            "io.racedet.race..",
            "java..",
            "it.unimi.dsi.fastutil..")
        .check(MAIN);
  }

  /** A witness is what the checker accepts, whatever the search believes. */
  @Test
  void checker_knowsNothingOfTheSearch() {
    classes()
        .that()
        .haveNameMatching("io\\.racedet\\.witness\\.WitnessChecker.*")
        .should()
        .onlyDependOnClassesThat()
        .haveNameMatching(
            "io\\.racedet\\.(event\\..*|witness\\.(WitnessChecker.*|RecordedTrace))"
                + "|java\\..*|it\\.unimi\\.dsi\\.fastutil\\..*|int|\\[.*")
        .check(MAIN);
  }

  @Test
  void grammarEngines_knowTracesAndEnginesOnly() {
    classes()
        .that()
        .resideInAPackage("io.racedet.grammar..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.racedet.grammar..",
            "io.racedet.trace..",
            "io.racedet.engine..",
            "io.racedet.event..",
            "io.racedet.clock..",
            "io.racedet.race..",
            "java..",
            "it.unimi.dsi.fastutil..")
        .check(MAIN);
  }

  @Test
  void reports_knowWhatIsReportedOnly() {
    classes()
        .that()
        .resideInAPackage("io.racedet.report..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.racedet.report..",
            "io.racedet.witness..",
            "io.racedet.event..",
            "io.racedet.clock..",
            "io.racedet.race..",
            "com.fasterxml.jackson.core..",
            "java..",
            "it.unimi.dsi.fastutil..")
        .check(MAIN);
  }

  @Test
  void libraryKnowsNoCommandLine() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.racedet.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.racedet.cli..", "picocli..")
        .check(MAIN);
  }

  @Test
  void reportsAndTheCommandLineOnly_knowJson() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.racedet.cli..", "io.racedet.report..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.fasterxml.jackson..")
        .check(MAIN);
  }

  @Test
  void nothingButTheFacadeAndTheCommandLine_knowsTheFacade() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.racedet", "io.racedet.cli")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.racedet")
        .check(MAIN);
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching("io.racedet.(*)..").should().beFreeOfCycles().check(MAIN);
  }
}
