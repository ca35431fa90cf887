package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.inParallel;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Two calls of one object, by two threads that nothing orders: they race if one of them changes
 * what the other one uses, and only then.
 */
@Timeout(20)
abstract class ContentsTestCase {
  /** A call, with its name. */
  record Call<T>(String name, Consumer<T> code) {}

  /** Objects of a kind, with its name. */
  record Kind<T>(String name, Supplier<T> made) {}

  /** Weaves the JDK, which takes long on a busy machine, before the time of a program begins. */
  @BeforeAll
  static void weave() {
    Recorded.run(ContentsTestCase.class, () -> {});
  }

  static <T> Call<T> call(String name, Consumer<T> code) {
    return new Call<>(name, code);
  }

  static <T> Kind<T> kind(String name, Supplier<T> made) {
    return new Kind<>(name, made);
  }

  @SafeVarargs
  static <T> List<T> all(Collection<? extends T>... parts) {
    List<T> all = new ArrayList<>();
    for (Collection<? extends T> part : parts) {
      all.addAll(part);
    }
    return all;
  }

  /** Each of the calls, together with another one. */
  static <T> Stream<Arguments> pairs(
      Collection<? extends Kind<? extends T>> kinds,
      Collection<Call<T>> calls,
      Collection<Call<T>> others) {
    return kinds.stream()
        .flatMap(
            kind ->
                calls.stream()
                    .flatMap(call -> others.stream().map(other -> pair(kind, call, other))));
  }

  private static <T> Arguments pair(Kind<? extends T> kind, Call<T> call, Call<T> other) {
    Programs.Step program =
        () -> {
          T object = kind.made.get();
          inParallel(
              () -> {
                call.code.accept(object);
                Programs.whisper("called");
              },
              () -> {
                Programs.hear("called");
                other.code.accept(object);
              });
        };
    return Arguments.of(kind.name + ": " + call.name + ", " + other.name, program);
  }

  @TestFactory
  Stream<DynamicTest> call_thatChangesWhatAnotherUses_races() {
    return Rows.of(getClass(), "races", this::checkRace);
  }

  private void checkRace(String name, List<Object> row) {
    Recorded.checkRacy(
        getClass(),
        ((Programs.Step) row.get(0))::run,
        recorded -> {
          assertThat(recorded.races())
              .as(() -> text(name, recorded))
              .anyMatch(ContentsTestCase::isContents);
          assertThat(recorded.damaged()).as(() -> text(name, recorded)).isFalse();
        });
  }

  @TestFactory
  Stream<DynamicTest> call_thatChangesNothingOfAnother_isSilent() {
    return Rows.of(getClass(), "noRaces", this::checkNoRace);
  }

  private void checkNoRace(String name, List<Object> row) {
    Recorded.check(
        getClass(),
        ((Programs.Step) row.get(0))::run,
        recorded -> {
          assertThat(recorded.races()).as(() -> text(name, recorded)).isEmpty();
          assertThat(recorded.shared()).anyMatch(ContentsTestCase::isContents);
          assertThat(recorded.damaged()).as(() -> text(name, recorded)).isFalse();
        });
  }

  private static String text(String name, Recorded recorded) {
    return name + ", events: " + recorded.events();
  }

  private static boolean isContents(String variable) {
    return variable.endsWith("contents") || variable.endsWith("]");
  }

  static void visit(Iterable<?> elements) {
    for (Object element : elements) {
      element.getClass();
    }
  }

  static void readValues(Iterable<? extends Map.Entry<?, ?>> entries) {
    for (Map.Entry<?, ?> entry : entries) {
      entry.getValue();
    }
  }
}
