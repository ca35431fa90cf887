package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.weave.flow.KnownLocals;
import io.racedet.junit.record.sites.MethodInfo;
import io.racedet.junit.record.sites.SiteKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The code of one method under construction: writes calls of hooks, and allocates sites and local
 * variables.
 *
 * <p>Calls are written without branches and use local variables above those of the method. One of
 * them, the state of the thread, is live in the whole method and so belongs to each of its stack
 * map frames; of the others none is live across an instruction of the method.
 *
 * <p>Where code is emitted, here and in the classes that use this one, comments show the operand
 * stack before and after, its top on the right; in brackets, values that not every case has.
 */
final class WovenCode {
  private static final int VALUE_SLOTS = 2;

  private static final Object[] HANDLED = {"java/lang/Throwable"};

  /** The runtime's state of a thread, of which woven code knows the name only. */
  static final String STATE = "io/racedet/runtime/ThreadBuffer";

  private final MethodVisitor out;
  private final WovenClass type;
  private final MethodInfo method;
  private final int originalLocals;
  private int extraStack;
  private boolean usesLocals;
  private int endOfLocals;

  /** The local variables with saved receivers and arguments that are references. */
  private final BitSet savedReferences = new BitSet();

  private final MethodSites sites;
  private int labels;
  private int siteOfBridge;

  /** Starts a method, which has so many local variables before. */
  WovenCode(MethodVisitor out, WovenClass type, MethodInfo method, int originalLocals) {
    this(out, type, method, new MethodSites(method), originalLocals);
  }

  private WovenCode(
      MethodVisitor out, WovenClass type, MethodInfo method, MethodSites sites, int locals) {
    this.out = out;
    this.type = type;
    this.method = method;
    this.sites = sites;
    this.originalLocals = locals;
  }

  /** The code of a method that makes a call for a site of another method. */
  static WovenCode ofBridge(MethodVisitor out, int locals, int site) {
    WovenCode code = new WovenCode(out, null, null, locals);
    code.siteOfBridge = site;
    return code;
  }

  /**
   * The code of a method that makes an access for this one, and has the state of the thread in the
   * local variable of its last argument.
   */
  WovenCode ofAccess(MethodVisitor out, int thread) {
    return new WovenCode(out, type, method, sites, thread);
  }

  MethodVisitor out() {
    return out;
  }

  WovenClass type() {
    return type;
  }

  MethodInfo method() {
    return method;
  }

  /**
   * Whether data accesses are recorded as those of the callers. Those of class initialisers are not
   * recorded: to others they are ordered by the initialisation, of which not every use is recorded.
   */
  boolean recordsContents() {
    return type != null && type.recordsContents() && !method.name().equals("<clinit>");
  }

  void line(int number) {
    sites.line(number);
  }

  int line() {
    return sites.line();
  }

  /* ---- hooks ---- */

  /** Reserves stack slots above what the method itself uses. */
  void reserve(int slots) {
    extraStack = Math.max(extraStack, slots);
  }

  int maxStack(int original) {
    return original + extraStack + (mayAddConstants() ? 0 : Literal.SLOTS);
  }

  boolean mayAddConstants() {
    return type == null || type.mayAddConstants();
  }

  int maxLocals() {
    return usesLocals ? Math.max(endOfLocals, callerLocal() + 1) : originalLocals;
  }

  /** Calls a hook, whose arguments are on the stack. */
  void call(Hook hook) {
    hook.call(out);
  }

  /** Pushes a site of an instruction that concerns nothing with a name. */
  void pushSite(SiteKind kind) {
    pushSite(kind, "");
  }

  /** Pushes a site that covers no accesses without sites. */
  void pushSite(SiteKind kind, String thing) {
    pushSite(kind, thing, false);
  }

  /** Pushes a site; for the parameters see {@link MethodSites#next}. */
  void pushSite(SiteKind kind, String thing, boolean covers) {
    // stack: ... -> ..., site
    push(site(kind, thing, covers));
  }

