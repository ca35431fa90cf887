package io.racedet.junit.agent.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import org.junit.jupiter.api.Test;

/** Which fields of a class are caches, so that threads that only read may write them. */
@SuppressWarnings("unused")
class CachedFieldsTest {
  static final class Caches {
    Object view;
    Object kept;
    Object turned;
    Object early;
    Object reset;
    int hash;

    Object view() {
      if (view == null) {
        view = new Object();
      }
      return view;
    }

    Object kept() {
      Object result = kept;
      return result == null ? kept = new Object() : result;
    }

    Object turned() {
      if (null == turned) {
        turned = new Object();
      }
      return turned;
    }

    Object early() {
      if (early != null) {
        return early;
      }
      early = new Object();
      return early;
    }

    Object reset() {
      if (reset == null) {
        reset = new Object();
      }
      return reset;
    }

    void clear() {
      reset = null;
    }

    @Override
    public int hashCode() {
      if (hash == 0) {
        hash = 31;
      }
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }
  }

  static final class Contents {
    Object first;
    Object last;
    Object lateTest;
    Object otherTest;
    int size;
    int constructed;

    Contents(int constructed) {
      this.constructed = constructed;
    }

    void add(Object element) {
      if (first == null) {
        first = element;
      }
      last = element;
      size++;
    }

    void remove() {
      first = last;
    }

    void test() {
      lateTest = new Object();
      if (lateTest == null) {
        lateTest = last;
      }
      if (first == null) {
        otherTest = last;
      }
    }
  }

  private static Set<String> caches(Class<?> type) throws IOException {
    Set<String> names = new HashSet<>();
    ClassReader reader = new ClassReader(type.getName());
    CachedFields.of(reader).forEach(field -> names.add(field.replaceFirst("(L|I).*", "")));
    return names;
  }

  @Test
  void fieldFilledWhereItIsEmpty_isACache() throws IOException {
    assertThat(caches(Caches.class))
        .containsExactlyInAnyOrder("view", "kept", "turned", "early", "reset", "hash");
  }

  @Test
  void fieldWrittenOtherwise_isNone() throws IOException {
    assertThat(caches(Contents.class)).isEmpty();
  }
}
