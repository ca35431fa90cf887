package io.racedet.cli;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.racedet.architecture.Knots;
import io.racedet.architecture.PackageTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which package of this module depends on which. */
class ArchitectureTest {
  private static final JavaClasses MAIN =
      new ClassFileImporter().importPath(Path.of("target", "classes", "io"));

  private static final PackageTable PACKAGES =
      new PackageTable(
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

  static Set<String> packages() {
    return PACKAGES.packages();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void aPackage_dependsOnWhatItsRowLists(String packageName) {
    PACKAGES.rule(packageName).check(MAIN);
  }

  @ParameterizedTest
  @MethodSource("packages")
  void aRow_listsNothingThatItsPackageDoesWithout(String packageName) {
    assertThat(PACKAGES.unused(packageName, MAIN)).isEmpty();
  }

  @Test
  void everyPackage_hasARow() throws IOException {
    assertThat(PackageTable.packagesOfSources()).isEqualTo(PACKAGES.packages());
  }

  @Test
  void files_areInNoKnots() throws IOException {
    assertThat(Knots.ofThisModule()).isEmpty();
  }

  @Test
  void packages_haveNoCycles() {
    slices().assignedFrom(PackageTable.eachPackage()).should().beFreeOfCycles().check(MAIN);
  }
}
