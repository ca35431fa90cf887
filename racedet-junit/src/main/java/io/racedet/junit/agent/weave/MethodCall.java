package io.racedet.junit.agent.weave;

import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** An instruction that calls a method. */
record MethodCall(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
  /**
   * How the names of methods begin by which classes of a nest access each other's private fields.
   */
  static final String ACCESSOR = "access$";

  /** The call that a method reference makes. */
  static MethodCall of(Handle method) {
    int opcode =
        switch (method.getTag()) {
          case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
          case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
          case Opcodes.H_NEWINVOKESPECIAL, Opcodes.H_INVOKESPECIAL -> Opcodes.INVOKESPECIAL;
          default -> Opcodes.INVOKEVIRTUAL;
        };
    return new MethodCall(
        opcode, method.getOwner(), method.getName(), method.getDesc(), method.isInterface());
  }

  boolean isConstruction() {
    return name.equals("<init>");
  }

  boolean hasReceiver() {
    return opcode != Opcodes.INVOKESTATIC && !isConstruction();
  }

  boolean isOfAccessor() {
    return opcode == Opcodes.INVOKESTATIC && name.startsWith(ACCESSOR);
  }

  boolean is(String method, String itsDescriptor) {
    return name.equals(method) && descriptor.equals(itsDescriptor);
  }

  /**
   * The type of the receiver; that of a call by super is the class that makes it (JVMS 4.10.1.9).
   */
  Type receiver(WovenCode code) {
    return Type.getObjectType(opcode == Opcodes.INVOKESPECIAL ? code.type().name() : owner);
  }

  void write(MethodVisitor out) {
    out.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
  }
}
