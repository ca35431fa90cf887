package io.racedet.junit.agent.model;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Properties of a method that are needed before its first instruction is woven. */
final class MethodFacts {
  /** Which methods are woven. */
  interface Woven {
    boolean test(int access, String name, String descriptor);
  }

  private static final String INTERRUPTED = "java/lang/InterruptedException";

  /** First local variable that the method does not use. */
  private int locals;

  private final BitSet written = new BitSet();
  private boolean interruptible;

  private MethodFacts() {}

  /** The facts of the methods of a class that are woven, by name and descriptor. */
  static Map<String, MethodFacts> of(ClassReader reader, Woven woven) {
    Map<String, MethodFacts> facts = new HashMap<>();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String desc, String signature, String[] exceptions) {
            if (!woven.test(access, name, desc)) {
              return null;
            }
            MethodFacts method = new MethodFacts();
            method.interruptible = exceptions != null && List.of(exceptions).contains(INTERRUPTED);
            facts.put(name + desc, method);
            return method.collector();
          }
        },
        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return facts;
  }

  private MethodVisitor collector() {
    return new MethodVisitor(Opcodes.ASM9) {
      @Override
      public void visitVarInsn(int opcode, int local) {
        if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
          written.set(local);
        }
      }

      @Override
      public void visitIincInsn(int local, int increment) {
        written.set(local);
      }

      @Override
      public void visitMaxs(int maxStack, int maxLocals) {
        locals = maxLocals;
      }
    };
  }

  /** Whether the method declares that it may be interrupted. */
  boolean isInterruptible() {
    return interruptible;
  }

  /** Whether the method assigns a local variable, such as an argument. */
  boolean writes(int local) {
    return written.get(local);
  }

  /** A new local variable, for a value that is live between two branch targets only. */
  int temporary(int size) {
    int local = locals;
    locals += size;
    return local;
  }
}
