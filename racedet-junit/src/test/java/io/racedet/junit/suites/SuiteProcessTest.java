package io.racedet.junit.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteProcessTest {
  @TempDir private Path folder;

  @Test
  void testsAndFailures_areCounted() throws Exception {
    String source =
        """
        package example;
        class Two {
          @org.junit.jupiter.api.Test void passes() {}
          @org.junit.jupiter.api.Test void fails() { throw new IllegalStateException("wrong"); }
        }
        """;
    SuiteJvm jvm = SuiteJvm.ofThisProcess(List.of());
    new Compiler(jvm.own()).compile(Map.of("example.Two", source), folder);
    Path classes = Files.write(folder.resolve("classes.txt"), List.of("example.Two"));
    Prepared prepared = new Prepared(Suite.MATH, List.of(folder), classes, folder);
    Measurement measured = jvm.run(prepared, Mode.PLAIN, 1);
    assertThat(measured.tests()).isEqualTo(2);
    assertThat(measured.failures())
        .containsExactly(
            Map.entry("example.Two.fails()", "java.lang.IllegalStateException: wrong"));
    assertThat(measured.races()).isEmpty();
    assertThat(measured.longest()).isPositive().isLessThan(measured.nanos());
  }
}
