package io.racedet.junit.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrivialTestsTest {
  @Test
  void sources_compile_toTwoThousandTests(@TempDir Path folder) throws Exception {
    var sources = TrivialTests.sources("com.acme.trivial");
    new Compiler(SuiteJvm.ofThisProcess(List.of()).own()).compile(sources, folder);
    assertThat(folder.resolve("com/acme/trivial/Trivial39Test.class")).exists();
    assertThat(sources).hasSize(40);
    assertThat(sources.values()).allMatch(text -> text.split("@Test", -1).length == 51);
  }
}
