package io.racedet.junit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.hooks.Hook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The enum of hooks describes exactly the public methods of their owners. */
class HookTest {
  @ParameterizedTest
  @EnumSource(Hook.class)
  void hook_isPublicStaticMethodOfItsOwner(Hook hook) throws ClassNotFoundException {
    Class<?> owner = ownerOf(hook);
    assertThat(Modifier.isPublic(owner.getModifiers())).isTrue();
    assertThat(methodsOf(owner)).contains(described(hook));
  }

  @Test
  void publicMethodsOfOwners_areHooks() throws ClassNotFoundException {
    Set<String> methods = new TreeSet<>();
    for (Hook hook : Hook.values()) {
      methods.addAll(methodsOf(ownerOf(hook)));
    }
    assertThat(methods)
        .isEqualTo(described(EnumSet.allOf(Hook.class)))
        .hasSize(Hook.values().length);
  }

  @Test
  void everyHook_isUsedByAnEmitter() throws IOException {
    Set<String> used = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("target/classes/io/racedet/junit/agent"))) {
      files
          .filter(file -> file.toString().endsWith(".class"))
          .filter(file -> !file.getFileName().toString().equals("Hook.class"))
          .forEach(file -> addUsed(file, used));
    }
    assertThat(used)
        .containsExactlyInAnyOrderElementsOf(Stream.of(Hook.values()).map(Hook::name).toList());
  }

  private static Class<?> ownerOf(Hook hook) throws ClassNotFoundException {
    return Class.forName(hook.className(), false, HookTest.class.getClassLoader());
  }

  private static List<String> methodsOf(Class<?> owner) {
    return Arrays.stream(owner.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .map(HookTest::described)
        .toList();
  }

  private static String described(Method method) {
    String name = method.getDeclaringClass().getName() + '.' + method.getName();
    return name + Type.getMethodDescriptor(method);
  }

  private static String described(Hook hook) {
    return hook.className() + '.' + hook.method() + hook.descriptor();
  }

  private static Set<String> described(Set<Hook> hooks) {
    return hooks.stream().map(HookTest::described).collect(Collectors.toCollection(TreeSet::new));
  }

  private static void addUsed(Path classFile, Set<String> used) {
    try {
      new ClassReader(Files.readAllBytes(classFile)).accept(new Uses(used), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Collects the constants of {@link Hook} that a class reads. */
  private static final class Uses extends ClassVisitor {
    private final Set<String> used;

    Uses(Set<String> used) {
      super(Opcodes.ASM9);
      this.used = used;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String type, String signature, String[] exceptions) {
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
          if (owner.equals(Type.getInternalName(Hook.class))) {
            used.add(field);
          }
        }
      };
    }
  }
}
