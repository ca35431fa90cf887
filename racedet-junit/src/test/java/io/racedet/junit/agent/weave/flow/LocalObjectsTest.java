package io.racedet.junit.agent.weave.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which accesses concern objects that never leave their method, beside runs of random methods. */
class LocalObjectsTest {
  private static final int METHODS = 1500;
  private static final int RUNS = 25;
  private static final String OWNER = RandomCode.OWNER;
  private static final String OBJECT = "java/lang/Object";
  private static final String OBJECT_TYPE = "Ljava/lang/Object;";
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

  /* ---- classes ---- */

  private static ClassWriter start(String superName) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_5, 0, OWNER, null, superName, null);
    return writer;
  }

  private static void method(
      ClassWriter type, String name, String descriptor, Consumer<MethodVisitor> code) {
    int access = name.equals("work") ? Opcodes.ACC_STATIC : 0;
    MethodVisitor method = type.visitMethod(access, name, descriptor, null, null);
    method.visitCode();
    code.accept(method);
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
  }

  /* The constructors that random code calls, and the end of the class. */
  private static Iterator<LocalObjects> end(ClassWriter type) {
    method(type, "<init>", "()V", constructor(LocalObjectsTest::writeNumber));
    method(
        type,
        "<init>",
        "(I)V",
        code -> {
          load(code, 0);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, OWNER, "<init>", "()V", false);
        });
    method(
        type,
        "<init>",
        "(" + OBJECT_TYPE + ")V",
        constructor(
            code -> {
              load(code, 0);
              load(code, 1);
              code.visitFieldInsn(Opcodes.PUTFIELD, OWNER, "f", OBJECT_TYPE);
            }));
    method(
        type,
        "<init>",
        RandomCode.LEAKING,
        constructor(
            code -> {
              load(code, 0);
              code.visitFieldInsn(Opcodes.PUTSTATIC, OWNER, "s", OBJECT_TYPE);
            }));
    type.visitEnd();
    return LocalObjects.of(new ClassCode(new ClassReader(type.toByteArray())));
  }

  private static Consumer<MethodVisitor> constructor(Consumer<MethodVisitor> rest) {
    return code -> {
      load(code, 0);
      code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
      rest.accept(code);
    };
  }

  private static LocalObjects analyse(Consumer<MethodVisitor> code) {
    ClassWriter type = start(OBJECT);
    method(type, "work", "()V", code);
    return end(type).next();
  }

  /* ---- pieces of code ---- */

  private static void load(MethodVisitor code, int local) {
    code.visitVarInsn(Opcodes.ALOAD, local);
  }

  private static void writeNumber(MethodVisitor code) {
    load(code, 0);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitFieldInsn(Opcodes.PUTFIELD, OWNER, "n", "I");
  }

  private static void array(MethodVisitor code, int local) {
    code.visitInsn(Opcodes.ICONST_1);
    code.visitTypeInsn(Opcodes.ANEWARRAY, OBJECT);
    code.visitVarInsn(Opcodes.ASTORE, local);
  }

  private static void readElement(MethodVisitor code, int local) {
    load(code, local);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitInsn(Opcodes.AALOAD);
    code.visitInsn(Opcodes.POP);
  }

  private static void object(MethodVisitor code, String descriptor, int argument, int local) {
    code.visitTypeInsn(Opcodes.NEW, OWNER);
    code.visitInsn(Opcodes.DUP);
    if (argument != Opcodes.NOP) {
      code.visitInsn(argument);
    }
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, OWNER, "<init>", descriptor, false);
    code.visitVarInsn(Opcodes.ASTORE, local);
  }

  private static void readNumber(MethodVisitor code, int local) {
    load(code, local);
    code.visitFieldInsn(Opcodes.GETFIELD, OWNER, "n", "I");
    code.visitInsn(Opcodes.POP);
  }

  private static void probe(MethodVisitor code) {
    object(code, PROBED, Opcodes.FCONST_0, 0);
    readNumber(code, 0);
  }

  /* ---- arrays ---- */

  /** An array that is made, read, and then used as given. */
  private static LocalObjects arrayWith(Consumer<MethodVisitor> use) {
    return analyse(
        code -> {
          array(code, 1);
          readElement(code, 1);
          use.accept(code);
        });
  }

  private static void assertLocal(LocalObjects method, boolean expected) {
    assertThat(method.isElementLocal(0)).isEqualTo(expected);
    assertThat(method.isArrayLocal(0)).isEqualTo(expected);
  }

  @Test
  void array_thatIsOnlyReadAndWrittenAndCompared_isLocal() {
    assertLocal(
        arrayWith(
            code -> {
              Label end = new Label();
              load(code, 1);
              code.visitTypeInsn(Opcodes.CHECKCAST, "[" + OBJECT_TYPE);
              code.visitInsn(Opcodes.DUP);
              code.visitInsn(Opcodes.ARRAYLENGTH);
              code.visitInsn(Opcodes.POP);
              code.visitTypeInsn(Opcodes.INSTANCEOF, OWNER);
              code.visitInsn(Opcodes.POP);
              load(code, 1);
              code.visitJumpInsn(Opcodes.IFNULL, end);
              load(code, 1);
              load(code, 2);
              code.visitJumpInsn(Opcodes.IF_ACMPNE, end);
              code.visitLabel(end);
              load(code, 1);
              code.visitInsn(Opcodes.ICONST_0);
              code.visitInsn(Opcodes.ACONST_NULL);
              code.visitInsn(Opcodes.AASTORE);
            }),
        true);
  }

  @Test
  void elementsOfEveryType_areLocal() {
    int[] types = {Opcodes.T_INT, Opcodes.T_LONG, Opcodes.T_FLOAT, Opcodes.T_DOUBLE};
    LocalObjects method =
        analyse(
            code -> {
              for (int i = 0; i < types.length; i++) {
                code.visitInsn(Opcodes.ICONST_1);
                code.visitIntInsn(Opcodes.NEWARRAY, types[i]);
                code.visitInsn(Opcodes.DUP);
                code.visitInsn(Opcodes.ICONST_0);
                code.visitInsn(Opcodes.DUP2);
                code.visitInsn(Opcodes.IALOAD + i);
                code.visitInsn(Opcodes.IASTORE + i);
                code.visitInsn(Opcodes.POP);
              }
            });
    for (int i = 0; i < 2 * types.length; i++) {
      assertThat(method.isElementLocal(i)).isTrue();
    }
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
  void array_thatLeaves_isNotLocalBeforeEither() {
    List<Consumer<MethodVisitor>> exits =
        List.of(
            code -> code.visitInsn(Opcodes.ARETURN),
            code -> code.visitInsn(Opcodes.ATHROW),
            code -> code.visitInsn(Opcodes.MONITORENTER),
            code -> code.visitFieldInsn(Opcodes.PUTSTATIC, OWNER, "s", OBJECT_TYPE),
            code -> code.visitMethodInsn(Opcodes.INVOKESTATIC, OWNER, "m", "([I)V", false),
            code -> code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, OBJECT, "hashCode", "()I", false),
            code -> code.visitMethodInsn(Opcodes.INVOKESPECIAL, OWNER, "m", "()V", false),
            code -> code.visitMethodInsn(Opcodes.INVOKEINTERFACE, "Other", "m", "()V", true),
            code -> code.visitInvokeDynamicInsn("m", "([I)V", RandomCode.BOOTSTRAP),
            code -> {
              load(code, 0);
              code.visitInsn(Opcodes.SWAP);
              code.visitFieldInsn(Opcodes.PUTFIELD, OWNER, "f", OBJECT_TYPE);
            },
            code -> {
              load(code, 0);
              code.visitInsn(Opcodes.SWAP);
              code.visitInsn(Opcodes.ICONST_0);
              code.visitInsn(Opcodes.SWAP);
              code.visitInsn(Opcodes.AASTORE);
            });
    for (Consumer<MethodVisitor> exit : exits) {
      Consumer<MethodVisitor> use =
          code -> {
            load(code, 1);
            exit.accept(code);
          };
      assertLocal(arrayWith(use), false);
    }
  }

  @Test
  void arrayInALoop_thatLeavesAfterIt_isNotLocal_andOneThatStays_is() {
    LocalObjects method =
        analyse(
            code -> {
              Label head = new Label();
              code.visitLabel(head);
              array(code, 1);
              array(code, 2);
              readElement(code, 1);
              readElement(code, 2);
              load(code, 1);
              code.visitVarInsn(Opcodes.ASTORE, 3);
              code.visitInsn(Opcodes.ICONST_0);
              code.visitJumpInsn(Opcodes.IFEQ, head);
              load(code, 3);
              code.visitFieldInsn(Opcodes.PUTSTATIC, OWNER, "s", OBJECT_TYPE);
            });
    assertThat(List.of(method.isElementLocal(0), method.isElementLocal(1)))
        .containsExactly(false, true);
  }

  @Test
  void arrayOrAnotherOne_isLocalIfBothAre_andNotIfOneIsAParameter() {
    for (boolean isParameter : List.of(true, false)) {
      LocalObjects method =
          analyse(
              code -> {
                Label other = new Label();
                array(code, 1);
                readElement(code, 1);
                code.visitInsn(Opcodes.ICONST_0);
                code.visitJumpInsn(Opcodes.IFEQ, other);
                if (isParameter) {
                  load(code, 0);
                  code.visitVarInsn(Opcodes.ASTORE, 1);
                } else {
                  array(code, 1);
                }
                code.visitLabel(other);
                readElement(code, 1);
              });
      assertThat(List.of(method.isElementLocal(0), method.isElementLocal(1)))
          .containsExactly(true, !isParameter);
    }
  }

  @Test
  void elementOfALocalArray_isFromElsewhere() {
    LocalObjects method =
        analyse(
            code -> {
              code.visitInsn(Opcodes.ICONST_1);
              code.visitInsn(Opcodes.ICONST_1);
              code.visitMultiANewArrayInsn("[[I", 2);
              code.visitInsn(Opcodes.ICONST_0);
              code.visitInsn(Opcodes.AALOAD);
              code.visitInsn(Opcodes.ICONST_0);
              code.visitInsn(Opcodes.IALOAD);
              code.visitInsn(Opcodes.POP);
            });
    assertThat(List.of(method.isElementLocal(0), method.isElementLocal(1)))
        .containsExactly(true, false);
  }

  @Test
  void arrayOfATry_isKnownInItsHandler() {
    LocalObjects method =
        analyse(
            code -> {
              Label start = new Label();
              Label end = new Label();
              Label handler = new Label();
              code.visitTryCatchBlock(start, end, handler, null);
              array(code, 1);
              code.visitLabel(start);
              array(code, 2);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, OWNER, "call", "()V", false);
              load(code, 0);
              code.visitVarInsn(Opcodes.ASTORE, 3);
              array(code, 3);
              code.visitInsn(Opcodes.NOP);
              code.visitLabel(end);
              code.visitInsn(Opcodes.RETURN);
              code.visitLabel(handler);
              code.visitInsn(Opcodes.POP);
              readElement(code, 1);
              readElement(code, 2);
              readElement(code, 3);
            });
    assertThat(
            List.of(method.isElementLocal(0), method.isElementLocal(1), method.isElementLocal(2)))
        .containsExactly(true, false, false); // the second may be what the variable had before
  }

  @Test
  void subroutine_letsEverythingEscape() {
    assertLocal(
        arrayWith(
            code -> {
              Label subroutine = new Label();
              code.visitJumpInsn(Opcodes.JSR, subroutine);
              code.visitInsn(Opcodes.RETURN);
              code.visitLabel(subroutine);
              code.visitVarInsn(Opcodes.ASTORE, 2);
              code.visitVarInsn(Opcodes.RET, 2);
            }),
        false);
  }

  @Test
  void manyArrays_areLocalOrUnknown_andNeverConfused() {
    int many = 100;
    LocalObjects method =
        analyse(
            code -> {
              for (int i = 0; i < many; i++) {
                array(code, 1);
                readElement(code, 1);
                if (i % 2 > 0) {
                  load(code, 1);
                  code.visitFieldInsn(Opcodes.PUTSTATIC, OWNER, "s", OBJECT_TYPE);
                }
              }
            });
    for (int i = 0; i < many; i++) {
      boolean isFollowed = i < ReferenceFlow.MOST_SITES;
      assertThat(method.isElementLocal(i)).isEqualTo(isFollowed && i % 2 == 0);
    }
  }

  /* ---- objects ---- */

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
