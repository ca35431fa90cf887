package io.racedet.part;

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

        .part: . .clock .event .ids .race .trace .trace.bytes .trace.split .wellformed fastutil
        """);
  }
}
