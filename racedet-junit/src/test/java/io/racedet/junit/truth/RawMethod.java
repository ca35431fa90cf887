package io.racedet.junit.truth;

import io.racedet.junit.truth.raw.RawMode;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves the raw actions of one method. */
final class RawMethod extends MethodVisitor {
  private static final String HOOKS = "io/racedet/junit/truth/raw/RawHooks";
  private static final String TASK_QUEUE = "java/util/concurrent/ForkJoinPool";
  private static final String WAITS = "io/racedet/runtime/Waits";
  private static final String OBJECT = "java/lang/Object";
  private static final String THREAD = "java/lang/Thread";

  private final VolatileFields fields;
  private final String self;
  private final String monitor; // "this", "class" or null
  private final boolean publishes;
  private final int room;
  private final Label start = new Label();
  private int next;

  /**
   * Prepares the weaving of a method.
   *
   * @param self the class
   * @param sync whether it is synchronized: on "this" or its "class"; or null
   * @param publishes whether what it sets through handles is promised to be handed over
   * @param room its first unused local variable
   */
  RawMethod(
      MethodVisitor out,
      VolatileFields fields,
      String self,
      String sync,
      boolean publishes,
      int room) {
    super(Opcodes.ASM9, out);
    this.fields = fields;
    this.self = self;
    this.monitor = sync;
    this.publishes = publishes;
    this.room = room;
  }

