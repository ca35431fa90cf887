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
  static boolean isAccess(String owner, String name, String descriptor) {
    return owner.equals(FIELD)
        && (isRead(name) && descriptor.startsWith(READ) || isWrite(name, descriptor));
  }

  private static boolean isRead(String name) {
    return name.startsWith("get");
  }

  private static boolean isWrite(String name, String descriptor) {
    return name.startsWith("set") && descriptor.startsWith("(Ljava/lang/Object;");
  }

  /** Writes the call between its hooks. */
  void weave(String name, String descriptor) {
    // stack: ..., field, owner, [value] -> ...
    SavedArguments arguments = new SavedArguments(code, descriptor, Type.getObjectType(FIELD));
    code.reserve(ARGUMENTS);
    hook(Hook.BEFORE_REFLECTIVE, arguments, !isRead(name));
    // stack: ... -> ..., field, owner, [value]
    arguments.pushAll();
    // stack: ..., field, owner, [value] -> ..., [result]
    code.out().visitMethodInsn(Opcodes.INVOKEVIRTUAL, FIELD, name, descriptor, false);
    hook(Hook.AFTER_REFLECTIVE, arguments, !isRead(name));
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
