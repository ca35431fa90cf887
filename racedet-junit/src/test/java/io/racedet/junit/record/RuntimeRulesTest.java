package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.runtime.log.OpCodes;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the classes on the boot class path may use: hooks run anywhere, in the JDK itself too. */
class RuntimeRulesTest {
  /* Of the JDK, only what is never woven and never calls back. Collections and the like are for the
   * classes that work outside recordings. */
  private static final Set<String> QUIET =
      Set.of(
          "java/lang/AssertionError",
          "java/lang/Class",
          "java/lang/Enum",
          "java/lang/Error",
          "java/lang/ExceptionInInitializerError",
          "java/lang/IllegalStateException",
          "java/lang/Integer",
          "java/lang/InterruptedException",
          "java/lang/Math",
          "java/lang/Object",
          "java/lang/OutOfMemoryError",
          "java/lang/ReflectiveOperationException",
          "java/lang/String",
          "java/lang/System",
          "java/lang/Thread",
          "java/lang/Thread$State",
          "java/lang/Throwable",
          "java/lang/invoke/MethodHandle",
          "java/lang/invoke/MethodHandles",
          "java/lang/invoke/MethodHandles$Lookup",
          "java/lang/invoke/MutableCallSite",
          "java/lang/invoke/VarHandle",
          "java/lang/ref/SoftReference",
          "java/lang/ref/WeakReference",
          "java/lang/Double",
          "java/lang/Float",
          "java/lang/reflect/Array",
          "java/lang/reflect/Field",
          "java/lang/reflect/Modifier");

  private static final Set<String> OUTSIDE_RECORDINGS =
      Set.of("Recorder", "RawTrace", "Schedule", "WarmUp");

  /* Look at the stack of a thread once, or at how long another one runs, or wait for the analysis,
   * or start its thread, or number the ends of a pipe, or keep the file of a descriptor, with quiet
   * hooks. */
  private static final Set<String> QUIETED =
      Set.of(
          "BegunCalls",
          "BegunCalls$Search",
          "BufferSpace",
          "CallKinds",
          "CallKinds$Rule",
          "MethodReferences",
          "OpenedFiles",
          "OwnThread",
          "Pipes",
          "StampHolds",
          "StripeQueue$Wait");

  private static final List<String> CALLS = new ArrayList<>();
  private static final List<String> DYNAMIC_CALLS = new ArrayList<>();
  private static int classes;

  @BeforeAll
  static void readClasses() throws IOException {
    Path runtime = Path.of("target/classes/io/racedet/runtime");
    try (Stream<Path> files = Files.walk(runtime)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        classes++;
        new ClassReader(Files.readAllBytes(file)).accept(new Calls(), 0);
      }
    }
  }

  @Test
  void runtimeClasses_callOnlyTheJdkAndThemselves() {
    assertThat(classes).isGreaterThan(20);
    assertThat(CALLS)
        .hasSizeGreaterThan(200)
        .allMatch(call -> callee(call).startsWith("java/") || isOurs(callee(call)));
  }

  @Test
  void runtimeClasses_haveNoLambdaAndNoStringConcatenation() {
    assertThat(DYNAMIC_CALLS).isEmpty();
  }

  @Test
  void hooks_callOnlyWhatIsNeverWoven() {
    Set<String> others = new TreeSet<>();
    for (String call : CALLS) {
      String caller = call.substring(call.lastIndexOf('/', call.indexOf(' ')) + 1).split(" ")[0];
      if (!isOurs(callee(call))
          && !QUIET.contains(callee(call))
          && !OUTSIDE_RECORDINGS.contains(caller)
          && !QUIETED.contains(caller)) {
        others.add(call);
      }
    }
    /* The key and the value of an entry of the JDK's own map, for the model. */
    others.remove("io/racedet/runtime/ModelValues java/util/Map$Entry.getKey");
    others.remove("io/racedet/runtime/ModelValues java/util/Map$Entry.getValue");
    /* The parts of an address. */
    others.remove("io/racedet/runtime/Ports java/net/InetSocketAddress.getPort");
    others.remove("io/racedet/runtime/Ports java/net/UnixDomainSocketAddress.getPath");
    /* What buffers have, which no class of the program can extend. */
    others.removeIf(call -> call.startsWith("io/racedet/runtime/BufferCalls java/nio/Buffer."));
    /* Whose class it is, and what a formatter has been made with; quiet. */
    others.remove("io/racedet/runtime/StateCalls java/lang/ClassLoader.getPlatformClassLoader");
    others.remove("io/racedet/runtime/StateCalls java/util/Formatter.out");
    assertThat(others).isEmpty();
  }

  @Test
  void hooks_doNotBox() {
    assertThat(CALLS)
        .noneMatch(call -> call.matches(".* java/lang/(Integer|Long|Boolean)\\.valueOf"));
  }

  @Test
  void opCodes_equalTheOrdinalsOfOps() throws IllegalAccessException {
    int compared = 0;
    for (Field field : OpCodes.class.getFields()) {
      int code = field.getInt(null);
      if (code < Op.values().length) {
        assertThat(Op.of(code).name()).isEqualTo(field.getName());
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(12);
  }

  private static String callee(String call) {
    return call.substring(call.indexOf(' ') + 1, call.lastIndexOf('.'));
  }

  private static boolean isOurs(String className) {
    return className.startsWith("io/racedet/runtime/") || className.startsWith("[");
  }

  /** Collects {@code caller callee.method}. */
  private static final class Calls extends ClassVisitor {
    private String name;

    Calls() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version,
        int access,
        String className,
        String signature,
        String superName,
        String[] interfaces) {
      name = className;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String calledDescriptor, boolean ofInterface) {
          CALLS.add(name + ' ' + owner + '.' + called);
        }

        @Override
        public void visitInvokeDynamicInsn(
            String called, String calledDescriptor, Handle bootstrap, Object... arguments) {
          DYNAMIC_CALLS.add(name + ' ' + method + ' ' + called);
        }
      };
    }
  }
}
