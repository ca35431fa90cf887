package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.weave.calls.AtomicCall;
import io.racedet.junit.agent.weave.calls.DataCall;
import io.racedet.junit.agent.weave.calls.FenceCall;
import io.racedet.junit.agent.weave.calls.JdkClasses;
import io.racedet.junit.agent.weave.calls.QuietCalls;
import io.racedet.junit.agent.weave.calls.TextCall;
import io.racedet.junit.record.sites.SiteKind;
import java.util.Arrays;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Weaves the calls of one method: announces the site of a call, and replaces or surrounds calls of
 * JDK methods that cannot be woven themselves, and so are recorded where they are called.
 */
final class CallWeaver {
  private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

  private final WovenCode code;
  private final AtomicCallWeaver atomics;
  private final ReflectiveFieldWeaver fields;
  private final UnknownCallWeaver unknown;
  private final StatefulCallWeaver stateful;
  private final DataCallWeaver data;
  private final TextCallWeaver texts;
  private final SynchronizedCallWeaver monitors;

  CallWeaver(WovenCode code) {
    this.code = code;
    this.atomics = new AtomicCallWeaver(code);
    this.fields = new ReflectiveFieldWeaver(code);
    this.unknown = new UnknownCallWeaver(code);
    this.stateful = new StatefulCallWeaver(code);
    this.data = new DataCallWeaver(code);
    this.texts = new TextCallWeaver(code);
    this.monitors = new SynchronizedCallWeaver(code);
  }

