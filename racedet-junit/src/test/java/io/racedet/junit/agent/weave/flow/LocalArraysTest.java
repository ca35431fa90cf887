package io.racedet.junit.agent.weave.flow;

import static io.racedet.junit.agent.weave.flow.SampleClass.OBJECT;
import static io.racedet.junit.agent.weave.flow.SampleClass.OBJECT_TYPE;
import static io.racedet.junit.agent.weave.flow.SampleClass.OWNER;
import static io.racedet.junit.agent.weave.flow.SampleClass.analyse;
import static io.racedet.junit.agent.weave.flow.SampleClass.array;
import static io.racedet.junit.agent.weave.flow.SampleClass.load;
import static io.racedet.junit.agent.weave.flow.SampleClass.readElement;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** Which arrays of single methods never leave them. */
class LocalArraysTest {
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
      boolean isFollowed = i < ReferenceFlow.MAX_SITES;
      assertThat(method.isElementLocal(i)).isEqualTo(isFollowed && i % 2 == 0);
    }
  }
}
