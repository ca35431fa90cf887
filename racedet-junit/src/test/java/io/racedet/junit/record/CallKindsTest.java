package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.calls.CallKinds;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class CallKindsTest {
  private final CallKinds kinds = new CallKinds();

  private enum Constant {
    ONE {
      @Override
      int number() {
        return 1;
      }
    };

    abstract int number();
  }

  @Test
  void withoutRule_codeOfTheJdkIsUnknown_exceptionsAreKnown() {
    assertThat(kinds.of("java.util.Random", "next")).isEqualTo(CallKinds.UNKNOWN);
    assertThat(kinds.of("java.io.IOException", "<init>")).isEqualTo(CallKinds.KNOWN);
    assertThat(kinds.of(Random.class)).isEqualTo(CallKinds.UNKNOWN);
  }

  @Test
  void mostSpecificRule_decides() {
    kinds.add("java.util.*", CallKinds.KNOWN);
    kinds.add("java.util.zip.*", CallKinds.STATEFUL);
    kinds.add("java.util.Random", CallKinds.PURE);
    kinds.add("java.util.Random#ints", CallKinds.EXTERNAL);
    assertThat(kinds.of("java.util.List", "of")).isEqualTo(CallKinds.KNOWN);
    assertThat(kinds.of("java.util.zip.CRC32", "update")).isEqualTo(CallKinds.STATEFUL);
    assertThat(kinds.of("java.util.Random", "nextInt")).isEqualTo(CallKinds.PURE);
    assertThat(kinds.of("java.util.Random$Nested", "nextInt")).isEqualTo(CallKinds.PURE);
    assertThat(kinds.of("java.util.Random", "ints")).isEqualTo(CallKinds.EXTERNAL);
    assertThat(kinds.of(Random.class)).isEqualTo(CallKinds.PURE);
  }

  @Test
  void firstRuleOfAName_decides() {
    kinds.add("java.util.Random", CallKinds.PURE);
    kinds.add("java.util.Random", CallKinds.KNOWN);
    assertThat(kinds.of(Random.class)).isEqualTo(CallKinds.PURE);
  }

  @Test
  void ruleOfAUser_replacesThatOfTheSameName() {
    kinds.add("java.util.Random", CallKinds.PURE);
    kinds.replace("java.util.Random", CallKinds.KNOWN);
    assertThat(kinds.of(Random.class)).isEqualTo(CallKinds.KNOWN);
  }

  @Test
  void iteratorsHaveAPosition_unlessARuleNamesThem() {
    kinds.add("java.util.*", CallKinds.KNOWN);
    Class<?> iterator = Set.of(1).iterator().getClass();
    assertThat(kinds.of(iterator)).isEqualTo(CallKinds.MUTABLE);
    assertThat(kinds.of(List.of(1).spliterator().getClass())).isEqualTo(CallKinds.MUTABLE);
    assertThat(kinds.of(Collections.emptyEnumeration().getClass())).isEqualTo(CallKinds.MUTABLE);
    kinds.add(iterator.getName(), CallKinds.KNOWN);
    assertThat(kinds.of(iterator)).isEqualTo(CallKinds.KNOWN);
  }

  @Test
  void iteratorsOfUnknownClasses_areUnknown() {
    assertThat(kinds.of(Set.of(1).iterator().getClass())).isEqualTo(CallKinds.UNKNOWN);
  }

  @Test
  void exceptionsAreKnown_whateverTheirPackageIs() {
    kinds.add("java.util.*", CallKinds.MUTABLE);
    assertThat(kinds.of("java.util.NoSuchElementException", "getMessage"))
        .isEqualTo(CallKinds.KNOWN);
    kinds.add("java.util.NoSuchElementException", CallKinds.STATEFUL);
    assertThat(kinds.of("java.util.NoSuchElementException", "getMessage"))
        .isEqualTo(CallKinds.STATEFUL);
  }

  @Test
  void valuesHaveNoState() {
    Supplier<String> nothingCaptured = () -> "";
    assertThat(kinds.of(String.class)).isEqualTo(CallKinds.PURE);
    assertThat(kinds.of(Integer.class)).isEqualTo(CallKinds.PURE);
    assertThat(kinds.of(Constant.ONE.getClass())).isEqualTo(CallKinds.PURE);
    assertThat(kinds.of(nothingCaptured.getClass())).isEqualTo(CallKinds.PURE);
  }

  @Test
  void arraysAreKnown_ofOtherClassesOutsideTheJdkTheMethodDecides() {
    StringBuilder text = new StringBuilder();
    Supplier<String> captured = text::toString;
    assertThat(kinds.of(CallKindsTest.class)).isEqualTo(CallKinds.BY_METHOD);
    assertThat(kinds.of(int[].class)).isEqualTo(CallKinds.KNOWN);
    assertThat(kinds.of(captured.getClass())).isEqualTo(CallKinds.BY_METHOD);
  }
}
