package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.record.sites.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Weaves the calls of one method: announces the site of a call, and replaces or surrounds calls of
 * JDK methods that cannot be woven themselves, and so are recorded where they are called.
 */
final class CallWeaver {
  private final WovenCode code;
  private final AtomicCallWeaver atomics;
  private final ReflectiveFieldWeaver fields;

  CallWeaver(WovenCode code) {
    this.code = code;
    this.atomics = new AtomicCallWeaver(code);
    this.fields = new ReflectiveFieldWeaver(code);
  }

  /** Writes the call, or what replaces it. */
  void weave(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    AtomicCall atomic =
        opcode == Opcodes.INVOKEVIRTUAL ? atomicCall(owner, name, descriptor) : null;
    int fence = FenceCall.mode(owner, name);
    if (fence != FenceCall.NONE) {
      beforeFence(fence);
      code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    } else if (opcode != Opcodes.INVOKESTATIC && isWait(name, descriptor)) {
      replace(waitFor(descriptor));
    } else if (isSleep(owner, name, descriptor)) {
      replace(Hook.SLEEP);
    } else if (opcode != Opcodes.INVOKESTATIC && isNotify(name, descriptor)) {
      beforeNotify();
      code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    } else if (atomic != null) {
      atomics.weave(atomic, owner, name, descriptor);
    } else if (ReflectiveFieldWeaver.isAccess(owner, name, descriptor)) {
      mark(opcode, owner, name, descriptor);
      fields.weave(name, descriptor);
    } else if (code.type().recordsData() && isArrayCopy(owner, name)) {
      replace(Hook.ARRAY_COPY);
    } else if (code.type().recordsData() && owner.charAt(0) == '[' && name.equals("clone")) {
      beforeClone();
      code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    } else if (isForeign(opcode, owner, name, descriptor)) {
      mark(opcode, owner, name, descriptor);
      code.call(code.type().recordsData() ? Hook.BEGIN_UNSEEN : Hook.BEGIN_FOREIGN);
      // stack: ..., receiver, arguments -> ..., result
      code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
      code.call(Hook.END_FOREIGN);
    } else {
      mark(opcode, owner, name, descriptor);
      code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    }
  }

  /* Plain accesses of a class out of scope are not recorded, nor are those by VarHandle or Unsafe. */
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

  private static Hook waitFor(String descriptor) {
    return switch (descriptor) {
      case "()V" -> Hook.WAIT;
      case "(J)V" -> Hook.WAIT_MILLIS;
      default -> Hook.WAIT_NANOS;
    };
  }

  private void replace(Hook hook) {
    code.reserve(1);
    // stack: ..., receiver, arguments -> ..., receiver, arguments, site
    code.pushSite(SiteKind.OTHER);
    // stack: ..., receiver, arguments, site -> ...
    code.call(hook);
  }

  private void beforeFence(int mode) {
    code.reserve(2);
    // stack: ..., receiver -> ..., receiver, mode, site
    code.push(mode);
    code.pushSite(SiteKind.OTHER);
    // stack: ..., receiver, mode, site -> ..., receiver
    code.call(Hook.FENCE);
  }

  private void beforeNotify() {
    code.reserve(2);
    // stack: ..., object -> ..., object, object, site
    code.out().visitInsn(Opcodes.DUP);
    code.pushSite(SiteKind.OTHER);
    // stack: ..., object, object, site -> ..., object
    code.call(Hook.NOTIFYING);
  }

  private void beforeClone() {
    code.reserve(2);
    // stack: ..., array -> ..., array, array, site
    code.out().visitInsn(Opcodes.DUP);
    code.pushSite(SiteKind.OTHER);
    // stack: ..., array, array, site -> ..., array
    code.call(Hook.CLONING);
  }

  /** An invokedynamic comes next. One that concatenates strings calls toString. */
  void beforeDynamic(String name) {
    if (code.type().recordsData() && name.startsWith("makeConcat")) {
      mark(Hook.CALL, "");
    }
  }

  private void mark(int opcode, String owner, String name, String descriptor) {
    if (code.type().recordsData() && !QuietCalls.contains(owner, name, descriptor)) {
      mark(OpaqueCalls.contains(opcode, owner, name) ? Hook.CALL_OPAQUE : Hook.CALL, owner);
    }
  }

  /* Accesses of collections by a class out of scope are not accesses of its caller; nor are those by
   * unrecorded code that a class in scope calls. */
  private boolean isForeign(int opcode, String owner, String name, String descriptor) {
    return code.type().recordsData()
        ? UnseenCalls.contains(code.type(), opcode, owner)
        : (owner.startsWith("java/") || owner.startsWith("javax/"))
            && !QuietCalls.contains(owner, name, descriptor);
  }

  private void mark(Hook hook, String owner) {
    code.reserve(1);
    // stack: ..., receiver, arguments -> ..., receiver, arguments, site
    code.pushSite(SiteKind.OTHER, owner);
    // stack: ..., receiver, arguments, site -> ..., receiver, arguments
    code.call(hook);
  }
}
