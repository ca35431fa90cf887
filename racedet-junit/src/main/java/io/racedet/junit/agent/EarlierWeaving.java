package io.racedet.junit.agent;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.bytebuddy.jar.asm.ClassReader;

/**
 * Recognises class files that are woven: an agent that redefines a class by the code that it has
 * seen hands one back. To weave it once more would record everything twice.
 */
final class EarlierWeaving {
  private static final byte[] HOOK_PACKAGE = "io/racedet/runtime/".getBytes(StandardCharsets.UTF_8);
  private static final int UTF8 = 1;

  private EarlierWeaving() {}

  /** Whether a class file names hook classes, as no code does that is not woven. */
  static boolean isIn(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    for (int i = 1; i < reader.getItemCount(); i++) {
      int offset = reader.getItem(i);
      if (offset > 0 && reader.readByte(offset - 1) == UTF8 && isHook(reader, classFile, offset)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHook(ClassReader reader, byte[] classFile, int offset) {
    int start = offset + Short.BYTES;
    int end = start + HOOK_PACKAGE.length;
    return reader.readUnsignedShort(offset) > HOOK_PACKAGE.length
        && Arrays.equals(classFile, start, end, HOOK_PACKAGE, 0, HOOK_PACKAGE.length);
  }
}
