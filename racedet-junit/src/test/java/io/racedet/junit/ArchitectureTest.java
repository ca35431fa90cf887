package io.racedet.junit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The dependency arrows of this module. */
class ArchitectureTest {
  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.racedet.junit", "io.racedet.runtime");

  @Test
  void runtime_knowsTheJdkOnly() {
    classes()
        .that()
        .resideInAPackage("io.racedet.runtime..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.racedet.runtime..", "java..")
        .check(MAIN);
  }

  @Test
  void recording_knowsNeitherWeavingNorJUnit() {
    noClasses()
        .that()
        .resideInAPackage("..junit.record..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..junit.agent..", "..junit.extension..", "org.junit..", "net.bytebuddy..")
        .check(MAIN);
  }

  @Test
  void weaving_knowsNoEngineAndNoJUnit() {
    noClasses()
        .that()
        .resideInAPackage("..junit.agent..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.racedet",
            "io.racedet.engine..",
            "io.racedet.race..",
            "..junit.extension..",
            "..junit.report..",
            "org.junit..")
        .check(MAIN);
  }

  @Test
  void reports_knowNoExtensionAndNoWeaving() {
    noClasses()
        .that()
        .resideInAPackage("..junit.report..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..junit.extension..", "..junit.agent..", "net.bytebuddy..", "org.junit..")
        .check(MAIN);
  }

  @Test
  void onlyTheExtension_knowsTheLauncher() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..junit.extension..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.junit.platform.launcher..")
        .check(MAIN);
  }

  @Test
  void core_isUsedThroughItsPublicTypes() {
    noClasses()
        .that()
        .resideInAPackage("io.racedet.junit..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.racedet.engine..", "io.racedet.clock..")
        .check(MAIN);
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching("io.racedet.junit.(*)..").should().beFreeOfCycles().check(MAIN);
  }
}
