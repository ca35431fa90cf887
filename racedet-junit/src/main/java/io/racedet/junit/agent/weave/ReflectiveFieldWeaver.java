package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.record.sites.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves the calls of one method that read or write a field by {@code java.lang.reflect.Field}. */
final class ReflectiveFieldWeaver {
  private static final String FIELD = "java/lang/reflect/Field";
  private static final String READ = "(Ljava/lang/Object;)";
  private static final int ARGUMENTS = 5;

  private final WovenCode code;

  ReflectiveFieldWeaver(WovenCode code) {
    this.code = code;
  }

  /** Whether a call is such a read or write. */
  static boolean isAccess(MethodCall call) {
    boolean isWrite =
        call.name().startsWith("set") && call.descriptor().startsWith("(Ljava/lang/Object;");
    return call.owner().equals(FIELD)
        && (isRead(call) && call.descriptor().startsWith(READ) || isWrite);
  }

  private static boolean isRead(MethodCall call) {
    return call.name().startsWith("get");
  }

  /** Writes the call between its hooks. */
  void weave(MethodCall call) {
    // stack: ..., field, owner, [value] -> ...
    SavedArguments arguments =
        new SavedArguments(code, call.descriptor(), Type.getObjectType(FIELD));
    code.reserve(ARGUMENTS);
    hook(Hook.BEFORE_REFLECTIVE, arguments, !isRead(call));
    // stack: ... -> ..., field, owner, [value]
    arguments.pushAll();
    // stack: ..., field, owner, [value] -> ..., [result]
    call.write(code.out());
    hook(Hook.AFTER_REFLECTIVE, arguments, !isRead(call));
    code.clearArguments();
  }

  private void hook(Hook hook, SavedArguments arguments, boolean write) {
    // stack: ..., [result] -> ..., [result], field, owner, write, data, site
    arguments.pushReceiver();
    arguments.push(0);
    code.out().visitInsn(write ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
    code.out().visitInsn(code.type().recordsData() ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
    code.pushSite(SiteKind.OTHER);
    // stack: ..., [result], field, owner, write, data, site -> ..., [result]
    code.call(hook);
  }
}
