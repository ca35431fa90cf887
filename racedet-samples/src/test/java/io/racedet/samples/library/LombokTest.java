package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.List;
import lombok.Builder;
import lombok.Data;
import lombok.Getter;
import lombok.Synchronized;
import lombok.Value;
import lombok.With;
import org.junit.jupiter.api.Test;

/** Code that Lombok generates: accessors, lazy getters, locks, builders. */
class LombokTest {
  @Data
  static class Person {
    private String name;
    private int visits;
  }

  /** A getter that computes its value once, whatever the number of threads. */
  static class Report {
    @Getter(lazy = true)
    private final List<String> lines = List.of("first", "second");
  }

  static class Register {
    private int total;

    @Synchronized
    void add(int amount) {
      total += amount;
    }

    @Synchronized
    int total() {
      return total;
    }
  }

  @Value
  @Builder
  @With
  static class Point {
    int x;
    int y;
  }

  @Test
  @ExpectRace(on = "LombokTest.Person.name")
  void accessors_ofSharedBean_race() {
    Person person = new Person();
    Crew.of(
        2,
        number -> {
          person.setName("name " + number);
          assertThat(person.toString()).contains("name ");
        });
  }

  @Test
  @RaceFree(repetitions = 8)
  void lazyGetter_racesNowhere() {
    Report report = new Report();
    Crew.of(3, number -> assertThat(report.getLines()).hasSize(2));
  }

  @Test
  @RaceFree(repetitions = 8)
  void generatedLock_protects() {
    Register register = new Register();
    Crew.of(3, number -> register.add(1));
    assertThat(register.total()).isEqualTo(3);
  }

  @Test
  @RaceFree(repetitions = 8)
  void immutableValues_raceNowhere() {
    Point[] shared = {Point.builder().x(1).y(2).build()};
    Crew.of(3, number -> assertThat(shared[0].withX(number).getY()).isEqualTo(2));
  }
}
