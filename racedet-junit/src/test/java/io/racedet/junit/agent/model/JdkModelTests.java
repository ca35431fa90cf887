package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JdkModelTests {
  private static final JdkModel MODEL;

  static {
    Recorded.install(); // or the class path would provide the hooks, for all tests of this JVM
    MODEL = JdkModel.load();
  }

  static List<Class<?>> classes() {
    return MODEL.classes();
  }

  @ParameterizedTest
  @MethodSource("classes")
  void weave_everyClass_everyLineNamesWhatThisJdkHas(Class<?> type) throws IOException {
    byte[] original = bytesOf(type);
    assertThat(MODEL.weave(type, original).length).isGreaterThanOrEqualTo(original.length);
  }

  @Test
  void load_jdk_namesManyClasses() {
    assertThat(classes()).hasSizeGreaterThan(100).doesNotHaveDuplicates();
  }

  static byte[] bytesOf(Class<?> type) throws IOException {
    try (InputStream in = type.getModule().getResourceAsStream(resource(type))) {
      return in.readAllBytes();
    }
  }

  private static String resource(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }
}
