package io.racedet.junit.agent.weave.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of the objects of the JDK with a state names what this JDK has. */
class JdkStatesTest {
  static Set<String> owners() {
    return JdkStates.owners();
  }

  private static List<Method> methods(String owner) throws ClassNotFoundException {
    return Arrays.stream(Class.forName(owner.replace('/', '.')).getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("owners")
  void names_areOfMethods(String owner) throws ClassNotFoundException {
    List<Method> methods = methods(owner);
    assertThat(JdkStates.methods(owner))
        .isNotEmpty()
        .allMatch(name -> methods.stream().anyMatch(method -> isOne(method, name)));
  }

  private static boolean isOne(Method method, String name) {
    String own = method.getName();
    return name.equals(own)
        || name.equals(own + '/' + method.getParameterCount())
        || name.equals(own + Type.getMethodDescriptor(method))
        || name.endsWith("*") && own.startsWith(name.substring(0, name.length() - 1));
  }

  /** A call through the interface is no other call. */
  @ParameterizedTest
  @CsvSource({
    "java/util/zip/Checksum, java/util/zip/CRC32",
    "java/util/zip/Checksum, java/util/zip/CRC32C",
    "java/util/zip/Checksum, java/util/zip/Adler32",
    "java/text/CharacterIterator, java/text/StringCharacterIterator",
    "java/io/DataOutput, java/io/DataOutputStream"
  })
  void interface_hasTheRuleOfItsClass(String owner, String type) throws ClassNotFoundException {
    List<Method> methods = methods(owner);
    assertThat(methods)
        .allSatisfy(method -> assertThat(call(type, method)).isEqualTo(call(owner, method)));
    assertThat(methods).anyMatch(method -> call(owner, method) != null);
  }

  private static StateCall call(String owner, Method method) {
    String descriptor = Type.getMethodDescriptor(method);
    return StateCall.of(Opcodes.INVOKEVIRTUAL, owner, method.getName(), descriptor);
  }

  @Test
  void callsThatAreNoneOnAnObject_areLeftOut() {
    String descriptor = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";
    String format = "java/text/MessageFormat";
    assertThat(StateCall.of(Opcodes.INVOKESTATIC, format, "format", descriptor)).isNull();
    assertThat(StateCall.of(Opcodes.INVOKESPECIAL, "java/util/zip/CRC32", "<init>", "()V"))
        .isNull();
    assertThat(StateCall.of(Opcodes.INVOKESPECIAL, "java/util/zip/CRC32", "reset", "()V")).isNull();
  }
}
