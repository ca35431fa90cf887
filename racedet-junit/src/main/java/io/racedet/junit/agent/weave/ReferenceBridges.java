package io.racedet.junit.agent.weave;

import io.racedet.runtime.calls.ReferenceWeaver;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Defines, beside the class with a method reference, a class whose only method makes the call. */
public final class ReferenceBridges implements ReferenceWeaver {
  private final AtomicInteger count = new AtomicInteger();

  @Override
  public Class<?> bridge(
      MethodHandles.Lookup caller, MethodHandle method, MethodType type, int site, int treatment)
      throws IllegalAccessException {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String name = Type.getInternalName(caller.lookupClass()) + MARK + count.incrementAndGet();
    writer.visit(
        Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, name, null, "java/lang/Object", null);
    MethodVisitor out =
        writer.visitMethod(Opcodes.ACC_STATIC, BRIDGE, type.toMethodDescriptorString(), null, null);
    out.visitCode();
    write(out, caller.revealDirect(method), type, site, treatment);
    out.visitMaxs(0, 0);
    out.visitEnd();
    writer.visitEnd();
    return caller.defineClass(writer.toByteArray());
  }

  private static void write(
      MethodVisitor out, MethodHandleInfo method, MethodType type, int site, int treatment) {
    Type called = Type.getMethodType(type.toMethodDescriptorString());
    int locals = Type.getArgumentsAndReturnSizes(called.getDescriptor()) >> 2;
    CallWeaver calls = new CallWeaver(WovenCode.ofBridge(out, locals, site));
    String owner = Type.getInternalName(method.getDeclaringClass());
    boolean construction = method.getReferenceKind() == MethodHandleInfo.REF_newInvokeSpecial;
    if (construction) {
      out.visitTypeInsn(Opcodes.NEW, owner);
      out.visitInsn(Opcodes.DUP);
    }
    int local = 0;
    for (Type argument : called.getArgumentTypes()) {
      out.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
    calls.write(
        CallRules.Treatment.values()[treatment],
        new MethodCall(
            opcode(method.getReferenceKind()),
            owner,
            method.getName(),
            method.getMethodType().toMethodDescriptorString(),
            method.getReferenceKind() == MethodHandleInfo.REF_invokeInterface
                || method.getReferenceKind() == MethodHandleInfo.REF_invokeStatic
                    && method.getDeclaringClass().isInterface()));
    if (construction) {
      calls.constructed(owner);
    }
    out.visitInsn(called.getReturnType().getOpcode(Opcodes.IRETURN));
  }

  private static int opcode(int kind) {
    return switch (kind) {
      case MethodHandleInfo.REF_invokeStatic -> Opcodes.INVOKESTATIC;
      case MethodHandleInfo.REF_invokeInterface -> Opcodes.INVOKEINTERFACE;
      case MethodHandleInfo.REF_newInvokeSpecial -> Opcodes.INVOKESPECIAL;
      default -> Opcodes.INVOKEVIRTUAL;
    };
  }
}
