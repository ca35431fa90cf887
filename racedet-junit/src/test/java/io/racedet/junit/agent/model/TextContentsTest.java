package io.racedet.junit.agent.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Elements that a call of another object turns into text: it reads a builder, and nothing else. */
class TextContentsTest extends ContentsTestCase {
  /** A collection whose text is always the same. */
  private static final class Label extends ArrayList<String> implements CharSequence {
    private static final long serialVersionUID = 1;

    @Override
    public int length() {
      return 1;
    }

    @Override
    public char charAt(int index) {
      return 'x';
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return this;
    }

    @Override
    public String toString() {
      return "x";
    }
  }

  /** Two elements, and a way to make text of one. */
  private record Elements(StringBuilder builder, Label label, Consumer<CharSequence> way) {}

  private static Kind<Elements> way(String name, Consumer<CharSequence> way) {
    return kind(name, () -> new Elements(new StringBuilder("x"), new Label(), way));
  }

  private static final List<Kind<Elements>> WAYS =
      List.of(
          way("toString of a list", element -> List.of(element).toString()),
          way("toString of a map", element -> Map.of(1, element).toString()),
          way("toString of an entry", element -> Map.entry(1, element).toString()),
          way("toString of an Optional", element -> Optional.of(element).toString()),
          way("join", element -> String.join(",", List.of(element))),
          way("StringJoiner.add", element -> new StringJoiner(",").add(element)),
          way("joining", element -> Stream.of(element).collect(Collectors.joining(","))));

  private static final List<Call<Elements>> BUILDER =
      List.of(call("of a builder", e -> e.way.accept(e.builder)));

  static Stream<Arguments> races() {
    return pairs(WAYS, BUILDER, List.of(call("append", e -> e.builder.append("y"))));
  }

  static Stream<Arguments> noRaces() {
    return Stream.concat(
        pairs(WAYS, BUILDER, List.of(call("length", e -> e.builder.length()))),
        pairs(
            WAYS,
            List.of(
                call(
                    "of a collection",
                    e -> {
                      e.builder.length();
                      e.way.accept(e.label);
                    })),
            List.of(
                call(
                    "change of that",
                    e -> {
                      e.builder.length();
                      e.label.add("y");
                    }))));
  }
}
