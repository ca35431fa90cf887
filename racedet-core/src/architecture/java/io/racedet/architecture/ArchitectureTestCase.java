package io.racedet.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which package of a module depends on which, and which of its files on each other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ArchitectureTestCase {
  /** The classes of the module, without its tests. */
  protected final JavaClasses main;

  private final PackageTable table;

  /**
   * A test of a module.
   *
   * @param table a row for each package, see {@link PackageTable}
   */
  protected ArchitectureTestCase(JavaClasses main, String table) {
    this.main = main;
    this.table = new PackageTable(table);
  }

  final Set<String> packages() {
    return table.packages();
  }

  @ParameterizedTest
  @MethodSource("packages")
  final void aPackage_dependsOnWhatItsRowLists(String packageName) {
    table.rule(packageName).check(main);
  }

  @ParameterizedTest
  @MethodSource("packages")
  final void aRow_listsNothingThatItsPackageDoesWithout(String packageName) {
    assertThat(table.unused(packageName, main)).isEmpty();
  }

  @Test
  final void everyPackage_hasARow() throws IOException {
    assertThat(PackageTable.packagesOfSources()).isEqualTo(table.packages());
  }

  @Test
  final void files_areInNoKnots() throws IOException {
    assertThat(Knots.ofThisModule()).isEmpty();
  }

  @Test
  final void packages_haveNoCycles() {
    slices().assignedFrom(PackageTable.eachPackage()).should().beFreeOfCycles().check(main);
  }
}
