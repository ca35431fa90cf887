package io.racedet.junit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.racedet.architecture.ArchitectureTestCase;
import org.junit.jupiter.api.Test;

/** Which package of this module depends on which. */
class ArchitectureTest extends ArchitectureTestCase {
  ArchitectureTest() {
    super(
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.racedet.junit", "io.racedet.runtime"),
        """
        asm = net.bytebuddy.jar.asm..
        jupiter = org.junit.jupiter.api..

        .runtime.calls:
        .runtime.log:
        .runtime.objects: .runtime.log
        .runtime.spans: .runtime.log .runtime.objects
        .runtime.locks: .runtime.log
        .runtime.schedule: .runtime.locks .runtime.log .runtime.spans
        .runtime: .runtime.calls .runtime.locks .runtime.log .runtime.objects .runtime.schedule .runtime.spans

        .junit.spi: org.junit.jupiter.api.extension
        .junit: .junit.spi .race jupiter

        .junit.record.sites: .report
        .junit.record.ids: it.unimi.dsi.fastutil..
        .junit.record.merge: .event .ids .junit.record.ids .junit.record.sites .runtime .runtime.calls
          .runtime.log .runtime.objects it.unimi.dsi.fastutil..
        .junit.record.detail: .event .junit.record.ids .junit.record.merge .junit.record.sites .race .report
          .runtime.log it.unimi.dsi.fastutil..
        .junit.record.collected: .event .junit.record.ids .junit.record.merge .runtime
          .runtime.objects it.unimi.dsi.fastutil..
        .junit.record.spill: .junit.record.merge .runtime.log it.unimi.dsi.fastutil
        .junit.record: .event .junit .junit.record.collected .junit.record.detail .junit.record.merge
          .junit.record.sites .junit.record.spill .race .report .runtime .runtime.locks .runtime.log .runtime.schedule
          .runtime.spans .trace it.unimi.dsi.fastutil..

        .junit.libraries:
        .junit.agent.scope: .junit.libraries .runtime .runtime.calls
        .junit.agent.sites: .junit.record.sites
        .junit.agent.types: .junit .junit.agent.scope .junit.agent.sites .junit.libraries .junit.record.sites
          .runtime .runtime.calls asm
        .junit.agent.hooks: asm
        .junit.agent.model.language: asm
        .junit.agent.model: .junit.agent.hooks .junit.agent.model.language .runtime .runtime.calls
          .runtime.log asm
        .junit.agent.weave.flow: asm
        .junit.agent.weave.calls: .junit.libraries asm
        .junit.agent.weave: .junit.agent.hooks .junit.agent.model .junit.agent.scope .junit.agent.sites
          .junit.agent.types .junit.agent.weave.calls .junit.agent.weave.flow .junit.libraries
          .junit.record.sites .runtime .runtime.calls asm
        .junit.agent.starts: .junit.agent.hooks .junit.agent.scope .junit.agent.types asm
        .junit.agent: .junit.agent.hooks .junit.agent.model .junit.agent.model.language .junit.agent.scope
          .junit.agent.sites .junit.agent.starts .junit.agent.types .junit.agent.weave .junit.record.sites .runtime
          .runtime.calls
          com.sun.management net.bytebuddy.agent

        .junit.files:
        .junit.owners:
        .junit.baseline: .junit.files .report
        .junit.known: .junit.files .race .report .report.json
        .junit.advice: .junit.agent.sites .report asm
        .junit.naming: .junit.advice .junit.agent.sites .junit.agent.weave.flow .junit.libraries .race .report asm
        .junit.report: . .event .race .report
        .junit.results: .junit.baseline .junit.files .junit.owners .junit.report .race .report .report.html
          .report.json .report.markdown .report.sarif
        .junit.settings: . .junit .junit.baseline .junit.known .junit.report .junit.results .race .report
        .junit.coverage: .event .junit .junit.report .junit.settings it.unimi.dsi.fastutil..
        .junit.threads: .junit.record.sites .runtime.log java.lang.management
        .junit.proof: . .event .junit.record .race
        .junit.deadlocks: . .event .junit.record .junit.record.detail .junit.record.sites .junit.report
          .junit.settings .race .report
        .junit.check: . .event .junit .junit.advice .junit.agent .junit.agent.model.language .junit.agent.scope
          .junit.agent.sites .junit.baseline .junit.coverage .junit.deadlocks .junit.known .junit.naming .junit.proof
          .junit.record .junit.record.detail .junit.record.sites .junit.report
          .junit.results .junit.settings .junit.spi .junit.threads .race .report .report.timeline org.opentest4j
        .junit.extension: .junit .junit.agent .junit.agent.scope .junit.check .junit.results .junit.settings
          .junit.spi .race .report jupiter org.junit.platform.commons.support org.junit.platform.engine..
          org.junit.platform.launcher.. org.opentest4j
        """);
  }

  @Test
  void runtime_knowsTheJdkOnly() {
    classes()
        .that()
        .resideInAPackage("io.racedet.runtime..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.racedet.runtime..", "java..")
        .check(main);
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
        .check(main);
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
        .check(main);
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
        .check(main);
  }

  @Test
  void onlyTheExtension_knowsTheLauncher() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..junit.extension..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.junit.platform.launcher..")
        .check(main);
  }

  @Test
  void core_isUsedThroughItsPublicTypes() {
    noClasses()
        .that()
        .resideInAPackage("io.racedet.junit..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.racedet.engine..", "io.racedet.clock..")
        .check(main);
  }
}
