package io.racedet.junit.agent.hooks;

import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * A static method of the runtime that woven code calls.
 *
 * <p>Part of the agent and not of the runtime, since nothing but the agent emits calls of hooks,
 * and what is not needed there does not go to the boot class path. Owners are strings and not class
 * literals: hooks are named before the runtime is on the boot class path, and a literal would then
 * load the class by another class loader.
 */
public enum Hook {
  /* ---- data accesses ---- */

  FIELD(Owner.DATA_HOOKS, "field", "(Ljava/lang/Object;II" + Owner.THREAD + ")I"),
  FINAL_FIELD(Owner.DATA_HOOKS, "finalField", "(Ljava/lang/Object;II" + Owner.THREAD + ")I"),
  STATIC_FIELD(Owner.DATA_HOOKS, "staticField", "(II" + Owner.THREAD + ")I"),
  ARRAY(Owner.DATA_HOOKS, "array", "(Ljava/lang/Object;II" + Owner.THREAD + ")I"),
  ARRAY_STORE(
      Owner.DATA_HOOKS,
      "arrayStore",
      "(Ljava/lang/Object;ILjava/lang/Object;I" + Owner.THREAD + ")I"),
  VOLATILE_FIELD(Owner.DATA_HOOKS, "volatileField", "(Ljava/lang/Object;II)I"),
  VOLATILE_STATIC(Owner.DATA_HOOKS, "volatileStatic", "(II)I"),
  COLLECTION_FIELD(Owner.COLLECTION_HOOKS, "field", "(Ljava/lang/Object;II)I"),
  COLLECTION_ELEMENT(Owner.COLLECTION_HOOKS, "element", "(Ljava/lang/Object;II)I"),
  COLLECTION_STORE(Owner.COLLECTION_HOOKS, "store", "(Ljava/lang/Object;ILjava/lang/Object;)I"),
  AFTER(Owner.DATA_HOOKS, "after", "(I)V"),
  FREEZE(Owner.DATA_HOOKS, "freeze", "(Ljava/lang/Object;I)V"),

  /* ---- monitors ---- */

  MONITOR_ENTERING(Owner.MONITOR_HOOKS, "monitorEntering", "(Ljava/lang/Object;I)V"),
  CALLING_SYNCHRONIZED(Owner.MONITOR_HOOKS, "calling", "(Ljava/lang/Object;Ljava/lang/String;)V"),
  CALLING_SYNCHRONIZED_OF(
      Owner.MONITOR_HOOKS, "calling", "(Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/String;)V"),
  MONITOR_ENTERED(Owner.MONITOR_HOOKS, "monitorEntered", "(Ljava/lang/Object;I)V"),
  MONITOR_EXITING(Owner.MONITOR_HOOKS, "monitorExiting", "(Ljava/lang/Object;I)V"),
  ENTERING_SYNCHRONIZED(Owner.MONITOR_HOOKS, "enteringSynchronized", "(Ljava/lang/Object;I)V"),
  ENTER_SYNCHRONIZED(Owner.MONITOR_HOOKS, "enterSynchronized", "(Ljava/lang/Object;I)V"),
  EXIT_SYNCHRONIZED(Owner.MONITOR_HOOKS, "exitSynchronized", "(Ljava/lang/Object;I)V"),
  NOTIFYING(Owner.MONITOR_HOOKS, "notifying", "(Ljava/lang/Object;I)V"),
  LEND(Owner.MONITOR_HOOKS, "lend", "(ZLjava/lang/Object;)V"),
  RECLAIM(Owner.MONITOR_HOOKS, "reclaim", "(ZLjava/lang/Object;)V"),

  /* ---- methods, calls, objects ---- */

  CAUGHT(Owner.HOOKS, "caught", "(I)V"),
  ENTER(Owner.HOOKS, "enter", "(I)" + Owner.THREAD),
  EXIT(Owner.HOOKS, "exit", "(" + Owner.THREAD + ")V"),
  CALL(Owner.HOOKS, "call", "(I" + Owner.THREAD + ")V"),
  CALL_OPAQUE(Owner.HOOKS, "callOpaque", "(I" + Owner.THREAD + ")V"),
  CALL_SITE(Owner.HOOKS, "callSite", "()I"),
  INITIALISED(Owner.HOOKS, "initialised", "(I)V"),
  CLASS_INITIALIZED(Owner.HOOKS, "classInitialized", "(Ljava/lang/Class;I)V"),
  CLASS_FAILED(Owner.HOOKS, "classFailed", "(I)V"),
  ALLOCATED(Owner.HOOKS, "allocated", "(Ljava/lang/Object;I" + Owner.THREAD + ")V"),
  STARTING(Owner.THREAD_STARTS, "starting", "(Ljava/lang/Thread;)V"),

