package io.racedet.junit.agent.weave.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which field accesses of random methods need no hook, beside random runs of these methods. */
class DominatedAccessesTest {
  private static final int METHODS = 400;
  private static final int RUNS = 30;
  private static final int MAX_RUN_LENGTH = 200;
  private static final int LOCALS = 3;
  private static final int FIELDS = 2;
  private static final String OWNER = "Sample";

  private enum Kind {
    READ,
    WRITE,
    /** Reads the field of the object that the variable held before a store. */
    READ_OF_OLD,
    /** Reads and writes a field through one loaded reference. */
    INCREMENT,
    READ_STATIC,
    STORE,
    CALL,
    READ_VOLATILE,
    BRANCH,
    GOTO,
    THROWING_BRANCH
  }

  /** One step of a method; a number selects the variable, the field, and where it jumps. */
  private record Step(Kind kind, int local, int field, int target) {}

  /** Fields whose names begin with v are volatile, and all others are recorded. */
  private static final DominatedAccesses.Fields ALL =
      new DominatedAccesses.Fields() {
        @Override
        public DominatedAccesses.Effect effect(
            int opcode, String owner, String name, String descriptor) {
          return name.startsWith("v")
              ? DominatedAccesses.Effect.ENDS_SPAN
              : DominatedAccesses.Effect.ACCESS;
        }

        @Override
        public String variable(int opcode, String owner, String name, String descriptor) {
          return name;
        }
      };

  private final Map<Object, Set<Access>> recorded = new HashMap<>(); // in the present span
  private int dominatedAccesses;

