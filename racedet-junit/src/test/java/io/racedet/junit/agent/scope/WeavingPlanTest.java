package io.racedet.junit.agent.scope;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceFeed;
import io.racedet.engine.catalogue.Engines;
import io.racedet.event.Op;
import io.racedet.ids.DenseIds;
import io.racedet.junit.RaceFree;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.run.AnalysisOptions;
import io.racedet.runtime.Hooks;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      classes = {
        RaceFree.class,
        RacedetAgent.class,
        Hooks.class,
        Op.class,
        RaceFeed.class,
        AnalysisOptions.class,
        DenseIds.class,
        Engines.class
      })
  void classesOfRacedet_areNotWoven(Class<?> type) {
    plan.add(scope("org.x"));
    URL location = ClassOrigin.location(type.getProtectionDomain());
    String name = type.getName().replace('.', '/');
    assertThat(plan.depth(type.getModule(), type.getClassLoader(), name, location))
        .isEqualTo(Depth.NONE);
  }

  @Test
  void testsAndSamplesOfRacedet_areWoven() throws Exception {
    plan.add(scope("io.racedet"));
    for (String name : List.of("io/racedet/junit/SomeTest", "io/racedet/samples/Sample")) {
      assertThat(
              plan.depth(getClass().getModule(), getClass().getClassLoader(), name, jar("app.jar")))
          .isEqualTo(Depth.DATA);
    }
  }

  private Depth depth(ClassLoader loader, String name) throws Exception {
    return plan.depth(getClass().getModule(), loader, name, jar("lib/library-1.jar"));
  }

  @Test
  void collectionOfLibrary_hasHooksForItsContents() throws Exception {
    plan.add(scope("org.x"));
    ClassLoader own = getClass().getClassLoader();
    assertThat(depth(own, "com/google/common/collect/HashBiMap")).isEqualTo(Depth.CONTENTS);
    assertThat(depth(own, "com/google/common/collect/ImmutableList")).isEqualTo(Depth.SYNC);
  }

  @Test
  void libraryThatRacedetUses_isWoven_whereItIsNotRacedets() throws Exception {
    plan.add(scope("org.x"));
    String map = "it/unimi/dsi/fastutil/ints/Int2IntOpenHashMap";
    assertThat(depth(getClass().getClassLoader(), map)).isEqualTo(Depth.NONE);
    assertThat(depth(new ClassLoader() {}, map)).isEqualTo(Depth.CONTENTS);
  }
}
