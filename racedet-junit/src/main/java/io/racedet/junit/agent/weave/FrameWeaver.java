package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.sites.LambdaNames;
import io.racedet.junit.agent.weave.flow.HandlerTable;
import io.racedet.junit.record.sites.MethodInfo;
import io.racedet.junit.record.sites.SiteKind;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Weaves the entry and the exits of one method: its stack frame, the monitor of a synchronized
 * method, the end of a class initialiser, and the freeze of final fields.
 *
 * <p>An exception handler around the whole method covers exits by an exception. In a constructor
 * all this starts after the call of another constructor: a handler must not cover code in which the
 * object is uninitialised.
 */
final class FrameWeaver {
  private final WovenCode code;
  private final HandlerTable handlers;
  private final int access;
  private final boolean constructor;
  private final boolean initializer;
  private final boolean splits;
  private final List<Range> covered = new ArrayList<>();
  private Label start;
  private int instructions;
  private int instructionsAtStart;
  private boolean thisOverwritten;
  private boolean begun;
  private boolean cutsBefore;

  private record Range(Label start, Label end) {}

  FrameWeaver(WovenCode code, HandlerTable handlers, int access) {
    this.code = code;
    this.handlers = handlers;
    this.access = access;
    this.constructor = code.method().name().equals("<init>");
    this.initializer = code.method().name().equals("<clinit>");
    this.splits = !code.hasFrames();
  }