  /** Writes the call, or what replaces it. */
  void weave(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    AtomicCall atomic =
        opcode == Opcodes.INVOKEVIRTUAL ? atomicCall(owner, name, descriptor) : null;
    int fence = FenceCall.mode(owner, name);
    if (isSpinHint(owner, name)) {
      code.call(Hook.SPINNING);
    }
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
      markOpaque(owner);
      fields.weave(name, descriptor);
    } else if (code.type().recordsData() && isArrayCopy(owner, name)) {
      replace(Hook.ARRAY_COPY);
    } else if (code.type().recordsData() && owner.charAt(0) == '[' && name.equals("clone")) {
      beforeClone();
      code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    } else if (code.type().recordsData()) {
      CallRules.Treatment treatment = CallRules.of(code.type(), opcode, owner, name, descriptor);
      write(treatment, opcode, owner, name, descriptor, ofInterface);
    } else {
      callFromLibrary(opcode, owner, name, descriptor, ofInterface);
    }
  }

  /** Writes the call with the hooks of its accesses and of its treatment. */
  void write(
      CallRules.Treatment treatment,
      int opcode,
      String owner,
      String name,
      String descriptor,
      boolean ofInterface) {
    texts.before(opcode, owner, name, descriptor);
    data.before(opcode, owner, name, descriptor);
    treat(treatment, opcode, owner, name, descriptor, ofInterface);
    data.after(descriptor);
    if (!name.equals("<init>")) {
      code.clearArguments();
    }
  }

  private void treat(
      CallRules.Treatment treatment,
      int opcode,
      String owner,
      String name,
      String descriptor,
      boolean ofInterface) {
    switch (treatment) {
      case NONE -> code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
      case RECORDED -> {
        mark(Hook.CALL, owner);
        monitors.before(opcode, owner, name, descriptor);
        code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
      }
      case PURE -> {
        mark(Hook.CALL_OPAQUE, owner);
        code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
      }
      case UNSEEN -> {
        mark(Hook.CALL, owner);
        surround(Hook.BEGIN_UNSEEN, opcode, owner, name, descriptor, ofInterface);
      }
      case STATEFUL -> {
        mark(Hook.CALL_OPAQUE, owner);
        stateful.weave(opcode, owner, name, descriptor, ofInterface);
      }
      case SYNCHRONISED -> {
        mark(Hook.CALL, owner);
        stateful.weave(opcode, owner, name, descriptor, ofInterface);
      }
      case BY_RECEIVER, UNKNOWN -> {
        mark(Hook.CALL, owner);
        unknown.weave(opcode, owner, name, descriptor, ofInterface);
      }
    }
  }

  /* Accesses of collections by a class out of scope are not accesses of its caller; nor are those by
   * unrecorded code that a class in scope calls. */
  private void callFromLibrary(
      int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    if (JdkClasses.contains(owner) && !QuietCalls.contains(owner, name, descriptor)) {
      surround(Hook.BEGIN_FOREIGN, opcode, owner, name, descriptor, ofInterface);
    } else {
      code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    }
  }

  private void surround(
      Hook begin, int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    code.call(begin);
    // stack: ..., receiver, arguments -> ..., result
    code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    code.call(Hook.END_FOREIGN);
  }

  /** The object of the constructor that was called last is on top of the stack. */
  void constructed(String owner) {
    unknown.constructed(owner);
    stateful.constructed(owner);
    code.clearArguments();
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

  private static boolean isSpinHint(String owner, String name) {
    return owner.equals("java/lang/Thread") && (name.equals("yield") || name.equals("onSpinWait"));
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

  /** Writes an invokedynamic. One that concatenates strings calls toString, and reads builders. */
  void weaveDynamic(String name, String descriptor, Handle bootstrap, Object... arguments) {
    boolean concatenates = code.type().recordsData() && name.startsWith("makeConcat");
    if (concatenates) {
      texts.beforeConcatenation(descriptor);
      mark(Hook.CALL, "");
    }
    if (needsBridge(bootstrap, arguments)) {
      weaveReference(name, descriptor, arguments);
    } else {
      code.out().visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }
    if (concatenates) {
      code.clearArguments();
    }
  }

  private boolean needsBridge(Handle bootstrap, Object... arguments) {
    return bootstrap.getOwner().equals(METAFACTORY)
        && bootstrap.getName().equals("metafactory")
        && code.type().recordsData()
        && code.type().mayAddConstants()
        && needsBridge((Handle) arguments[1]);
  }

  private boolean needsBridge(Handle method) {
    int opcode = opcode(method);
    return method.getTag() != Opcodes.H_INVOKESPECIAL
        && (treatment(method).compareTo(CallRules.Treatment.RECORDED) > 0
            || DataCall.of(opcode, method.getOwner(), method.getName(), method.getDesc()) != null
            || TextCall.of(opcode, method.getOwner(), method.getName(), method.getDesc()) != null);
  }

  private CallRules.Treatment treatment(Handle method) {
    return CallRules.of(
        code.type(), opcode(method), method.getOwner(), method.getName(), method.getDesc());
  }

  private static int opcode(Handle method) {
    return switch (method.getTag()) {
      case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
      case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
      case Opcodes.H_NEWINVOKESPECIAL, Opcodes.H_INVOKESPECIAL -> Opcodes.INVOKESPECIAL;
      default -> Opcodes.INVOKEVIRTUAL;
    };
  }

  private void weaveReference(String name, String descriptor, Object... arguments) {
    Handle method = (Handle) arguments[1];
    Object[] more = Arrays.copyOf(arguments, arguments.length + 2);
    more[arguments.length] = code.site(SiteKind.OTHER, method.getOwner(), false);
    more[arguments.length + 1] = treatment(method).ordinal();
    code.out().visitInvokeDynamicInsn(name, descriptor, Hook.METAFACTORY.handle(), more);
  }

  private void markOpaque(String owner) {
    if (code.type().recordsData()) {
      mark(Hook.CALL_OPAQUE, owner);
    }
  }

  private void mark(Hook hook, String owner) {
    code.reserve(2);
    // stack: ..., receiver, arguments -> ..., receiver, arguments, site
    code.pushSite(SiteKind.OTHER, owner);
    // stack: ..., receiver, arguments, site -> ..., receiver, arguments
    code.callWithThread(hook);
  }
}
