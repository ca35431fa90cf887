package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.ResourceBundle;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The first call of a bundle asks the program for its contents, under the lock of the bundle. */
class BundleEdgesTest extends EdgesTestCase {
  /** Counts how often it is asked for its contents, and fails to give them at first. */
  private static final class Contents extends ListResourceBundle {
    private final Cell asked;
    private final int failures;

    Contents(Cell asked, int failures) {
      this.asked = asked;
      this.failures = failures;
    }

    @Override
    protected Object[][] getContents() {
      if (++asked.data <= failures) {
        throw new IllegalStateException("not yet");
      }
      return new Object[][] {{"key", "value"}};
    }
  }

  private record Call(String name, Function<ResourceBundle, Object> code) {
    boolean fails(ResourceBundle bundle) {
      try {
        return code.apply(bundle) == null;
      } catch (IllegalStateException e) {
        return true;
      }
    }
  }

  private static final List<Call> CALLS =
      List.of(
          new Call("getString", bundle -> bundle.getString("key")),
          new Call("getKeys", ResourceBundle::getKeys),
          new Call("keySet", ResourceBundle::keySet));

  private static Arguments asks(Call call, int failures) {
    return edge(
        call.name + " after contents that " + (failures == 0 ? "came" : "failed"),
        () -> {
          Cell asked = new Cell();
          ResourceBundle bundle = new Contents(asked, failures);
          inParallel(
              () -> {
                check(call.fails(bundle) == (failures > 0));
                whisper("asked");
              },
              () -> {
                hear("asked");
                check(!call.fails(bundle) && asked.data == 1 + failures);
              });
        });
  }

  static Stream<Arguments> edges() {
    return CALLS.stream().flatMap(call -> Stream.of(asks(call, 0), asks(call, 1)));
  }

  /** Two threads call one bundle, or one each, and change a cell after that. */
  private static Arguments asksBeside(Call call, boolean ofOne) {
    return Arguments.of(
        call.name + (ofOne ? ", and afterwards" : " of two bundles"),
        (Recorded.Program)
            () -> {
              Cell asked = new Cell();
              Cell beside = ofOne ? new Cell() : asked;
              ResourceBundle first = new Contents(asked, 1);
              ResourceBundle second = ofOne ? first : new Contents(asked, 1);
              inParallel(
                  () -> {
                    check(call.fails(first));
                    beside.data++;
                    whisper("asked");
                  },
                  () -> {
                    hear("asked");
                    check(!call.fails(second));
                    beside.data++;
                  });
            });
  }

  static Stream<Arguments> noEdges() {
    return CALLS.stream()
        .flatMap(call -> Stream.of(asksBeside(call, true), asksBeside(call, false)));
  }
}
