package io.racedet.compressed;

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

        .compressed: .clock .compressed.grammar .compressed.stretch .compressed.summary .engine
          .engine.catalogue .event .ids .race .trace .wellformed fastutil
        .compressed.grammar: .event .trace .trace.block fastutil
        .compressed.slp: .compressed.grammar .event .trace .trace.block .trace.bytes fastutil
        .compressed.stretch: .compressed.grammar .compressed.summary .engine.history .event .ids .race
          fastutil
        .compressed.summary: .clock .event .ids .race fastutil
        """);
  }
}