  private void hook(String name, String desc) {
    super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, desc, false);
  }

  /* ---- synchronized methods ---- */

  @Override
  public void visitCode() {
    super.visitCode();
    if (monitor != null) {
      super.visitLabel(start);
      pushMonitor();
      hook("enter", "(Ljava/lang/Object;)V");
    }
  }

  private void pushMonitor() {
    if (monitor.equals("this")) {
      super.visitVarInsn(Opcodes.ALOAD, 0);
    } else {
      super.visitLdcInsn(Type.getObjectType(self));
    }
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    if (monitor != null) {
      Label end = new Label();
      super.visitLabel(end);
      super.visitTryCatchBlock(start, end, end, null);
      Object[] locals = monitor.equals("this") ? new Object[] {self} : new Object[0];
      super.visitFrame(
          Opcodes.F_FULL, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
      pushMonitor();
      hook("leave", "(Ljava/lang/Object;)V");
      super.visitInsn(Opcodes.ATHROW);
    }
    super.visitMaxs(maxStack, maxLocals);
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode == Opcodes.MONITORENTER) {
      super.visitInsn(Opcodes.DUP);
      super.visitInsn(opcode);
      hook("enter", "(Ljava/lang/Object;)V");
      return;
    }
    if (opcode == Opcodes.MONITOREXIT) {
      super.visitInsn(Opcodes.DUP);
      hook("leave", "(Ljava/lang/Object;)V");
    } else if (opcode == Opcodes.AASTORE && self.startsWith(TASK_QUEUE)) {
      storeTask();
      return;
    } else if (monitor != null && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      pushMonitor();
      hook("leave", "(Ljava/lang/Object;)V");
    }
    super.visitInsn(opcode);
  }

  /* As RawCall.PUBLISH, with a plain store. */
  private void storeTask() {
    int value = room;
    int index = room + 1;
    super.visitVarInsn(Opcodes.ASTORE, value);
    super.visitVarInsn(Opcodes.ISTORE, index);
    super.visitInsn(Opcodes.DUP);
    super.visitVarInsn(Opcodes.ILOAD, index);
    hook("beginElement", "(Ljava/lang/Object;I)V");
    super.visitVarInsn(Opcodes.ILOAD, index);
    super.visitVarInsn(Opcodes.ALOAD, value);
    super.visitInsn(Opcodes.AASTORE);
    end(RawMode.WRITE | RawMode.RELEASE);
  }

  /* ---- volatile fields ---- */

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String desc) {
    VolatileFields.Place place = fields.find(owner, name);
    if (place == null) {
      super.visitFieldInsn(opcode, owner, name, desc);
      return;
    }
    boolean read = opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC;
    if (place.isStatic()) {
      super.visitLdcInsn(Type.getObjectType(place.owner()));
    } else if (read) {
      super.visitInsn(Opcodes.DUP);
    } else {
      pushOwnerBelow(Type.getType(desc).getSize());
    }
    super.visitLdcInsn(place.offset());
    hook("begin", "(Ljava/lang/Object;J)V");
    super.visitFieldInsn(opcode, owner, name, desc);
    end(RawMode.VOLATILE | (read ? RawMode.READ : RawMode.WRITE));
  }

  private void pushOwnerBelow(int size) {
    if (size == 1) {
      // stack: object, value -> object, value, object
      super.visitInsn(Opcodes.DUP2);
      super.visitInsn(Opcodes.POP);
    } else {
      // stack: object, value -> value, object -> object, value, object
      super.visitInsn(Opcodes.DUP2_X1);
      super.visitInsn(Opcodes.POP2);
      super.visitInsn(Opcodes.DUP_X2);
    }
  }

  private void end(int mode) {
    super.visitLdcInsn(mode);
    hook("end", "(I)V");
  }

  /* ---- calls ---- */

  @Override
  public void visitMethodInsn(int opcode, String owner, String name, String desc, boolean itf) {
    boolean publish = publishes && RawCall.isHandle(owner) && name.equals("set");
    RawCall call = publish ? RawCall.PUBLISH : RawCall.of(owner, name, desc);
    int fence = RawCall.fence(owner, name);
    if (call != null) {
      atomic(call, opcode, owner, name, desc);
    } else if (fence != 0) {
      super.visitMethodInsn(opcode, owner, name, desc, itf);
      super.visitLdcInsn(fence);
      hook("fence", "(I)V");
    } else if (owner.equals(WAITS) && name.equals("await") && !desc.endsWith("JII)V")) {
      hook("await", desc);
    } else if (!replaced(name, desc, opcode)) {
      if (name.startsWith("park") || name.startsWith("unpark")) {
        hook("point", "()V");
      }
      super.visitMethodInsn(opcode, owner, name, desc, itf);
    }
  }

  private boolean replaced(String name, String desc, int opcode) {
    if (opcode != Opcodes.INVOKEVIRTUAL) {
      return false;
    }
    switch (name + desc) {
      case "wait()V" -> hook("waitOn", "(L" + OBJECT + ";)V");
      case "wait(J)V" -> hook("waitOn", "(L" + OBJECT + ";J)V");
      case "wait(JI)V" -> hook("waitOn", "(L" + OBJECT + ";JI)V");
      case "isAlive()Z" -> hook("isAlive", "(L" + THREAD + ";)Z");
      case "getState()Ljava/lang/Thread$State;" ->
          hook("getState", "(L" + THREAD + ";)Ljava/lang/Thread$State;");
      default -> {
        return false;
      }
    }
    return true;
  }

  private void atomic(RawCall call, int opcode, String owner, String name, String desc) {
    Type[] arguments = Type.getArgumentTypes(desc);
    int[] locals = spill(arguments);
    if (RawCall.isHandle(owner)) {
      int coordinates = call.coordinates(arguments);
      super.visitInsn(Opcodes.DUP);
      if (coordinates > 0) {
        super.visitVarInsn(Opcodes.ALOAD, locals[0]);
      } else {
        super.visitInsn(Opcodes.ACONST_NULL);
      }
      if (coordinates > 1) {
        super.visitVarInsn(Opcodes.ILOAD, locals[1]);
      } else {
        super.visitInsn(Opcodes.ICONST_M1);
      }
      hook("beginHandle", "(Ljava/lang/invoke/VarHandle;Ljava/lang/Object;I)V");
    } else {
      super.visitVarInsn(Opcodes.ALOAD, locals[0]);
      super.visitVarInsn(Opcodes.LLOAD, locals[1]);
      hook("begin", "(Ljava/lang/Object;J)V");
    }
    for (int i = 0; i < arguments.length; i++) {
      super.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), locals[i]);
    }
    super.visitMethodInsn(opcode, owner, name, desc, false);
    endOf(call, arguments, locals, Type.getReturnType(desc));
  }

  private int[] spill(Type[] arguments) {
    int[] locals = new int[arguments.length];
    next = room;
    for (int i = arguments.length - 1; i >= 0; i--) {
      locals[i] = next;
      next += arguments[i].getSize();
      super.visitVarInsn(arguments[i].getOpcode(Opcodes.ISTORE), locals[i]);
    }
    return locals;
  }

  private void endOf(RawCall call, Type[] arguments, int[] locals, Type result) {
    if ((call.mode() & RawMode.CONDITIONAL) == 0) {
      end(call.mode());
      return;
    }
    if (!call.exchange()) {
      super.visitInsn(Opcodes.DUP);
      super.visitLdcInsn(call.mode());
      hook("end", "(ZI)V");
      return;
    }
    int expected = call.coordinates(arguments);
    super.visitInsn(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
    super.visitVarInsn(arguments[expected].getOpcode(Opcodes.ILOAD), locals[expected]);
    super.visitLdcInsn(call.mode());
    hook(
        "end",
        switch (result.getSort()) {
          case Type.LONG -> "(JJI)V";
          case Type.OBJECT, Type.ARRAY -> "(Ljava/lang/Object;Ljava/lang/Object;I)V";
          default -> "(III)V";
        });
  }
}
