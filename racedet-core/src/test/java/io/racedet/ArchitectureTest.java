package io.racedet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.racedet.architecture.ArchitectureTestCase;
import io.racedet.engine.EngineDefinition;
import org.junit.jupiter.api.Test;

/** Which package of this module depends on which. */
class ArchitectureTest extends ArchitectureTestCase {
  ArchitectureTest() {
    super(
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.racedet"),
        """
        fastutil = it.unimi.dsi.fastutil..
        jackson = com.fasterxml.jackson.core..

        .clock: .event fastutil
        .event: .ids fastutil
        .ids: fastutil
        .race: fastutil

        .engine: .event .race .trace
        .engine.order: .clock .engine .event .ids fastutil
        .engine.history: .clock .engine .engine.order .event .race fastutil
        .engine.window: .engine .engine.order .event .ids .race
        .engine.cp: .clock .engine .engine.history .engine.order .engine.window .event .ids .race fastutil
        .engine.syncp: .clock .engine .engine.history .engine.order .engine.window .event .ids .race fastutil
        .engine.deadlock: .engine .engine.syncp .event .ids .race fastutil
        .engine.goldilocks: .clock .engine.history .engine.order .event .race fastutil
        .engine.pair: .clock .engine .engine.history .engine.order .engine.segment .event .race fastutil
        .engine.segment: .engine.history .race
        .engine.catalogue: .clock .engine .engine.cp .engine.goldilocks .engine.history .engine.order
          .engine.pair .engine.segment .engine.syncp .engine.window .event .race

        .trace: .event .trace.block .trace.bytes .trace.split fastutil
        .trace.block: .event .ids .trace.bytes fastutil
        .trace.bytes: fastutil
        .trace.split: .event .trace.block .trace.bytes fastutil
        .wellformed: .event .ids .trace .trace.split fastutil

        .witness: .clock .event .witness.packed fastutil
        .witness.checker: .event .witness fastutil
        .witness.packed:
        .witness.unrecorded: .event .witness fastutil
        .proof: .engine.deadlock .event .race .witness .witness.checker .witness.unrecorded fastutil

        .report: .event .race
        .report.html: .race .report .report.record jackson
        .report.json: .report .report.record jackson
        .report.markdown: .report
        .report.record: .report jackson
        .report.sarif: .race .report .report.record jackson
        .report.text: .race .report
        .report.timeline: .event .race .report fastutil

        .run: .engine .engine.deadlock .event .proof .race
        .feed: .engine.order .event .run .trace.bytes .wellformed fastutil
        .: .engine .engine.catalogue .engine.deadlock .event .feed .proof .race .report .report.text
          .report.timeline .run .trace .wellformed
        """);
  }

  /** An engine may be offered a whole trace instead of its events. */
  @Test
  void engines_knowNoFilesAndNoThreads() {
    noClasses()
        .that()
        .resideInAPackage("io.racedet.engine..")
        .and()
        .doNotBelongToAnyOf(EngineDefinition.class)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio..", "java.util.concurrent..", "java.time..")
        .check(main);
  }

  /** A witness is what the checker accepts, whatever the search believes. */
  @Test
  void checker_knowsNothingOfTheSearch() {
    classes()
        .that()
        .resideInAPackage("io.racedet.witness.checker")
        .should()
        .onlyDependOnClassesThat()
        .haveNameMatching(
            "io\\.racedet\\.(event\\..*|witness\\.(checker\\..*|EventHistory))"
                + "|java\\..*|it\\.unimi\\.dsi\\.fastutil\\..*|int|\\[.*")
        .check(main);
  }

  @Test
  void reportsOnly_knowJson() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.racedet.report..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.fasterxml.jackson..")
        .check(main);
  }

  @Test
  void nothingButTheFacade_knowsTheFacade() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.racedet")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.racedet")
        .check(main);
  }
}
