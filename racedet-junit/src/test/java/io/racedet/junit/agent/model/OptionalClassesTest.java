package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.junit.agent.model.language.ModelException;
import org.junit.jupiter.api.Test;

/** Entries of classes that are not in every run. */
class OptionalClassesTest {
  private static JdkModel model(String text) {
    return JdkModel.of("text", text);
  }

  @Test
  void absentClass_ifPresent_isLeftOut() {
    assertThat(model("class no.such.Name if present\n  run()  send this").classes()).isEmpty();
  }

  @Test
  void presentClass_ifPresent_isWoven() {
    assertThat(model("class java.util.Timer if present\n  cancel()  send this").classes())
        .hasSize(1);
  }

  @Test
  void classOfAnotherLoaderOfTheJdk_isWoven() {
    assertThat(model("class java.net.http.HttpClient\n  toString()  send this").classes())
        .hasSize(1);
  }

  @Test
  void absentClass_isAnError() {
    assertThatThrownBy(() -> model("class no.such.Name\n  run()  send this"))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("a class of this JDK");
  }
}
