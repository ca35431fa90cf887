package io.racedet.junit.agent.weave.flow;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;

/**
 * How large the code of each method of a class is, and how many local variables it has. Weaving
 * needs that when a method begins, but a visitor gets it at the end.
 */
public final class CodeSizes {
  /** HotSpot compiles no method of more bytes of code, unless it is told to. */
  public static final int MAX_COMPILED_SIZE = 8_000;

  private static final int MEMBER_HEADER = 6;
  private static final int ATTRIBUTE_HEADER = 6;

  private final ClassReader reader;
  private final List<Method> methods = new ArrayList<>();
  private int position;
  private int next;

  /** What the Code attribute of a method says; without one, there are no variables. */
  private record Method(String signature, int locals, int length) {
    boolean isCompiled() {
      return length <= MAX_COMPILED_SIZE;
    }
  }

  public CodeSizes(ClassReader reader) {
    this.reader = reader;
    int interfaces = reader.readUnsignedShort(reader.header + 6);
    position = reader.header + 8 + 2 * interfaces;
    char[] buffer = new char[reader.getMaxStringLength()];
    readMembers(buffer); // fields
    methods.clear();
    readMembers(buffer);
  }

  /** The number of local variables of the next method, in the order of the class file. */
  public int nextLocals() {
    return methods.get(next++).locals;
  }

  /** The methods, by name and descriptor, that are compiled here, but not in another version. */
  public Set<String> compiledOnlyHere(CodeSizes other) {
    Set<String> result = new HashSet<>();
    other.methods.stream()
        .filter(method -> !method.isCompiled())
        .forEach(method -> result.add(method.signature));
    methods.stream()
        .filter(method -> !method.isCompiled())
        .forEach(method -> result.remove(method.signature));
    return result;
  }

  /** The methods, by name and descriptor, with more bytes of code. */
  public Set<String> longerThan(int bytes) {
    Set<String> result = new HashSet<>();
    methods.stream()
        .filter(method -> method.length > bytes)
        .forEach(method -> result.add(method.signature));
    return result;
  }

  private void readMembers(char[] buffer) {
    int members = reader.readUnsignedShort(position);
    position += 2;
    for (int i = 0; i < members; i++) {
      methods.add(readMember(buffer));
    }
  }

  private Method readMember(char[] buffer) {
    String signature =
        reader.readUTF8(position + 2, buffer) + reader.readUTF8(position + 4, buffer);
    int attributes = reader.readUnsignedShort(position + MEMBER_HEADER);
    position += MEMBER_HEADER + 2;
    int locals = 0;
    int length = 0;
    for (int i = 0; i < attributes; i++) {
      if ("Code".equals(reader.readUTF8(position, buffer))) {
        locals = reader.readUnsignedShort(position + ATTRIBUTE_HEADER + 2);
        length = reader.readInt(position + ATTRIBUTE_HEADER + 4);
      }
      position += ATTRIBUTE_HEADER + reader.readInt(position + 2);
    }
    return new Method(signature, locals, length);
  }
}
