package io.racedet.fleet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.racedet.RaceFeed;
import io.racedet.architecture.Knots;
import io.racedet.part.PartAnalysis;
import io.racedet.trace.generated.GeneratedTrace;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What this module uses of others. */
class ArchitectureTest {
  private static final String OWN = "io.racedet.fleet";
  private static final String[] OTHERS = {
    "java..", "picocli", "scala..", "org.apache.spark..", "org.apache.hadoop.."
  };

  /* By their folder: a search for the package would go through all jars of Spark. */
  private static final JavaClasses MAIN = new ClassFileImporter().importPath("target/classes");

  /** The packages that the modules of these classes export to everyone. */
  private static List<String> exported(Class<?>... types) throws Exception {
    List<String> exported = new ArrayList<>();
    for (Class<?> type : types) {
      Path module = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      ModuleFinder.of(module).findAll().iterator().next().descriptor().exports().stream()
          .filter(export -> !export.isQualified())
          .map(ModuleDescriptor.Exports::source)
          .forEach(exported::add);
    }
    return exported;
  }

  @Test
  void onlyTheApiOfOtherModules_isUsed_andNoOtherLibraries() throws Exception {
    List<String> exported = exported(RaceFeed.class, PartAnalysis.class, GeneratedTrace.class);
    assertThat(exported)
        .contains("io.racedet", "io.racedet.report", "io.racedet.part")
        .doesNotContain("io.racedet.cli");
    String[] allowed =
        Stream.of(Stream.of(OWN), Stream.of(OTHERS), exported.stream())
            .flatMap(each -> each)
            .toArray(String[]::new);
    classes().should().onlyDependOnClassesThat().resideInAnyPackage(allowed).check(MAIN);
  }

  @Test
  void onlyThePrograms_arePublic() {
    noClasses()
        .that()
        .doNotHaveSimpleName("AnalyzeFleet")
        .and()
        .doNotHaveSimpleName("Growth")
        .should()
        .bePublic()
        .check(MAIN);
  }

  @Test
  void files_areInNoKnots() throws IOException {
    assertThat(Knots.ofThisModule()).isEmpty();
  }
}
