package io.racedet.junit.agent.weave;

import io.racedet.junit.record.sites.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Weaves the calls of one method: says where a call comes from, and takes the place of the JDK's
 * methods that are recorded where they are called because they cannot be woven themselves.
 */
final class CallWeaver {
  private static final String ATOMICS = "io/racedet/runtime/AtomicCalls";
  private static final String MODEL = "io/racedet/runtime/ModelledCalls";
  private static final String WAITS = "io/racedet/runtime/Waits";
  private static final String ARRAYS = "io/racedet/runtime/ArrayCopies";

  private final WovenCode code;
  private final AtomicCallWeaver atomics;
  private final ReflectiveFieldWeaver fields;

  CallWeaver(WovenCode code) {
    this.code = code;
    this.atomics = new AtomicCallWeaver(code);
    this.fields = new ReflectiveFieldWeaver(code);
  }

  /** Writes the call, or what stands for it. */
  void weave(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    AtomicCall atomic =
        opcode == Opcodes.INVOKEVIRTUAL ? atomicCall(owner, name, descriptor) : null;
    int fence = FenceCall.mode(owner, name);
    if (fence != FenceCall.NONE) {
      code.reserve(2);
      code.push(fence);
      code.pushSite(SiteKind.OTHER);
      code.out().visitMethodInsn(Opcodes.INVOKESTATIC, ATOMICS, "fence", "(II)V", false);
      code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    } else if (opcode != Opcodes.INVOKESTATIC && isWait(name, descriptor)) {
      replace(WAITS, "await", withReceiverAndSite(descriptor));
    } else if (isSleep(owner, name, descriptor)) {
      replace(WAITS, "sleep", "(JI)V");
    } else if (opcode != Opcodes.INVOKESTATIC && isNotify(name, descriptor)) {
      beforeNotify();
      code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    } else if (atomic != null) {
      atomics.weave(atomic, owner, name, descriptor);
    } else if (ReflectiveFieldWeaver.isAccess(owner, name, descriptor)) {
      mark(opcode, owner, name, descriptor);
      fields.weave(name, descriptor);
    } else if (code.type().recordsData() && isArrayCopy(owner, name)) {
      replace(ARRAYS, "copy", "(Ljava/lang/Object;ILjava/lang/Object;III)V");
    } else if (code.type().recordsData() && owner.charAt(0) == '[' && name.equals("clone")) {
      beforeClone();
      code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    } else if (isForeign(opcode, owner, name, descriptor)) {
      mark(opcode, owner, name, descriptor);
      callModel(code.type().recordsData() ? "beginUnseen" : "beginForeign");
      code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
      callModel("endForeign");
    } else {
      mark(opcode, owner, name, descriptor);
      code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    }
  }

  /* What a class out of scope does without synchronising does not count, by whatever means. */
  private AtomicCall atomicCall(String owner, String name, String descriptor) {
    AtomicCall call = AtomicCall.of(owner, name, descriptor);
    return call != null && call.isPlain() && !code.type().recordsData() ? null : call;
  }

  private static boolean isWait(String name, String descriptor) {
    return name.equals("wait")
        && (descriptor.equals("()V") || descriptor.equals("(J)V") || descriptor.equals("(JI)V"));
  }

  private static boolean isSleep(String owner, String name, String descriptor) {
    return owner.equals("java/lang/Thread") && name.equals("sleep") && descriptor.equals("(J)V");
  }

  private static boolean isNotify(String name, String descriptor) {
    return descriptor.equals("()V") && (name.equals("notify") || name.equals("notifyAll"));
  }

  private static boolean isArrayCopy(String owner, String name) {
    return owner.equals("java/lang/System") && name.equals("arraycopy");
  }

  private static String withReceiverAndSite(String descriptor) {
    int end = descriptor.indexOf(')');
    return "(Ljava/lang/Object;" + descriptor.substring(1, end) + 'I' + descriptor.substring(end);
  }

  private void replace(String owner, String name, String descriptor) {
    code.reserve(1);
    code.pushSite(SiteKind.OTHER);
    code.out().visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }

  private void beforeNotify() {
    code.reserve(2);
    code.out().visitInsn(Opcodes.DUP);
    code.pushSite(SiteKind.OTHER);
    code.callHook("notifying", "(Ljava/lang/Object;I)V");
  }

  private void beforeClone() {
    code.reserve(2);
    code.out().visitInsn(Opcodes.DUP);
    code.pushSite(SiteKind.OTHER);
    code.out()
        .visitMethodInsn(Opcodes.INVOKESTATIC, ARRAYS, "cloning", "(Ljava/lang/Object;I)V", false);
  }

  /** A dynamic call comes next. A concatenation of strings calls toString. */
  void beforeDynamic(String name) {
    if (code.type().recordsData() && name.startsWith("makeConcat")) {
      mark("call", "");
    }
  }

  private void mark(int opcode, String owner, String name, String descriptor) {
    if (code.type().recordsData() && !QuietCalls.contains(owner, name, descriptor)) {
      mark(OpaqueCalls.contains(opcode, owner, name) ? "callOpaque" : "call", owner);
    }
  }

  /* What a class out of scope has the JDK do with collections is no access of its caller's; nor is
   * what code does that is not recorded, for a class in scope. */
  private boolean isForeign(int opcode, String owner, String name, String descriptor) {
    return code.type().recordsData()
        ? UnseenCalls.contains(code.type(), opcode, owner)
        : (owner.startsWith("java/") || owner.startsWith("javax/"))
            && !QuietCalls.contains(owner, name, descriptor);
  }

  private void callModel(String hook) {
    code.out().visitMethodInsn(Opcodes.INVOKESTATIC, MODEL, hook, "()V", false);
  }

  private void mark(String hook, String owner) {
    code.reserve(1);
    code.pushSite(SiteKind.OTHER, owner);
    code.callHook(hook, "(I)V");
  }
}
