package io.racedet.junit.agent.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeavingPlanTest {
  private final WeavingPlan plan = new WeavingPlan();
  @TempDir private Path project;

  private Scope scope(String instrument) {
    return new Scope("com.acme.app.AppTest", project, List.of(instrument), List.of());
  }

  private URL jar(String name) throws MalformedURLException {
    return project.resolve(name).toUri().toURL();
  }

  @Test
  void classThatWasOutOfScope_isAskedForAgainInScopesThatAreAdded() throws Exception {
    URL location = jar("lib/other-1.jar");
    assertThat(plan.isInScope("org/x/A", location)).isFalse();
    plan.add(scope("org.y"));
    assertThat(plan.isInScope("org/x/A", location)).isFalse();
    assertThat(plan.isInScope("org/x/A", location)).isFalse();
    plan.add(scope("org.z"));
    plan.add(scope("org.x"));
    assertThat(plan.isInScope("org/x/A", location)).isTrue();
    plan.add(scope("org.v"));
    assertThat(plan.isInScope("org/x/A", location)).isTrue();
    assertThat(plan.isInScope("org/x/A", null)).isTrue();
  }

  @Test
  void classesOfOneName_areDistinguishedByTheirLocation() throws Exception {
    plan.add(scope("acme:app"));
    assertThat(plan.isInScope("org/x/A", jar("lib/other-1.jar"))).isFalse();
    assertThat(plan.isInScope("org/x/A", null)).isFalse();
    assertThat(plan.isInScope("org/x/A", jar("lib/app-1.jar"))).isTrue();
  }

  @Test
  void locationThatIsNotKnown_isNoOther() {
    plan.add(scope("org.x"));
    assertThat(plan.isInScope("org/x/A", null)).isTrue();
    assertThat(plan.isInScope("org/y/A", null)).isFalse();
  }

  private Depth depth(ClassLoader loader, String name) {
    return plan.depth(getClass().getModule(), loader, name, null);
  }

  @Test
  void collectionOfLibrary_isWovenForItsContents() {
    plan.add(scope("org.x"));
    ClassLoader own = getClass().getClassLoader();
    assertThat(depth(own, "com/google/common/collect/HashBiMap")).isEqualTo(Depth.CONTENTS);
    assertThat(depth(own, "com/google/common/collect/ImmutableList")).isEqualTo(Depth.SYNC);
    plan.add(scope("com.google.common"));
    assertThat(depth(own, "com/google/common/collect/HashBiMap")).isEqualTo(Depth.DATA);
  }

  @Test
  void collectionThatRacedetUses_isWovenForItsContents_onceCodeInScopeCallsTheLibrary() {
    plan.add(scope("org.x"));
    ClassLoader own = getClass().getClassLoader();
    String map = "it/unimi/dsi/fastutil/ints/Int2IntOpenHashMap";
    assertThat(depth(own, map)).isEqualTo(Depth.SYNC);
    assertThat(depth(new ClassLoader() {}, map)).isEqualTo(Depth.CONTENTS);
    plan.called("com/google/common/collect/HashBiMap");
    assertThat(depth(own, map)).isEqualTo(Depth.SYNC);
    plan.called("it/unimi/dsi/fastutil/objects/ObjectSet");
    assertThat(depth(own, map)).isEqualTo(Depth.CONTENTS);
  }
}