  /* ---- in place of methods of the JDK ---- */

  WAIT(Owner.WAITS, "await", "(Ljava/lang/Object;I)V"),
  WAIT_MILLIS(Owner.WAITS, "await", "(Ljava/lang/Object;JI)V"),
  WAIT_NANOS(Owner.WAITS, "await", "(Ljava/lang/Object;JII)V"),
  SLEEP(Owner.WAITS, "sleep", "(JI)V"),
  SPINNING(Owner.WAITS, "spinning", "()V"),
  ARRAY_COPY(Owner.ARRAY_COPIES, "copy", "(Ljava/lang/Object;ILjava/lang/Object;III)V"),
  CLONING(Owner.OBJECT_COPIES, "cloning", "(Ljava/lang/Object;ZI)V"),
  CLONED(Owner.OBJECT_COPIES, "cloned", "(Ljava/lang/Object;Ljava/lang/Object;ZI)V"),

  /* ---- serialization ---- */

  SERIALIZED(Owner.OBJECT_COPIES, "serialized", "(Ljava/lang/Object;Ljava/lang/Class;Z)V"),
  CONCEAL(Owner.OBJECT_COPIES, "conceal", "(Ljava/lang/Object;)V"),
  REVEAL(Owner.OBJECT_COPIES, "reveal", "(Ljava/lang/Object;)V"),

  /* ---- calls that access arrays and builders ---- */

  CONTENTS(Owner.ARRAY_COPIES, "contents", "(ILjava/lang/Object;I)V"),
  ELEMENTS(Owner.ARRAY_COPIES, "elements", "(ILjava/lang/Object;III)V"),
  TEXT(Owner.ARRAY_COPIES, "text", "(Ljava/lang/Object;II)V"),
  TEXTS(Owner.ARRAY_COPIES, "texts", "([Ljava/lang/Object;II)V"),

  COPIED_INTO(Owner.ARRAY_COPIES, "copiedInto", "(Ljava/lang/Object;Ljava/lang/Object;I)V"),
  COMPARED(Owner.ARRAY_COPIES, "compared", "(Ljava/lang/Object;Ljava/lang/Object;Z)I"),
  ROWS(Owner.ARRAY_COPIES, "rows", "(Ljava/lang/Object;I)V"),

  /* ---- calls on objects of the JDK that have a state ---- */

  ACCESSED(Owner.STATE_CALLS, "accessed", "(ILjava/lang/Object;Ljava/lang/String;I)V"),
  UNSEEN_CALLED(Owner.MODELLED_CALLS, "unseenCalled", "(ILjava/lang/Object;I)V"),
  STATE_FIELD(Owner.STATE_CALLS, "field", "(ILjava/lang/Object;II)V"),
  PROVIDED(
      Owner.STATE_CALLS, "provided", "(ILjava/lang/Object;Ljava/lang/Object;Ljava/lang/String;I)V"),
  FORMATTED(Owner.STATE_CALLS, "formatted", "(ILjava/lang/Object;I)V"),
  RELATIVE(Owner.BUFFER_CALLS, "relative", "(ILjava/lang/Object;III)V"),
  ABSOLUTE(Owner.BUFFER_CALLS, "absolute", "(ILjava/lang/Object;IIIII)V"),

  /* ---- calls of VarHandle, field updaters, Unsafe and Field ---- */

  BEFORE_ATOMIC(Owner.ATOMIC_CALLS, "before", "(Ljava/lang/Object;Ljava/lang/Object;III)I"),
  AFTER_ATOMIC(Owner.ATOMIC_CALLS, "after", "(ZILjava/lang/Object;Ljava/lang/Object;III)V"),
  BEFORE_UNSAFE(Owner.ATOMIC_CALLS, "beforeAt", "(Ljava/lang/Object;JII)I"),
  AFTER_UNSAFE(Owner.ATOMIC_CALLS, "afterAt", "(ZILjava/lang/Object;JII)V"),
  IS_SAME_INT(Owner.ATOMIC_CALLS, "isSame", "(II)Z"),
  IS_SAME_LONG(Owner.ATOMIC_CALLS, "isSame", "(JJ)Z"),
  IS_SAME_FLOAT(Owner.ATOMIC_CALLS, "isSame", "(FF)Z"),
  IS_SAME_DOUBLE(Owner.ATOMIC_CALLS, "isSame", "(DD)Z"),
  IS_SAME_OBJECT(Owner.ATOMIC_CALLS, "isSame", "(Ljava/lang/Object;Ljava/lang/Object;)Z"),
  FENCE(Owner.ATOMIC_CALLS, "fence", "(II)V"),
  REACHABLE(Owner.ATOMIC_CALLS, "reachable", "(Ljava/lang/Object;I)V"),
  BEFORE_REFLECTIVE(
      Owner.REFLECTIVE_CALLS, "before", "(Ljava/lang/reflect/Field;Ljava/lang/Object;ZZI)V"),
  AFTER_REFLECTIVE(
      Owner.REFLECTIVE_CALLS, "after", "(Ljava/lang/reflect/Field;Ljava/lang/Object;ZZI)V"),

