package io.racedet.junit.agent.weave;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;

/**
 * Marks woven class files and recognises the mark: another agent that redefines a class may pass
 * the woven code again. Weaving it a second time would record everything twice.
 */
public final class WovenMark {
  private static final String MARK = "io.racedet.woven";
  private static final byte[] MARK_BYTES = MARK.getBytes(StandardCharsets.UTF_8);
  private static final int UTF8 = 1;

  private WovenMark() {}

  /** Adds the mark, a constant that nothing uses. */
  static void mark(ClassWriter writer) {
    writer.newUTF8(MARK);
  }

  /** Whether a class file has the mark. */
  public static boolean isIn(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    for (int i = 1; i < reader.getItemCount(); i++) {
      int offset = reader.getItem(i);
      if (offset > 0 && reader.readByte(offset - 1) == UTF8 && isMark(reader, classFile, offset)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isMark(ClassReader reader, byte[] classFile, int offset) {
    int start = offset + Short.BYTES;
    int length = reader.readUnsignedShort(offset);
    return length == MARK_BYTES.length
        && Arrays.equals(classFile, start, start + length, MARK_BYTES, 0, length);
  }
}
