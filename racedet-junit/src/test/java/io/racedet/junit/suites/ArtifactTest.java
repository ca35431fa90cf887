package io.racedet.junit.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArtifactTest {
  @Test
  void jar_isWhereARepositoryHasIt() {
    Path repository = Path.of("repository");
    assertThat(Artifact.of("org.apache.commons:commons-math3:3.6.1").in(repository))
        .isEqualTo(
            Path.of("repository/org/apache/commons/commons-math3/3.6.1/commons-math3-3.6.1.jar"));
    assertThat(Artifact.of("a.b:c:1:tests").in(repository))
        .isEqualTo(Path.of("repository/a/b/c/1/c-1-tests.jar"));
  }

  @Test
  void download_isACommandOfMaven() {
    assertThat(Artifact.of("a.b:c:1:tests").download())
        .isEqualTo("mvn dependency:get -Dtransitive=false -Dartifact=a.b:c:1:jar:tests");
    assertThat(Artifact.of("a.b:c:1").download())
        .isEqualTo("mvn dependency:get -Dtransitive=false -Dartifact=a.b:c:1");
  }

  @Test
  void otherTexts_areRejected() {
    assertThatThrownBy(() -> Artifact.of("a:b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("coordinates: a:b (expected: group:artifact:version[:classifier])");
  }
}