  METAFACTORY(
      Owner.METHOD_REFERENCES,
      "metafactory",
      "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
          + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;"
          + "Ljava/lang/invoke/MethodType;II)Ljava/lang/invoke/CallSite;"),

  /* ---- which calls count ---- */

  POINT(Owner.MODELLED_CALLS, "point", "()V"),
  BEGIN(Owner.MODELLED_CALLS, "begin", "()V"),
  SILENCE(Owner.MODELLED_CALLS, "silence", "()V"),
  END_SILENCE(Owner.MODELLED_CALLS, "endSilence", "()V"),
  OPEN(Owner.MODELLED_CALLS, "open", "()V"),
  END(Owner.MODELLED_CALLS, "end", "()V"),
  FAILED(Owner.MODELLED_CALLS, "failed", "(Ljava/lang/Throwable;)V"),
  THROWN(Owner.MODELLED_CALLS, "thrown", "(Ljava/lang/Throwable;)V"),
  BEGIN_FOREIGN(Owner.MODELLED_CALLS, "beginForeign", "()V"),
  BEGIN_UNSEEN(Owner.MODELLED_CALLS, "beginUnseen", "()V"),
  ENTER_UNSEEN(Owner.MODELLED_CALLS, "enterUnseen", "()V"),
  END_FOREIGN(Owner.MODELLED_CALLS, "endForeign", "()V"),
  BEGIN_UNKNOWN(Owner.MODELLED_CALLS, "beginUnknown", "(Ljava/lang/Object;Ljava/lang/String;I)I"),
  BEGIN_INHERITED(Owner.MODELLED_CALLS, "beginInherited", "(Ljava/lang/Object;I)I"),
  STATEFUL(Owner.MODELLED_CALLS, "stateful", "(Ljava/lang/Object;II)V"),
  CONNECTED(Owner.MODELLED_CALLS, "connected", "(Ljava/lang/Object;Ljava/lang/Object;I)V"),
  BEGIN_STATIC(Owner.MODELLED_CALLS, "beginStatic", "(Ljava/lang/String;I)I"),
  PASSED(Owner.MODELLED_CALLS, "passed", "(ILjava/lang/Object;Ljava/lang/Object;I)V"),
  END_UNKNOWN(Owner.MODELLED_CALLS, "endUnknown", "(ILjava/lang/Object;Ljava/lang/Object;I)V"),
  LIFT(Owner.MODELLED_CALLS, "lift", "()V"),
  LOWER(Owner.MODELLED_CALLS, "lower", "()V"),
  CAPTURE(Owner.MODELLED_CALLS, "capture", "(Ljava/lang/Object;)V"),
  CAPTURE_NUMBER(Owner.MODELLED_CALLS, "capture", "(J)V"),
  CAPTURED(Owner.MODELLED_CALLS, "captured", "()J"),

  /* ---- what modelled calls do ---- */

  AWAKEN(Owner.EFFECTS, "awaken", "(Ljava/lang/Object;)V"),
  UNBLOCK(Owner.EFFECTS, "unblock", "(Ljava/lang/Object;)V"),
  EFFECT(Owner.EFFECTS, "effect", "(ZILjava/lang/Object;)V"),
  EFFECT_ON_PART(Owner.EFFECTS, "effect", "(ZILjava/lang/Object;J)V"),
  EFFECT_ON_ELEMENT(Owner.EFFECTS, "effect", "(ZILjava/lang/Object;Ljava/lang/Object;)V"),
  EFFECT_ON_ELEMENTS(Owner.EFFECTS, "effect", "(ZILjava/lang/Object;[Ljava/lang/Object;)V"),
  EFFECT_ON_RANGE(Owner.EFFECTS, "effect", "(ZILjava/lang/Object;II)V"),
  HOLD(Owner.EFFECTS, "hold", "(ILjava/lang/Object;J)V"),
  HELD(Owner.EFFECTS, "held", "(ZILjava/lang/Object;J)V"),
  DROP(Owner.EFFECTS, "drop", "(I)V"),

