package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.weave.calls.AtomicCall;
import io.racedet.junit.agent.weave.calls.FenceCall;
import io.racedet.junit.agent.weave.calls.JdkClasses;
import io.racedet.junit.libraries.LibraryCollections;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.log.Layout;
import java.util.Arrays;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Weaves the calls of one method: announces the site of a call, and replaces or surrounds calls of
 * JDK methods that cannot be woven themselves, and so are recorded where they are called.
 */
final class CallWeaver {
  private static final String THREAD = "java/lang/Thread";
  private static final String METHODS_OF_RECORDS = "java/lang/runtime/ObjectMethods";
  private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

  private final WovenCode code;
  private final AtomicCallWeaver atomics;
  private final ReflectiveFieldWeaver fields;
  private final UnknownCallWeaver unknown;
  private final StatefulCallWeaver stateful;
  private final DataCallWeaver data;
  private final StateCallWeaver states;
  private final TextCallWeaver texts;
  private final SynchronizedCallWeaver monitors;
  private final CloneWeaver copies;

  CallWeaver(WovenCode code) {
    this.code = code;
    this.atomics = new AtomicCallWeaver(code);
    this.fields = new ReflectiveFieldWeaver(code);
    this.unknown = new UnknownCallWeaver(code);
    this.stateful = new StatefulCallWeaver(code);
    this.data = new DataCallWeaver(code);
    this.states = new StateCallWeaver(code);
    this.texts = new TextCallWeaver(code);
    this.monitors = new SynchronizedCallWeaver(code);
    this.copies = new CloneWeaver(code);
  }

  /** Writes the call, or what replaces it. */
  void weave(MethodCall call) {
    boolean isOnObject = call.opcode() != Opcodes.INVOKESTATIC;
    AtomicCall atomic = call.opcode() == Opcodes.INVOKEVIRTUAL ? atomicCall(call) : null;
    int fence = FenceCall.mode(call.owner(), call.name());
    if (isSpinHint(call)) {
      code.call(Hook.SPINNING);
    }
    if (fence != FenceCall.NONE) {
      beforeFence(fence);
      call.write(code.out());
    } else if (isOnObject && isWait(call)) {
      replace(waitFor(call.descriptor()));
    } else if (isSleep(call)) {
      replace(Hook.SLEEP);
    } else if (isReachabilityFence(call)) {
      beforeOn(Hook.REACHABLE);
      call.write(code.out());
    } else if (isOnObject && isNotify(call)) {
      beforeOn(Hook.NOTIFYING);
      call.write(code.out());
    } else if (atomic != null) {
      atomics.weave(atomic, call);
    } else if (ReflectiveFieldWeaver.isAccess(call)) {
      markOpaque(call.owner());
      fields.weave(call);
    } else if (code.recordsContents()) {
      callFromCollection(call);
    } else if (!code.type().recordsData()) {
      callFromLibrary(call);
    } else if (isArrayCopy(call)) {
      replace(Hook.ARRAY_COPY);
    } else {
      write(CallRules.of(code.type(), call), call);
    }
  }

  /** Writes the call with the hooks of its accesses and of its treatment. */
  void write(CallRules.Treatment treatment, MethodCall call) {
    boolean clones = CloneWeaver.isOne(code.type(), call);
    texts.before(call);
    data.before(call);
    states.before(call);
    if (clones) {
      copies.before(call);
    }
    treat(treatment, call);
    if (clones) {
      copies.after(call);
    }
    data.after(call);
    states.after();
    if (!call.isConstruction()) {
      code.clearArguments();
    }
  }

  private void treat(CallRules.Treatment treatment, MethodCall call) {
    switch (treatment) {
      case NONE -> call.write(code.out());
      case RECORDED -> {
        mark(Hook.CALL, call.isOfAccessor() ? call.owner() + '.' + call.name() : call.owner());
        monitors.before(call);
        call.write(code.out());
      }
      case PURE -> {
        mark(Hook.CALL_OPAQUE, call.owner());
        call.write(code.out());
      }
      case UNSEEN -> {
        mark(Hook.CALL, call.owner());
        surround(Hook.BEGIN_UNSEEN, call);
      }
      case COLLECTION -> {
        mark(Hook.CALL, call.owner());
        code.call(Hook.ENTER_UNSEEN);
        call.write(code.out());
      }
      case STATEFUL -> {
        mark(Hook.CALL_OPAQUE, call.owner());
        stateful.weave(call);
      }
      case SYNCHRONISED -> {
        mark(Hook.CALL, call.owner());
        stateful.weave(call);
      }
      case BY_RECEIVER, UNKNOWN -> {
        mark(Hook.CALL, call.owner());
        unknown.weave(call);
      }
    }
  }

  /* Accesses to collections by a class out of scope are not accesses of its caller; nor are those by
   * unrecorded code that a class in scope calls. */
  private void callFromLibrary(MethodCall call) {
    boolean mayAccess =
        JdkClasses.contains(call.owner())
            ? !CallRules.isQuiet(call)
            : LibraryCollections.areCalledBy(call.owner());
    if (mayAccess) {
      surround(Hook.BEGIN_FOREIGN, call);
    } else {
      call.write(code.out());
    }
  }