  /** An access with a hook. */
  private record Access(int instruction, boolean write) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void dominatedAccess_followsOneInItsSpan_thatCoversIt(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < METHODS; i++) {
      List<Step> steps = randomSteps(random, 3 + random.nextInt(25));
      DominatedAccesses method = analyse(steps);
      for (int run = 0; run < RUNS; run++) {
        run(steps, method, random);
      }
    }
    assertThat(dominatedAccesses).isGreaterThan(METHODS);
  }

  private static List<Step> randomSteps(Random random, int size) {
    Kind[] kinds = Kind.values();
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Kind kind =
          random.nextInt(3) > 0 ? kinds[random.nextInt(2)] : kinds[random.nextInt(kinds.length)];
      steps.add(
          new Step(kind, random.nextInt(LOCALS), random.nextInt(FIELDS), random.nextInt(size)));
    }
    return steps;
  }

  /* ---- as code ---- */

  private static DominatedAccesses analyse(List<Step> steps) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_5, 0, OWNER, null, "java/lang/Object", null);
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "work", "()V", null, null);
    Label[] labels = new Label[steps.size()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = new Label();
    }
    Label afterLast = new Label();
    code.visitCode();
    for (int i = 0; i < labels.length; i++) {
      if (steps.get(i).kind == Kind.THROWING_BRANCH) {
        Label end = i + 1 < labels.length ? labels[i + 1] : afterLast;
        code.visitTryCatchBlock(labels[i], end, labels[handler(steps, i)], null);
      }
    }
    for (int i = 0; i < labels.length; i++) {
      code.visitLabel(labels[i]);
      write(steps.get(i), labels, code);
    }
    code.visitLabel(afterLast);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    writer.visitEnd();
    ClassReader reader = new ClassReader(writer.toByteArray());
    return DominatedAccesses.of(reader, new ClassCode(reader).heads(), ALL).get(0);
  }

  private static int handler(List<Step> steps, int at) {
    return (steps.get(at).target + 1) % steps.size();
  }

  private static void write(Step step, Label[] labels, MethodVisitor code) {
    String field = "f" + step.field;
    switch (step.kind) {
      case READ -> {
        code.visitVarInsn(Opcodes.ALOAD, step.local);
        code.visitFieldInsn(Opcodes.GETFIELD, OWNER, field, "J");
        code.visitInsn(Opcodes.POP2);
      }
      case WRITE -> {
        code.visitVarInsn(Opcodes.ALOAD, step.local);
        code.visitInsn(Opcodes.LCONST_0);
        code.visitFieldInsn(Opcodes.PUTFIELD, OWNER, field, "J");
      }
      case READ_OF_OLD -> {
        code.visitVarInsn(Opcodes.ALOAD, step.local);
        store(step, code);
        code.visitFieldInsn(Opcodes.GETFIELD, OWNER, field, "J");
        code.visitInsn(Opcodes.POP2);
      }
      case INCREMENT -> {
        code.visitVarInsn(Opcodes.ALOAD, step.local);
        code.visitInsn(Opcodes.DUP);
        code.visitFieldInsn(Opcodes.GETFIELD, OWNER, field, "J");
        code.visitInsn(Opcodes.LCONST_1);
        code.visitInsn(Opcodes.LADD);
        code.visitFieldInsn(Opcodes.PUTFIELD, OWNER, field, "J");
      }
      case READ_STATIC -> {
        code.visitFieldInsn(Opcodes.GETSTATIC, OWNER, "s" + field, "I");
        code.visitInsn(Opcodes.POP);
      }
      case STORE -> store(step, code);
      case CALL -> code.visitMethodInsn(Opcodes.INVOKESTATIC, OWNER, "call", "()V", false);
      case READ_VOLATILE -> {
        code.visitFieldInsn(Opcodes.GETSTATIC, OWNER, "v", "I");
        code.visitInsn(Opcodes.POP);
      }
      case BRANCH, THROWING_BRANCH -> {
        code.visitInsn(Opcodes.ICONST_0);
        code.visitJumpInsn(Opcodes.IFEQ, labels[step.target]);
      }
      default -> code.visitJumpInsn(Opcodes.GOTO, labels[step.target]);
    }
  }

  private static void store(Step step, MethodVisitor code) {
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitVarInsn(Opcodes.ASTORE, step.local);
  }

  /* ---- as a run, with an object for each value of a variable ---- */

  private void run(List<Step> steps, DominatedAccesses method, Random random) {
    int[] firstOrdinals = firstOrdinals(steps);
    Object[] locals = new Object[LOCALS];
    for (int i = 0; i < LOCALS; i++) {
      locals[i] = new Object();
    }
    recorded.clear();
    int at = 0;
    for (int i = 0; i < MAX_RUN_LENGTH && at < steps.size(); i++) {
      Step step = steps.get(at);
      int ordinal = firstOrdinals[at];
      at++;
      switch (step.kind) {
        case READ -> access(method, ordinal, locals[step.local], step.field, false);
        case WRITE -> access(method, ordinal, locals[step.local], step.field, true);
        case READ_OF_OLD -> {
          Object old = locals[step.local];
          locals[step.local] = new Object();
          access(method, ordinal, old, step.field, false);
        }
        case INCREMENT -> {
          access(method, ordinal, locals[step.local], step.field, false);
          access(method, ordinal + 1, locals[step.local], step.field, true);
        }
        case READ_STATIC -> access(method, ordinal, OWNER, step.field, false);
        case STORE -> locals[step.local] = new Object();
        case CALL, READ_VOLATILE -> recorded.clear();
        case BRANCH -> at = random.nextBoolean() ? step.target : at;
        case THROWING_BRANCH -> {
          boolean isThrown = random.nextInt(3) == 0;
          at = isThrown ? handler(steps, at - 1) : random.nextBoolean() ? step.target : at;
        }
        default -> at = step.target;
      }
    }
  }

  private static int[] firstOrdinals(List<Step> steps) {
    int[] ordinals = new int[steps.size()];
    int ordinal = 0;
    for (int i = 0; i < ordinals.length; i++) {
      ordinals[i] = ordinal;
      ordinal +=
          switch (steps.get(i).kind) {
            case READ, WRITE, READ_OF_OLD, READ_STATIC, READ_VOLATILE -> 1;
            case INCREMENT -> 2;
            default -> 0;
          };
    }
    return ordinals;
  }

  private void access(
      DominatedAccesses method, int ordinal, Object object, int field, boolean write) {
    Set<Access> before = recorded.computeIfAbsent(List.of(object, field), any -> new HashSet<>());
    if (method.isDominated(ordinal)) {
      dominatedAccesses++;
      assertThat(before)
          .anyMatch(access -> (access.write || !write) && method.covers(access.instruction));
    } else {
      before.add(new Access(ordinal, write));
    }
  }

  /* ---- single methods ---- */

  @Test
  void secondRead_isDominated_afterBothBranches() {
    DominatedAccesses method =
        analyse(
            List.of(
                new Step(Kind.BRANCH, 0, 0, 3),
                new Step(Kind.READ, 0, 0, 0),
                new Step(Kind.GOTO, 0, 0, 4),
                new Step(Kind.WRITE, 0, 0, 0),
                new Step(Kind.READ, 0, 0, 0)));
    assertThat(List.of(method.isDominated(0), method.isDominated(1), method.isDominated(2)))
        .containsExactly(false, false, true);
    assertThat(method.covers(0)).isTrue();
    assertThat(method.covers(1)).isTrue();
  }

  @Test
  void write_isNotDominatedByARead_andReadsOfAnIncrementAreNotCovered() {
    DominatedAccesses method =
        analyse(List.of(new Step(Kind.INCREMENT, 0, 0, 0), new Step(Kind.WRITE, 0, 0, 0)));
    assertThat(List.of(method.isDominated(0), method.isDominated(1), method.isDominated(2)))
        .containsExactly(false, false, true);
    assertThat(method.covers(0)).isFalse();
    assertThat(method.covers(1)).isTrue();
  }
}
