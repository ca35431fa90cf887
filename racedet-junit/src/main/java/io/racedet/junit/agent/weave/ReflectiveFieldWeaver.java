package io.racedet.junit.agent.weave;

import io.racedet.junit.record.sites.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;

/** Weaves the calls of one method that read or write a field by {@code java.lang.reflect.Field}. */
final class ReflectiveFieldWeaver {
  private static final String FIELD = "java/lang/reflect/Field";
  private static final String HOOKS = "io/racedet/runtime/ReflectiveCalls";
  private static final String READ = "(Ljava/lang/Object;)";
  private static final int ARGUMENTS = 5;

  private final WovenCode code;

  ReflectiveFieldWeaver(WovenCode code) {
    this.code = code;
  }

  /** Whether the call is one of them. */
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
    ArgumentsAside arguments = new ArgumentsAside(code, descriptor);
    arguments.pushReceiver();
    arguments.push(0);
    code.reserve(ARGUMENTS);
    code.out().visitInsn(isRead(name) ? Opcodes.ICONST_0 : Opcodes.ICONST_1);
    code.out().visitInsn(code.type().recordsData() ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
    code.pushSite(SiteKind.OTHER);
    callHook("before", "(Ljava/lang/reflect/Field;Ljava/lang/Object;ZZI)V");
    arguments.pushAll();
    code.out().visitMethodInsn(Opcodes.INVOKEVIRTUAL, FIELD, name, descriptor, false);
    if (isRead(name)) {
      arguments.pushReceiver();
      arguments.push(0);
      code.pushSite(SiteKind.OTHER);
      callHook("after", "(Ljava/lang/reflect/Field;Ljava/lang/Object;I)V");
    }
  }

  private void callHook(String name, String descriptor) {
    code.out().visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
  }
}