  /* What a collection of a library does to arrays and other collections are accesses of its caller. */
  private void callFromCollection(MethodCall call) {
    if (isArrayCopy(call)) {
      code.reserve(1);
      // stack: ..., arguments -> ..., arguments, site -> ...
      code.push(Layout.CALLER);
      code.call(Hook.ARRAY_COPY);
      return;
    }
    if (call.owner().charAt(0) == '[' && call.name().equals("clone")) {
      code.reserve(3);
      // stack: ..., array -> ..., array, array, by class, site -> ..., array
      code.out().visitInsn(Opcodes.DUP);
      code.push(0);
      code.push(Layout.CALLER);
      code.call(Hook.CLONING);
    }
    data.before(call);
    call.write(code.out());
    data.after(call);
    code.clearArguments();
  }

  private void surround(Hook begin, MethodCall call) {
    code.call(begin);
    // stack: ..., receiver, arguments -> ..., result
    call.write(code.out());
    code.call(Hook.END_FOREIGN);
  }

  /** The object of the constructor that was called last is on top of the stack. */
  void constructed(String owner) {
    unknown.constructed(owner);
    stateful.constructed(owner);
    code.clearArguments();
  }

  /* Plain accesses of a class out of scope are not recorded, nor are those by VarHandle or Unsafe. */
  private AtomicCall atomicCall(MethodCall call) {
    AtomicCall atomic = AtomicCall.of(call.owner(), call.name(), call.descriptor());
    return atomic != null && atomic.isPlain() && !code.type().recordsData() ? null : atomic;
  }

  private static boolean isWait(MethodCall call) {
    return call.is("wait", "()V") || call.is("wait", "(J)V") || call.is("wait", "(JI)V");
  }

  private static boolean isSleep(MethodCall call) {
    return call.owner().equals(THREAD) && call.is("sleep", "(J)V");
  }

  private static boolean isSpinHint(MethodCall call) {
    return call.owner().equals(THREAD)
        && (call.name().equals("yield") || call.name().equals("onSpinWait"));
  }

  private static boolean isReachabilityFence(MethodCall call) {
    return call.owner().equals("java/lang/ref/Reference")
        && call.name().equals("reachabilityFence");
  }

  private static boolean isNotify(MethodCall call) {
    return call.is("notify", "()V") || call.is("notifyAll", "()V");
  }

  private static boolean isArrayCopy(MethodCall call) {
    return call.owner().equals("java/lang/System") && call.name().equals("arraycopy");
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

  private void beforeOn(Hook hook) {
    code.reserve(2);
    // stack: ..., object -> ..., object, object, site
    code.out().visitInsn(Opcodes.DUP);
    code.pushSite(SiteKind.OTHER);
    // stack: ..., object, object, site -> ..., object
    code.call(hook);
  }

  /**
   * Writes an invokedynamic. One that concatenates strings calls toString, and reads builders; a
   * method that a record gets from the JDK calls the same method of its components.
   */
  void weaveDynamic(String name, String descriptor, Handle bootstrap, Object... arguments) {
    boolean concatenates = code.type().recordsData() && name.startsWith("makeConcat");
    boolean isOfRecord =
        code.type().recordsData() && bootstrap.getOwner().equals(METHODS_OF_RECORDS);
    if (concatenates) {
      texts.beforeConcatenation(descriptor);
    } else if (isOfRecord && name.equals("toString")) {
      texts.beforeTextOfRecord(arguments);
    }
    if (concatenates || isOfRecord) {
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
    MethodCall call = MethodCall.of(method);
    return method.getTag() != Opcodes.H_INVOKESPECIAL
        && (CallRules.of(code.type(), call).compareTo(CallRules.Treatment.RECORDED) > 0
            || DataCallWeaver.isOne(call)
            || StateCallWeaver.isOne(call)
            || TextCallWeaver.isOne(call)
            || CloneWeaver.isOne(code.type(), call));
  }

  private void weaveReference(String name, String descriptor, Object... arguments) {
    Handle method = (Handle) arguments[1];
    Object[] more = Arrays.copyOf(arguments, arguments.length + 2);
    more[arguments.length] = code.site(SiteKind.OTHER, method.getOwner(), false);
    more[arguments.length + 1] = CallRules.of(code.type(), MethodCall.of(method)).ordinal();
    code.out().visitInvokeDynamicInsn(name, descriptor, Hook.METAFACTORY.handle(), more);
  }

  private void markOpaque(String owner) {
    if (code.type().recordsData()) {
      mark(Hook.CALL_OPAQUE, owner);
    }
  }

  private void mark(Hook hook, String callee) {
    code.reserve(2);
    // stack: ..., receiver, arguments -> ..., receiver, arguments, site
    code.pushSite(SiteKind.OTHER, callee);
    // stack: ..., receiver, arguments, site -> ..., receiver, arguments
    code.callWithThread(hook);
  }
}