  /** Any instruction of the method, before it is written. */
  void step(int opcode, int operand) {
    if (cutsBefore || splits && opcode == Opcodes.ASTORE) {
      close();
    }
    if (cutsBefore && opcode != Opcodes.ASTORE) {
      open();
    }
    cutsBefore = begun && splits && (opcode == Opcodes.ASTORE || endsPath(opcode));
    instructions++;
    if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE && operand == 0) {
      overwriteThis();
    }
  }

  private static boolean endsPath(int opcode) {
    return opcode >= Opcodes.GOTO && opcode <= Opcodes.LOOKUPSWITCH || opcode == Opcodes.ATHROW;
  }

  private void overwriteThis() {
    thisOverwritten = true;
    if (isSynchronized() && (access & Opcodes.ACC_STATIC) == 0) {
      String method = code.method().name() + code.method().descriptor();
      throw new MethodNotWeavable(method, "it is synchronized and overwrites this");
    }
  }

  /** The first instruction comes next. */
  void begin() {
    if (initialisesClass()) {
      code.reserve(1);
      // stack: ... -> ..., method
      code.pushMethod();
      // stack: ..., method -> ...
      code.call(Hook.INITIALISED);
    }
    if (!constructor) {
      enter();
    }
  }

  /* Of code whose accesses are not recorded, only what has an initialiser itself counts: it may call
   * code that is recorded. */
  private boolean initialisesClass() {
    return code.method().initializesClass()
        && !initializer
        && (code.type().recordsData()
            ? code.type().outline().mayRunInitializers()
            : code.type().outline().hasInitializer());
  }

  /** The call of another constructor for {@code this} has just returned. */
  void constructed() {
    enter();
  }

  /** A stack map frame: control flow merges here, with {@code this} constructed or not. */
  void frame(boolean thisConstructed) {
    if (constructor && thisConstructed) {
      open();
    } else if (constructor) {
      close();
    }
  }

  private void enter() {
    if (code.type().recordsData()) {
      code.reserve(1);
      // stack: ... -> ..., method
      code.pushMethod();
      // stack: ..., method -> ..., thread -> ...
      code.call(Hook.ENTER);
      code.storeThread();
    }
    if (isSynchronized()) {
      callWithLock(Hook.ENTER_SYNCHRONIZED);
    }
    if (!code.type().recordsData() && isReachedUnnamed()) {
      code.call(Hook.ENTER_UNSEEN);
    }
    begun = true;
    open();
  }

  /*
   * The code of others calls it by a type of the JDK, or the JDK does. The JVM calls class loaders,
   * which hand nothing over: see CodeScope.
   */
  private boolean isReachedUnnamed() {
    MethodInfo method = code.method();
    if (method.isOfClassLoader()) {
      return false;
    }
    boolean inherits = !constructor && (access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0;
    return LambdaNames.isLambda(method.name())
        || inherits && code.type().overridesJdk(method.name(), method.descriptor());
  }

  /** An exception is on top of the stack, alone. */
  void caught() {
    code.reserve(2);
    // stack: exception -> exception, site
    code.pushSite(SiteKind.OTHER);
    // stack: exception, site -> exception
    code.call(Hook.CAUGHT);
  }

  /** A return comes next. */
  void beforeReturn() {
    instructions--; // the return itself is not covered
    close();
    if (initializer) {
      code.reserve(2);
      // stack: ... -> ..., class, site
      code.pushClass(code.type().name());
      code.pushSite(SiteKind.OTHER);
      // stack: ..., class, site -> ...
      code.call(Hook.CLASS_INITIALIZED);
    }
    if (constructor && freezes() && !thisOverwritten) {
      code.reserve(2);
      // stack: ... -> ..., this, site
      code.out().visitVarInsn(Opcodes.ALOAD, 0);
      code.pushSite(SiteKind.OTHER);
      // stack: ..., this, site -> ...
      code.call(Hook.FREEZE);
    }
    leave();
  }

  /** A return has been written. */
  void afterReturn() {
    instructions++;
    open();
  }

  private void leave() {
    if (isSynchronized()) {
      callWithLock(Hook.EXIT_SYNCHRONIZED);
    }
    if (code.type().recordsData()) {
      code.reserve(1);
      // stack: ..., [result] -> ..., [result]
      code.callWithThread(Hook.EXIT);
    }
  }

  /** Writes the handlers. */
  void end() {
    close();
    if (covered.isEmpty() || !initializer && !code.type().recordsData() && !isSynchronized()) {
      return;
    }
    if (splits) {
      covered.forEach(range -> writeHandler(List.of(range)));
    } else {
      writeHandler(covered);
    }
  }

  private void writeHandler(List<Range> ranges) {
    Label handler = new Label();
    code.mark(handler);
    if ((access & Opcodes.ACC_STATIC) == 0 && isSynchronized()) {
      code.frame(code.type().name());
    } else {
      code.frame();
    }
    code.reserve(1);
    if (initializer) {
      // stack: exception -> exception, site -> exception
      code.pushSite(SiteKind.OTHER);
      code.call(Hook.CLASS_FAILED);
    }
    // stack: exception -> exception
    if (code.type().recordsData()) {
      caught();
    }
    leave();
    // stack: exception -> (thrown)
    code.out().visitInsn(Opcodes.ATHROW);
    ranges.forEach(range -> handlers.addOuter(range.start, range.end, handler));
  }

  private boolean isSynchronized() {
    return (access & Opcodes.ACC_SYNCHRONIZED) != 0;
  }

  private boolean freezes() {
    return code.type().recordsData() && code.type().outline().declaresFinalInstanceFields();
  }

  private void callWithLock(Hook hook) {
    code.reserve(3);
    // stack: ..., [result] -> ..., [result], lock, site
    if ((access & Opcodes.ACC_STATIC) != 0) {
      code.pushClass(code.type().name());
    } else {
      code.out().visitVarInsn(Opcodes.ALOAD, 0);
    }
    code.pushSite(SiteKind.OTHER);
    // stack: ..., [result], lock, site -> ..., [result]
    code.call(hook);
  }

  private void open() {
    if (start == null) {
      start = new Label();
      code.mark(start);
      instructionsAtStart = instructions;
    }
  }

  private void close() {
    if (start == null) {
      return;
    }
    if (instructions > instructionsAtStart) {
      Label end = new Label();
      code.mark(end);
      covered.add(new Range(start, end));
    }
    start = null;
  }
}