  /* ---- values and conditions ---- */

  VALUE_OF(Owner.MODEL_VALUES, "valueOf", "(Ljava/lang/Object;)Ljava/lang/Object;"),
  KEY_OF(Owner.MODEL_VALUES, "keyOf", "(Ljava/lang/Object;)Ljava/lang/Object;"),
  FILE_OF(Owner.MODEL_VALUES, "fileOf", "(Ljava/lang/Object;)I"),
  PIPE_OF(Owner.MODEL_VALUES, "pipeOf", "(Ljava/lang/Object;)I"),
  PORT_OF(Owner.MODEL_VALUES, "portOf", "(Ljava/lang/Object;)I"),
  IS_VALUE(Owner.MODEL_VALUES, "isValue", "(Ljava/lang/Object;)Z"),
  IS_UNLIMITED(Owner.MODEL_VALUES, "isUnlimited", "(I)Z"),
  IS_POSITIVE(Owner.MODEL_VALUES, "isPositive", "(J)Z"),
  IS_DATA(Owner.MODEL_VALUES, "isData", "(Ljava/lang/Object;)Z"),
  IS_CONSOLE(Owner.MODEL_VALUES, "isConsole", "(Ljava/lang/Object;)Z"),
  IS_DELAYED(Owner.MODEL_VALUES, "isDelayed", "(Ljava/lang/Object;)Z"),
  IS_TEXT(Owner.MODEL_VALUES, "isText", "(Ljava/lang/Object;)Z"),
  NOT(Owner.MODEL_VALUES, "not", "(Z)Z"),
  IS_SET_INT(Owner.MODEL_VALUES, "isSet", "(I)Z"),
  IS_SET_LONG(Owner.MODEL_VALUES, "isSet", "(J)Z"),
  IS_SET_OBJECT(Owner.MODEL_VALUES, "isSet", "(Ljava/lang/Object;)Z"),
  SAME_INT(Owner.MODEL_VALUES, "same", "(II)Z"),
  SAME_LONG(Owner.MODEL_VALUES, "same", "(JJ)Z"),
  SAME_OBJECT(Owner.MODEL_VALUES, "same", "(Ljava/lang/Object;Ljava/lang/Object;)Z");

  /** Internal names of the classes that declare hooks, and the descriptor of a thread's state. */
  private static final class Owner {
    static final String DATA_HOOKS = "io/racedet/runtime/DataHooks";
    static final String COLLECTION_HOOKS = "io/racedet/runtime/CollectionHooks";
    static final String HOOKS = "io/racedet/runtime/Hooks";
    static final String THREAD = "Lio/racedet/runtime/ThreadBuffer;"; // a parameter, the last one
    static final String THREAD_STARTS = "io/racedet/runtime/ThreadStarts";
    static final String MONITOR_HOOKS = "io/racedet/runtime/MonitorHooks";
    static final String WAITS = "io/racedet/runtime/Waits";
    static final String ARRAY_COPIES = "io/racedet/runtime/ArrayCopies";
    static final String OBJECT_COPIES = "io/racedet/runtime/ObjectCopies";
    static final String STATE_CALLS = "io/racedet/runtime/StateCalls";
    static final String BUFFER_CALLS = "io/racedet/runtime/BufferCalls";
    static final String ATOMIC_CALLS = "io/racedet/runtime/AtomicCalls";
    static final String REFLECTIVE_CALLS = "io/racedet/runtime/ReflectiveCalls";
    static final String METHOD_REFERENCES = "io/racedet/runtime/MethodReferences";
    static final String MODELLED_CALLS = "io/racedet/runtime/ModelledCalls";
    static final String EFFECTS = "io/racedet/runtime/Effects";
    static final String MODEL_VALUES = "io/racedet/runtime/ModelValues";
  }

  private final String owner;
  private final String method;
  private final String descriptor;

  Hook(String owner, String method, String descriptor) {
    this.owner = owner;
    this.method = method;
    this.descriptor = descriptor;
  }

  /** The binary name of the class that declares the method. */
  public String className() {
    return owner.replace('/', '.');
  }

  /** The name of the method. */
  public String method() {
    return method;
  }

  /** The descriptor of the method. */
  public String descriptor() {
    return descriptor;
  }

  /** The method as a constant: a bootstrap method. */
  public Handle handle() {
    return new Handle(Opcodes.H_INVOKESTATIC, owner, method, descriptor, false);
  }

  /** Emits a call of the method: takes its arguments from the stack, and pushes its result. */
  public void call(MethodVisitor out) {
    out.visitMethodInsn(Opcodes.INVOKESTATIC, owner, method, descriptor, false);
  }
}
