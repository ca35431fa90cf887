package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.report.Frame;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Races on private fields that classes of the same nest access: for Java 8 by methods that javac
 * adds, in newer versions directly. Where they are does not depend on it.
 */
class AccessorKeysTest {
  private static final String NEST = "com.acme.nest.Outer";
  private static final String SOURCE =
      """
      package com.acme.nest;

      public class Outer implements java.util.function.IntConsumer {
        private int value;
        private volatile int go;
        private static int count;

        @Override
        public void accept(int which) {
          if (which == 1) {
            new View().set(5);
          } else {
            new View().get();
            new OtherView().twice();
          }
          new View().count();
        }

        class View {
          int get() {
            return value;
          }

          void set(int next) {
            value = next;
          }

          void count() {
            count++;
          }
        }

        class OtherView {
          int twice() {
            go = 1;
            return 2 * value;
          }
        }
      }
      """;

  @TempDir private Path directory;
  private KeysOfSource compiled;

  @BeforeEach
  void prepare() {
    compiled = new KeysOfSource(directory, NEST);
  }

  private static Stream<ReportedAccess> accesses(List<ReportedRace> races) {
    return races.stream().flatMap(race -> race.events().stream());
  }

  @ParameterizedTest
  @ValueSource(strings = {"8", "11"})
  void access_isThatOfTheCaller(String release) throws Exception {
    List<ReportedRace> races =
        compiled.races("r" + release, SOURCE, "--release", release, "-Xlint:-options");
    assertThat(accesses(races).map(access -> access.site().frame().text()).distinct())
        .containsExactlyInAnyOrder(
            NEST + "$View.get(Outer.java:21)",
            NEST + "$View.set(Outer.java:25)",
            NEST + "$View.count(Outer.java:29)",
            NEST + "$OtherView.twice(Outer.java:36)");
    assertThat(races.stream().map(race -> race.key().locations().toString()).distinct())
        .hasSizeGreaterThanOrEqualTo(3);
  }

  @Test
  void stack_isWithoutTheAccessor() throws Exception {
    List<ReportedRace> races = compiled.races("stack", SOURCE, "--release", "8", "-Xlint:-options");
    Set<String> methods =
        accesses(races)
            .flatMap(access -> access.stack().stream())
            .map(Frame::method)
            .collect(Collectors.toSet());
    assertThat(methods).contains("get", "set", "accept").noneMatch(name -> name.contains("$000"));
    assertThat(accesses(races))
        .allSatisfy(access -> assertThat(access.stack().get(0)).isEqualTo(access.site().frame()));
  }
}
