package io.racedet.junit.agent.weave.flow;

import net.bytebuddy.jar.asm.ClassReader;

/**
 * The number of local variables of each method of a class. Weaving needs it when a method begins,
 * but a visitor gets it at the end.
 */
public final class LocalCounts {
  private static final int MEMBER_HEADER = 6;
  private static final int ATTRIBUTE_HEADER = 6;

  private final ClassReader reader;
  private final int[] counts;
  private int position;
  private int next;

  public LocalCounts(ClassReader reader) {
    this.reader = reader;
    int interfaces = reader.readUnsignedShort(reader.header + 6);
    position = reader.header + 8 + 2 * interfaces;
    skipMembers();
    counts = readMethods();
  }

  /** The number for the next method, in the order of the class file; 0 when it has no code. */
  public int next() {
    return counts[next++];
  }

  private void skipMembers() {
    int members = reader.readUnsignedShort(position);
    position += 2;
    for (int i = 0; i < members; i++) {
      readMember(null);
    }
  }

  private int[] readMethods() {
    int[] result = new int[reader.readUnsignedShort(position)];
    position += 2;
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 0; i < result.length; i++) {
      result[i] = readMember(buffer);
    }
    return result;
  }

  private int readMember(char[] buffer) {
    int attributes = reader.readUnsignedShort(position + MEMBER_HEADER);
    position += MEMBER_HEADER + 2;
    int locals = 0;
    for (int i = 0; i < attributes; i++) {
      if (buffer != null && "Code".equals(reader.readUTF8(position, buffer))) {
        locals = reader.readUnsignedShort(position + ATTRIBUTE_HEADER + 2);
      }
      position += ATTRIBUTE_HEADER + reader.readInt(position + 2);
    }
    return locals;
  }
}
