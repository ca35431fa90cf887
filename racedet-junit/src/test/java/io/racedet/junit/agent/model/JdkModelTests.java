package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
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
    assertThat(methods(MODEL.weave(type, original))).isEqualTo(methods(original));
  }

  private static List<String> methods(byte[] classFile) {
    List<String> methods = new ArrayList<>();
    ClassVisitor collector =
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] thrown) {
            methods.add(access + " " + name + descriptor);
            return null;
          }
        };
    new ClassReader(classFile).accept(collector, ClassReader.SKIP_CODE);
    return methods;
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
