package io.racedet.junit.agent.scope;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedLibrariesTest {
  private static final String MAP = "it/unimi/dsi/fastutil/ints/Int2IntOpenHashMap";

  private final ClassLoader own = getClass().getClassLoader();
  private final SharedLibraries shared = new SharedLibraries();

  @Test
  void classes_areRacedetsOwn_untilWovenCodeRefersToTheLibrary() throws IOException {
    byte[] referring = classFile(Referring.class);
    assertThat(shared.isOwn(own, MAP)).isTrue();
    shared.woven("org/x/A", classFile(Scope.class));
    shared.woven(MAP, referring);
    assertThat(shared.isOwn(own, MAP)).isTrue();
    shared.woven("org/x/B", referring);
    assertThat(shared.isOwn(own, MAP)).isFalse();
    assertThat(shared.used()).isEqualTo(1);
    assertThat(shared.isOwn(own, "com/fasterxml/jackson/core/JsonFactory")).isTrue();
  }

  @Test
  void classesOfAnotherLoader_areNotRacedets() {
    assertThat(shared.isOwn(new ClassLoader() {}, MAP)).isFalse();
    assertThat(shared.isOwn(null, MAP)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(classes = {IntList.class, JsonFactory.class})
  void classesThatSynchronise_areNeverRacedetsOwn(Class<?> ofLibrary) throws Exception {
    Path jar = Path.of(ofLibrary.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> synchronising = new ArrayList<>();
    try (JarFile library = new JarFile(jar.toFile())) {
      for (Enumeration<JarEntry> all = library.entries(); all.hasMoreElements(); ) {
        JarEntry entry = all.nextElement();
        if (entry.getName().endsWith(".class")) {
          try (InputStream in = library.getInputStream(entry)) {
            ClassReader reader = new ClassReader(in);
            if (synchronises(reader)) {
              synchronising.add(reader.getClassName());
            }
          }
        }
      }
    }
    assertThat(synchronising).isNotEmpty().noneMatch(name -> shared.isOwn(own, name));
  }

  private static boolean synchronises(ClassReader reader) {
    boolean[] found = new boolean[1];
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public FieldVisitor visitField(
              int access, String name, String descriptor, String signature, Object value) {
            found[0] |= (access & Opcodes.ACC_VOLATILE) != 0;
            return null;
          }

          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            found[0] |= (access & Opcodes.ACC_SYNCHRONIZED) != 0;
            return new MethodVisitor(Opcodes.ASM9) {
              @Override
              public void visitInsn(int opcode) {
                found[0] |= opcode == Opcodes.MONITORENTER;
              }
            };
          }
        },
        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return found[0];
  }

  private static final class Referring {
    private final IntList list = new IntArrayList();
  }

  private static byte[] classFile(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
      return in.readAllBytes();
    }
  }
}
