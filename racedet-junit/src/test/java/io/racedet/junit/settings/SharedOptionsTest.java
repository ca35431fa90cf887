package io.racedet.junit.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SharedOptionsTest {
  private final AtomicLong seeds = new AtomicLong(100);

  private SharedOptions read(Map<String, String> values) {
    return SharedOptions.read(List.of(Settings.of(values, "")), seeds::getAndIncrement);
  }

  @Test
  void tests_haveSeedsOfTheirOwn() {
    SharedOptions shared = read(Map.of("repetitions", "7"));
    Options one = shared.next();
    Options other = shared.next();
    assertThat(one.repetitions()).isEqualTo(7);
    assertThat(one.plan().seed()).isNotEqualTo(other.plan().seed());
    assertThat(one.with(other.plan())).isEqualTo(other);
  }

  @Test
  void seedOfTheSettings_isThatOfAllTests() {
    SharedOptions shared = read(Map.of("seed", "42"));
    assertThat(shared.next().plan().seed()).isEqualTo("42");
    assertThat(shared.next()).isEqualTo(shared.next());
  }

  @Test
  void replayOfTheSettings_isThatOfAllTests() {
    SharedOptions shared = read(Map.of("seed", "NOISE:42"));
    assertThat(shared.next().plan()).isInstanceOf(Plan.Replay.class);
    assertThat(shared.next()).isEqualTo(shared.next());
  }

  @Test
  void settings_areReadOnce() {
    Map<String, Integer> asked = new HashMap<>();
    Settings counted =
        Settings.ofParameters(
            name -> {
              asked.merge(name, 1, Integer::sum);
              return Optional.empty();
            });
    SharedOptions shared = SharedOptions.read(List.of(counted), seeds::getAndIncrement);
    Map<String, Integer> before = Map.copyOf(asked);
    shared.next();
    shared.next();
    assertThat(asked).isEqualTo(before);
  }

  @Test
  void invalidValue_isRejected() {
    assertThatThrownBy(() -> read(Map.of("repetitions", "none")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("repetitions");
  }
}
