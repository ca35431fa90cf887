package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.junit.agent.model.language.AspectNames;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.model.language.ModelParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of objects in models: one element, a sum, a range. */
class PartsOfModelTest {
  @Test
  void parts_ofEveryForm_areRead() {
    String lines =
        """
        class Any
          m(int, int)   read this[1]; read this[0]; read this[all]; write this[1 to 2]
          n(int, int)   read this.a[this.b to end]; write this[1 + 2]; writing f: write this[passed1]
        """;
    assertThat(ModelParser.parse("test", lines, new AspectNames())).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send this[all]",
        "get this[1 to 2]",
        "read some of this[all]",
        "read this[x to 2]"
      })
  void range_whereNoneCanBe_isRefused(String clause) {
    String lines = "class Any\n  m(int, int)   " + clause;
    assertThatThrownBy(() -> ModelParser.parse("test", lines, new AspectNames()))
        .isInstanceOf(ModelException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"this[all]", "this[1 to end]", "this.this$0[all]"})
  void write_thatNeverEnds_isRefused(String parts) {
    String lines = "class java.util.ArrayList$Itr\n  forEachRemaining(Consumer)   write ";
    String clause = parts.replace("1 to", "this.cursor to");
    assertThatThrownBy(() -> weave(ArrayList.class, lines + clause))
        .isInstanceOf(ModelException.class)
        .hasMessage(
            "text:2: cannot use \"forEachRemaining(Consumer)   write %s\" (expected: a write that"
                + " ends, such as write this[1 to 2])",
            clause);
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy-references", "copy-primitives"})
  void copy_withoutAClass_isRefused(String verb) {
    String lines = "class java.util.ArrayList$Itr\n  forEachRemaining(Consumer)   ";
    assertThatThrownBy(() -> weave(ArrayList.class, lines + verb + " this"))
        .isInstanceOf(ModelException.class)
        .hasMessageEndingWith("(expected: copy-references this[class])");
  }

  @Test
  void write_ofAllOfAnArray_isWoven() throws IOException {
    String lines = "class java.util.Arrays$ArrayList\n  sort(Comparator)   write this.a[all]";
    assertThat(weave(Arrays.class, lines)).isPositive();
  }

  /** Weaves a class nested in another one, and returns the size of the class file. */
  private static int weave(Class<?> outer, String lines) throws IOException {
    Recorded.install();
    JdkModel model = JdkModel.of("text", lines);
    Class<?> type = model.classes().get(0);
    assertThat(type.getNestHost()).isEqualTo(outer);
    return model.weave(type, JdkModelTests.bytesOf(type)).length;
  }

  @Test
  void range_concernsOnlyElementsThatOthersWrite() {
    List<Integer> list = new ArrayList<>(Collections.nCopies(1000, 1));
    Recorded recorded =
        Recorded.run(
            getClass(), () -> Programs.inParallel(() -> list.set(7, 5), () -> list.contains(2)));
    assertThat(recorded.races()).containsExactly("ArrayList[7]");
    assertThat(recorded.events()).filteredOn(event -> event.contains("ArrayList[")).hasSize(4);
  }

  @Test
  void range_ofAListThatOneThreadWrites_isNotExpandedForIt() {
    List<Integer> list = new ArrayList<>(Collections.nCopies(1000, 1));
    Recorded recorded =
        Recorded.run(
            getClass(),
            () ->
                Programs.inParallel(
                    () -> {
                      list.set(7, 5);
                      list.contains(2);
                    },
                    () -> {}));
    assertThat(recorded.events()).filteredOn(event -> event.contains("ArrayList[")).hasSize(3);
  }

  @Test
  void writeOfARange_racesWithItsElementsOnly() {
    List<Integer> list = new ArrayList<>(Collections.nCopies(9, 1));
    Recorded recorded =
        Recorded.run(
            getClass(),
            () ->
                Programs.inParallel(
                    () -> list.subList(3, 6).replaceAll(x -> 5),
                    () -> {
                      list.get(2);
                      list.get(5);
                      list.get(6);
                    }));
    assertThat(recorded.races()).containsExactly("ArrayList[5]");
  }

  @Test
  void writtenField_isThatOfItsObject() {
    Map<String, String> map = new HashMap<>(Map.of("a", "1", "b", "2"));
    Recorded recorded =
        Recorded.run(getClass(), () -> Programs.both(() -> map.put("a", map.get("b") + "x")));
    assertThat(recorded.races()).containsExactly("HashMap.Node contents");
  }
}
