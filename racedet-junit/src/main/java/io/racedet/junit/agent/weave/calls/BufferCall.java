package io.racedet.junit.agent.weave.calls;

import io.racedet.junit.agent.weave.calls.StateCall.Absolute;
import io.racedet.junit.agent.weave.calls.StateCall.Access;
import io.racedet.junit.agent.weave.calls.StateCall.Contents;
import io.racedet.junit.agent.weave.calls.StateCall.Count;
import io.racedet.junit.agent.weave.calls.StateCall.Field;
import io.racedet.junit.agent.weave.calls.StateCall.OfField;
import io.racedet.junit.agent.weave.calls.StateCall.Relative;
import io.racedet.runtime.log.OpCodes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.Type;

/**
 * What the methods of buffers do. The contents of a buffer are its position, and its mark with it;
 * its limit and its byte order are fields. Calls without an index use the position and the limit:
 * of these, only the position is recorded, since what changes the limit writes or reads that, too.
 */
public final class BufferCall {
  /** The limit of a buffer. */
  public static final Field LIMIT = new Field("java/nio/Buffer", "limit", "I");

  /** The byte order of a buffer of bytes. */
  public static final Field ORDER = new Field("java/nio/ByteBuffer", "bigEndian", "Z");

  private static final String PACKAGE = "java/nio/";
  private static final String SUFFIX = "Buffer";
  private static final String STRING = "java/lang/String";
  private static final String BYTES = "java/nio/ByteBuffer";
  private static final String MAPPED = "java/nio/MappedByteBuffer";
  private static final Count ONE = Count.of(1);

  /** How many bytes the types have that a buffer of bytes reads and writes. */
  private static final Map<String, Integer> SIZES =
      Map.of("Char", 2, "Short", 2, "Int", 4, "Long", 8, "Float", 4, "Double", 8);

  /** What reads the position, at least. */
  private static final Set<String> READS =
      Set.of(
          "asCharBuffer",
          "asDoubleBuffer",
          "asFloatBuffer",
          "asIntBuffer",
          "asLongBuffer",
          "asReadOnlyBuffer",
          "asShortBuffer",
          "append",
          "charAt",
          "chars",
          "compareTo",
          "duplicate",
          "getChars",
          "hasRemaining",
          "hashCode",
          "isEmpty",
          "length",
          "mark",
          "mismatch",
          "put",
          "read",
          "remaining",
          "slice",
          "subSequence",
          "toString");

  /** What takes another buffer and reads its position, at least. */
  private static final Set<String> READS_OTHER = Set.of("compareTo", "mismatch", "read");

  private BufferCall() {}

  static boolean isBuffer(String owner) {
    return owner.startsWith(PACKAGE) && owner.endsWith(SUFFIX);
  }

  /** Adds the accesses of a call. */
  static void add(String owner, String name, Type[] types, List<Access> accesses) {
    int op = name.startsWith("put") || name.equals("append") ? OpCodes.WRITE : OpCodes.READ;
    String typed = name.startsWith("get") || name.startsWith("put") ? name.substring(3) : null;
    if (typed != null && SIZES.containsKey(typed)) {
      ofBytes(op, Count.of(SIZES.get(typed)), types, accesses);
    } else if (typed != null && typed.isEmpty() && isOfElements(types)) {
      elements(op, types, accesses);
    } else if (name.equals("append") && types.length == 1 && types[0].getSort() == Type.CHAR) {
      accesses.add(new Relative(op, ONE, false));
    } else if (name.equals("put") && isOther(types, 0)) {
      position(OpCodes.WRITE, accesses);
      accesses.add(new Contents(OpCodes.WRITE, 0, null));
    } else if (name.equals("put") && isOther(types, 1)) {
      accesses.add(new Absolute(OpCodes.WRITE, StateCall.RECEIVER, 0, Count.ofArgument(3), false));
      accesses.add(new Absolute(OpCodes.READ, 1, 2, Count.ofArgument(3), false));
    } else {
      others(owner, name, types, accesses);
    }
  }

  /* ---- elements ---- */

  private static boolean isOther(Type[] types, int at) {
    return at < types.length
        && types[at].getSort() == Type.OBJECT
        && isBuffer(types[at].getInternalName());
  }

  /* All but those that take another buffer, or a part of a string. */
  private static boolean isOfElements(Type[] types) {
    for (Type type : types) {
      boolean string = type.getSort() == Type.OBJECT && type.getInternalName().equals(STRING);
      if (type.getSort() == Type.OBJECT && !(string && types.length == 1)) {
        return false;
      }
    }
    return true;
  }

  private static void ofBytes(int op, Count size, Type[] types, List<Access> accesses) {
    int values = op == OpCodes.WRITE ? 1 : 0;
    accesses.add(
        types.length == values
            ? new Relative(op, size, true)
            : new Absolute(op, StateCall.RECEIVER, 0, size, true));
  }

  private static void elements(int op, Type[] types, List<Access> accesses) {
    int array = first(types, Type.ARRAY);
    int values = op == OpCodes.WRITE ? 1 : 0;
    if (array < 0) {
      boolean text = types.length == 1 && types[0].getSort() == Type.OBJECT;
      accesses.add(
          types.length == values
              ? new Relative(op, text ? Count.ofArgument(0) : ONE, false)
              : new Absolute(op, StateCall.RECEIVER, 0, ONE, false));
      return;
    }
    boolean part = types.length == array + 3;
    Count count = Count.ofArgument(part ? array + 2 : array);
    accesses.add(
        array == 0
            ? new Relative(op, count, false)
            : new Absolute(op, StateCall.RECEIVER, 0, count, false));
  }

  private static int first(Type[] types, int sort) {
    for (int i = 0; i < types.length; i++) {
      if (types[i].getSort() == sort) {
        return i;
      }
    }
    return -1;
  }

  /* ---- the position, the limit, the order ---- */

  private static void others(String owner, String name, Type[] types, List<Access> accesses) {
    boolean sets = types.length == 1;
    switch (name) {
      case "position" -> position(sets ? OpCodes.WRITE : OpCodes.READ, accesses);
      case "limit" -> {
        accesses.add(new OfField(sets ? OpCodes.WRITE : OpCodes.READ, LIMIT));
        if (sets) {
          position(OpCodes.READ, accesses);
        }
      }
      case "flip", "clear", "compact" -> {
        position(OpCodes.WRITE, accesses);
        accesses.add(new OfField(OpCodes.WRITE, LIMIT));
      }
      case "rewind", "reset" -> position(OpCodes.WRITE, accesses);
      case "order" -> {
        if (owner.equals(BYTES) || owner.equals(MAPPED)) {
          accesses.add(new OfField(sets ? OpCodes.WRITE : OpCodes.READ, ORDER));
        }
      }
      default -> reads(name, types, accesses);
    }
  }

  private static void reads(String name, Type[] types, List<Access> accesses) {
    if (name.equals("slice") && types.length > 0) {
      accesses.add(new OfField(OpCodes.READ, LIMIT));
    } else if (READS.contains(name)) {
      position(OpCodes.READ, accesses);
      if (READS_OTHER.contains(name) && isOther(types, 0)) {
        accesses.add(new Contents(OpCodes.READ, 0, null));
      }
    }
  }

  private static void position(int op, List<Access> accesses) {
    accesses.add(new Contents(op, StateCall.RECEIVER, null));
  }
}
