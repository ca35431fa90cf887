package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.platform.engine.UniqueId;

class InnerRunTest {
  private static String inside(String id) {
    return InnerRun.insideEngine(UniqueId.parse(id)).toString();
  }

  @Test
  void idOfTheEngine_staysAsItIs() {
    String id = "[engine:junit-jupiter]/[class:com.acme.FooTest]/[method:bar()]";
    assertThat(inside(id)).isEqualTo(id);
  }

  @Test
  void idInsideASuite_losesTheSuite() {
    assertThat(
            inside(
                "[engine:junit-platform-suite]/[suite:com.acme.All]/[engine:junit-jupiter]"
                    + "/[class:com.acme.FooTest]/[method:bar()]"))
        .isEqualTo("[engine:junit-jupiter]/[class:com.acme.FooTest]/[method:bar()]");
  }
}
