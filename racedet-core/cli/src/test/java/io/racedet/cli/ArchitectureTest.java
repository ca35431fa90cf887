package io.racedet.cli;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.racedet.architecture.ArchitectureTestCase;
import java.nio.file.Path;

/** Which package of this module depends on which. */
class ArchitectureTest extends ArchitectureTestCase {
  ArchitectureTest() {
    super(
        new ClassFileImporter().importPath(Path.of("target", "classes", "io")),
        """
        fastutil = it.unimi.dsi.fastutil..

        .cli: . .cli.analyze .cli.console .compressed.grammar .engine .engine.catalogue .event
          .report.record .trace .trace.generated fastutil picocli
        .cli.analyze: . .cli.console .engine .engine.catalogue .explain .race .report .report.html .report.json
          .report.record .report.sarif .trace picocli
        .cli.console: .event .trace picocli
        .explain: . .engine .event .race .run .trace fastutil
        .trace.generated: .event .ids .trace fastutil
        """);
  }
}
