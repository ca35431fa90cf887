package io.racedet.junit.agent.weave.flow;

import static io.racedet.junit.agent.weave.flow.SampleClass.OBJECT;
import static io.racedet.junit.agent.weave.flow.SampleClass.OBJECT_TYPE;
import static io.racedet.junit.agent.weave.flow.SampleClass.OWNER;
import static io.racedet.junit.agent.weave.flow.SampleClass.analyse;
import static io.racedet.junit.agent.weave.flow.SampleClass.constructor;
import static io.racedet.junit.agent.weave.flow.SampleClass.end;
import static io.racedet.junit.agent.weave.flow.SampleClass.load;
import static io.racedet.junit.agent.weave.flow.SampleClass.method;
import static io.racedet.junit.agent.weave.flow.SampleClass.object;
import static io.racedet.junit.agent.weave.flow.SampleClass.readNumber;
import static io.racedet.junit.agent.weave.flow.SampleClass.start;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import java.util.Random;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which accesses concern objects that never leave their method, beside runs of random methods. */
class LocalObjectsTest {
  private static final int METHODS = 1500;
  private static final int RUNS = 25;
  private static final String PROBED = "(F)V"; // the random constructor

  private int localAccesses;
  private int keptObjects;
  private int leftObjects;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void localAccess_concernsAnObject_thatWasMadeHereAndNeverLeaves(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < METHODS; i++) {
      RandomCode code = new RandomCode(random, 5 + random.nextInt(50), i % 4 > 0);
      LocalObjects method = analyse(code::write);
      for (int run = 0; run < RUNS; run++) {
        check(new ConcreteRun(code, false, random), method);
      }
    }
    assertThat(localAccesses).isGreaterThan(METHODS);
  }

  private void check(ConcreteRun run, LocalObjects method) {
    for (ConcreteRun.Access access : run.accesses()) {
      if (isLocal(method, access)) {
        localAccesses++;
        assertThat(access.thing().made && !access.thing().left).isTrue();
      }
    }
  }

  private static boolean isLocal(LocalObjects method, ConcreteRun.Access access) {
    return access.ofElement()
        ? method.isElementLocal(access.ordinal())
        : method.isFieldLocal(access.ordinal());
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  void objectIsLocal_onlyIfItNeverLeavesItsConstructor(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < METHODS; i++) {
      RandomCode code = new RandomCode(random, 5 + random.nextInt(20), i % 4 > 0);
      ClassWriter type = start(OBJECT);
      method(type, "work", "()V", LocalObjectsTest::probe);
      method(type, "<init>", PROBED, constructor(code::write));
      Iterator<LocalObjects> methods = end(type);
      boolean isLocal = methods.next().isFieldLocal(0);
      LocalObjects constructor = methods.next();
      for (int run = 0; run < RUNS; run++) {
        checkConstructor(new ConcreteRun(code, true, random), constructor, isLocal);
      }
    }
    assertThat(keptObjects).isGreaterThan(METHODS);
    assertThat(leftObjects).isGreaterThan(METHODS / 2);
  }

  private void checkConstructor(ConcreteRun run, LocalObjects constructor, boolean isLocal) {
    check(run, constructor);
    assertThat(run.ownAccesses()).noneMatch(access -> isLocal(constructor, access));
    if (isLocal) {
      keptObjects++;
      assertThat(run.hasOwnLeft()).isFalse();
    } else if (run.hasOwnLeft()) {
      leftObjects++;
    }
  }

  private static void probe(MethodVisitor code) {
    object(code, PROBED, Opcodes.FCONST_0, 0);
    readNumber(code, 0);
  }

  /* ---- single classes ---- */

  private static LocalObjects objectOf(String superName, boolean finalizer) {
    ClassWriter type = start(superName);
    method(
        type,
        "work",
        "()V",
        code -> {
          object(code, "()V", Opcodes.NOP, 1);
          readNumber(code, 1);
          object(code, "(I)V", Opcodes.ICONST_0, 2);
          readNumber(code, 2);
          object(code, RandomCode.LEAKING, Opcodes.LCONST_0, 3);
          readNumber(code, 3);
        });
    if (finalizer) {
      method(type, "finalize", "()V", code -> {});
    }
    return end(type).next();
  }

  private static List<Boolean> readsAndObjects(LocalObjects method) {
    return List.of(
        method.isFieldLocal(0),
        method.isFieldLocal(1),
        method.isFieldLocal(2),
        method.isObjectLocal(0),
        method.isObjectLocal(1),
        method.isObjectLocal(2));
  }

  @Test
  void fieldsOfEverySize_areLocal() {
    LocalObjects method =
        analyse(
            code -> {
              object(code, "()V", Opcodes.NOP, 1);
              load(code, 1);
              load(code, 0);
              code.visitFieldInsn(Opcodes.PUTFIELD, OWNER, "f", OBJECT_TYPE);
              load(code, 1);
              code.visitInsn(Opcodes.DUP);
              code.visitFieldInsn(Opcodes.GETFIELD, OWNER, "j", "J");
              code.visitFieldInsn(Opcodes.PUTFIELD, OWNER, "j", "J");
            });
    assertThat(List.of(method.isFieldLocal(0), method.isFieldLocal(1), method.isFieldLocal(2)))
        .containsOnly(true);
  }

  @Test
  void object_isLocal_ifItsConstructorsKeepIt() {
    assertThat(readsAndObjects(objectOf(OBJECT, false)))
        .containsExactly(true, true, false, true, true, false);
  }

  @Test
  void object_withAFinalizer_isNeverLocal() {
    assertThat(readsAndObjects(objectOf(OBJECT, true))).doesNotContain(true);
  }

  @Test
  void constructorOfAnotherSuperclass_mayDoAnything() {
    ClassWriter type = start("Base");
    method(type, "work", "()V", LocalObjectsTest::probe);
    method(
        type,
        "<init>",
        PROBED,
        code -> {
          load(code, 0);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, "Base", "<init>", "()V", false);
        });
    assertThat(end(type).next().isFieldLocal(0)).isFalse();
  }

  @Test
  void constructors_thatCallEachOther_areNotKnown() {
    ClassWriter type = start(OBJECT);
    method(type, "work", "()V", LocalObjectsTest::probe);
    method(
        type,
        "<init>",
        PROBED,
        code -> {
          load(code, 0);
          code.visitInsn(Opcodes.FCONST_0);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, OWNER, "<init>", PROBED, false);
        });
    assertThat(end(type).next().isFieldLocal(0)).isFalse();
  }
}