  /** The id of a site; for the parameters see {@link MethodSites#next}. */
  int site(SiteKind kind, String thing, boolean covers) {
    return type == null ? siteOfBridge : type.sites().add(sites.next(kind, thing, covers));
  }

  /** Passes an instruction that gets no site. */
  void skipSite(SiteKind kind, String thing) {
    sites.skip(kind, thing);
  }

  void pushMethod() {
    // stack: ... -> ..., method
    push(type.home().methodId(method, type.table()));
  }

  /** Pushes a constant. */
  void push(int value) {
    // stack: ... -> ..., value
    Literal.push(out, value, mayAddConstants());
  }

  /** Pushes a class as an object. */
  void pushClass(String name) {
    // stack: ... -> ..., class
    if (type.version() >= Opcodes.V1_5) {
      out.visitLdcInsn(Type.getObjectType(name));
    } else {
      // stack: ... -> ..., name -> ..., class
      out.visitLdcInsn(name.replace('/', '.'));
      out.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          "java/lang/Class",
          "forName",
          "(Ljava/lang/String;)Ljava/lang/Class;",
          false);
    }
  }

  /* ---- local variables: the thread, the token of an access, and a saved value ---- */

  /** Whether a local variable holds the state of the thread, for hooks about data. */
  boolean hasThread() {
    return type != null && type.recordsData();
  }

  /** Begins the code: the state of the thread is not known yet. */
  void begin() {
    if (hasThread()) {
      reserve(1);
      // stack: ... -> ..., null
      out.visitInsn(Opcodes.ACONST_NULL);
      storeThread();
    }
  }

  /** Stores the state of the thread, which stays the same as long as the method runs. */
  void storeThread() {
    usesLocals = true;
    // stack: ..., thread -> ...
    out.visitVarInsn(Opcodes.ASTORE, originalLocals);
  }

  /** Calls a hook whose last argument is the state of the thread; the others are on the stack. */
  void callWithThread(Hook hook) {
    loadThread();
    call(hook);
  }

  void loadThread() {
    // stack: ... -> ..., thread
    if (hasThread()) {
      out.visitVarInsn(Opcodes.ALOAD, originalLocals);
    } else {
      out.visitInsn(Opcodes.ACONST_NULL);
    }
  }

  private int tokenLocal() {
    return hasThread() ? originalLocals + 1 : originalLocals;
  }

  void storeToken() {
    usesLocals = true;
    // stack: ..., token -> ...
    out.visitVarInsn(Opcodes.ISTORE, tokenLocal());
  }

  /** Ends the access that the stored token belongs to. */
  void callAfter() {
    // stack: ... -> ..., token
    loadToken();
    // stack: ..., token -> ...
    call(Hook.AFTER);
  }

  void loadToken() {
    // stack: ... -> ..., token
    out.visitVarInsn(Opcodes.ILOAD, tokenLocal());
  }

  /** The local variable for one saved value. */
  int valueLocal() {
    return tokenLocal() + 1;
  }

  /**
   * Saves a value. Without frames, a reference is saved as an Object: the verifier would otherwise
   * merge the classes that the variable holds on different paths, and load them to do so.
   */
  void storeValue(Type valueType) {
    usesLocals = true;
    forgetType(valueType);
    // stack: ..., value -> ...
    out.visitVarInsn(valueType.getOpcode(Opcodes.ISTORE), valueLocal());
  }

  /** Makes a reference an Object before it is saved, where there are no frames. */
  void forgetType(Type valueType) {
    if (isSavedAsObject(valueType)) {
      // stack: ..., value -> ..., value
      out.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/Object");
    }
  }

  private boolean isSavedAsObject(Type valueType) {
    return valueType.getSort() == Type.OBJECT && !hasFrames();
  }

  /** Gives a reference that was saved as an Object its type again. */
  void restoreType(Type valueType) {
    if (isSavedAsObject(valueType)) {
      // stack: ..., value -> ..., value
      out.visitTypeInsn(Opcodes.CHECKCAST, valueType.getInternalName());
    }
  }

  /** Saves the object whose monitor is held. No checkcast here: nothing may throw then. */
  void storeLock() {
    usesLocals = true;
    // stack: ..., lock -> ...
    out.visitVarInsn(Opcodes.ASTORE, valueLocal());
  }

  void loadValue(Type valueType) {
    // stack: ... -> ..., value
    out.visitVarInsn(valueType.getOpcode(Opcodes.ILOAD), valueLocal());
  }

  /**
   * Removes a saved reference, which would keep its object from being collected for as long as the
   * method runs.
   */
  void clearValue(Type valueType) {
    if (valueType.getSort() >= Type.ARRAY) {
      clear(valueLocal());
    }
  }

  private void clear(int local) {
    // stack: ... -> ..., null -> ...
    out.visitInsn(Opcodes.ACONST_NULL);
    out.visitVarInsn(Opcodes.ASTORE, local);
  }

  /* ---- the call site of the caller ---- */

  void storeCaller() {
    usesLocals = true;
    // stack: ..., site -> ...
    out.visitVarInsn(Opcodes.ISTORE, callerLocal());
  }

  void loadCaller() {
    // stack: ... -> ..., site
    out.visitVarInsn(Opcodes.ILOAD, callerLocal());
  }

  private int callerLocal() {
    return valueLocal() + VALUE_SLOTS;
  }

  /* ---- the arguments of a call ---- */

  /** The n-th slot for saved arguments. */
  int argumentLocal(int n) {
    return callerLocal() + 1 + n;
  }

  /** Saves a receiver or an argument. */
  void storeArgument(Type argumentType, int local) {
    forgetType(argumentType);
    if (argumentType.getSort() >= Type.ARRAY) {
      savedReferences.set(local);
    }
    // stack: ..., argument -> ...
    out.visitVarInsn(argumentType.getOpcode(Opcodes.ISTORE), local);
  }

  /** Removes the receivers and arguments that were saved for a call and its hooks. */
  void clearArguments() {
    savedReferences.stream().forEach(this::clear);
    savedReferences.clear();
  }

  /** Reserves all slots below {@code end}. */
  void useLocals(int end) {
    usesLocals = true;
    endOfLocals = Math.max(endOfLocals, end);
  }

  /* ---- labels ---- */

  /** Visits a label here and returns its ordinal among all labels of the method. */
  int mark(Label label) {
    out.visitLabel(label);
    return labels++;
  }

  /** Writes the frame of an exception handler in which only these local variables are defined. */
  void frame(Object... locals) {
    if (hasFrames()) {
      frame(List.of(locals), 1, HANDLED);
    }
  }

  /** Writes a frame in which these local variables are defined. */
  void frame(List<Object> locals, int stacked, Object[] stack) {
    Object[] all = (hasThread() ? withThread(locals) : locals).toArray();
    out.visitFrame(Opcodes.F_FULL, all.length, all, stacked, stack);
  }

  private List<Object> withThread(List<Object> locals) {
    List<Object> all = new ArrayList<>(locals);
    int slots = 0;
    int at = 0;
    while (at < all.size() && slots < originalLocals) {
      slots += KnownLocals.slots(all.get(at++));
    }
    all.addAll(Collections.nCopies(originalLocals - slots, Opcodes.TOP));
    at += originalLocals - slots;
    if (at < all.size()) {
      all.set(at, STATE); // described as one that is not defined
    } else {
      all.add(STATE);
    }
    return all;
  }

  /** Whether the verifier takes the types of local variables from stack map frames. */
  boolean hasFrames() {
    return type == null || type.version() >= Opcodes.V1_6;
  }
}
