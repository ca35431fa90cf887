package io.racedet.junit.suites;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SuiteTest {
  private static final String GUAVA = "com.google.common.util.concurrent.";

  @Test
  void tests_areThoseOfThePackage_byTheirNames() {
    assertThat(Suite.GUAVA.includes(GUAVA + "MonitorTest")).isTrue();
    assertThat(Suite.GUAVA.includes(GUAVA + "AllTests")).isTrue();
    assertThat(Suite.GUAVA.includes(GUAVA + "MonitorBenchmark")).isFalse();
    assertThat(Suite.GUAVA.includes(GUAVA + "MonitorTest$InnerTest")).isFalse();
    assertThat(Suite.GUAVA.includes("com.google.common.collect.MapTest")).isFalse();
  }

  @Test
  void excludedClass_isLeftOut() {
    assertThat(Suite.GUAVA.includes(GUAVA + "PackageSanityTests")).isFalse();
  }
}
