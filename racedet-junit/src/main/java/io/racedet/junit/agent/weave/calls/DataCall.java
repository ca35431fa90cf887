package io.racedet.junit.agent.weave.calls;

import io.racedet.runtime.log.OpCodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A call of a method of the JDK that reads or writes arrays which its caller passes, or the text of
 * a builder. It is recorded where it is made: the JDK calls the same methods for arrays and
 * builders of its own.
 */
public record DataCall(List<Access> accesses) {
  /** In place of an argument: the object whose method is called. */
  public static final int RECEIVER = -1;

  /** The result of the call: in the sum of a bound, or in place of an argument. */
  public static final int RESULT = 100;

  /** In the sum of a bound: one. */
  public static final int ONE = 101;

  /** A bound above all elements. */
  public static final List<Integer> END = null;

  /** A bound: what a copy of a collection to an array has written for certain. */
  public static final List<Integer> OF_COPY = List.of(200);

  /** A bound: what two whole arrays have in common. */
  public static final List<Integer> OF_BOTH = List.of(202);

  /** A bound: the length of two whole arrays, if it is the same. */
  public static final List<Integer> OF_EQUAL_LENGTHS = List.of(203);

  /** A bound above all elements, and all of arrays that are elements. */
  public static final List<Integer> OF_ROWS = List.of(201);

  private static final List<Integer> ZERO = List.of();

  /**
   * An access of the contents of the receiver, or of elements of an array.
   *
   * @param op read or write; or unknown: the call may do both, so it depends on other accesses
   * @param object the argument that is the array, or {@link #RECEIVER}
   * @param from the first element, as a sum: of arguments, of which ~i is subtracted
   * @param late whether it is recorded after the call: what the call waits for comes before
   */
  public record Access(int op, int object, List<Integer> from, List<Integer> to, boolean late) {}

  /* What setAll does to one element after the other, the model tells. */
  private static final Set<String> FILLS = Set.of("fill", "parallelSetAll");
  private static final Set<String> SORTS = Set.of("sort", "parallelSort", "parallelPrefix");
  private static final Set<String> NOT_READ =
      Set.of("asList", "stream", "spliterator", "setAll", "fill", "parallelSetAll");

  private static final Set<String> TEXT_IS_WRITTEN =
      Set.of(
          "append",
          "appendCodePoint",
          "delete",
          "deleteCharAt",
          "ensureCapacity",
          "insert",
          "repeat",
          "replace",
          "reverse",
          "setCharAt",
          "setLength",
          "trimToSize");

  private static final List<String> OF_BYTES =
      List.of("java/io/", "java/util/zip/", "java/security/", "java/util/Base64");

  private static final Set<String> FILLING =
      Set.of("read", "readFully", "readNBytes", "inflate", "deflate", "nextBytes");

  private static final Set<String> TAKING =
      Set.of("write", "append", "update", "setInput", "unread");

  /** The accesses of a call; null if there are none. */
  public static DataCall of(int opcode, String owner, String name, String descriptor) {
    if (!JdkClasses.contains(owner)) {
      return null;
    }
    List<Access> accesses = new ArrayList<>();
    Type[] types = Type.getArgumentTypes(descriptor);
    switch (owner) {
      case "java/util/Arrays" -> arrays(name, types, accesses);
      case "java/lang/reflect/Array" -> element(name, types, accesses);
      case "java/lang/String" -> string(name, types, accesses);
      case "java/lang/StringBuilder" -> {
        if (opcode == Opcodes.INVOKEVIRTUAL && !name.equals("getClass")) {
          int op = TEXT_IS_WRITTEN.contains(name) ? OpCodes.WRITE : OpCodes.READ;
          accesses.add(new Access(op, RECEIVER, ZERO, END, false));
        }
        string(name, types, accesses);
      }
      case "java/util/Collections" -> all(name.equals("addAll") ? 1 : RECEIVER, types, accesses);
      default -> others(owner, name, descriptor, types, accesses);
    }
    ArrayCall.add(owner, name, types, Type.getReturnType(descriptor), accesses);
    return accesses.isEmpty() ? null : new DataCall(List.copyOf(accesses));
  }

  private static void others(
      String owner, String name, String descriptor, Type[] types, List<Access> accesses) {
    boolean ofBytes = OF_BYTES.stream().anyMatch(owner::startsWith);
    if (name.equals("toArray") && descriptor.equals("([Ljava/lang/Object;)[Ljava/lang/Object;")) {
      accesses.add(new Access(OpCodes.WRITE, 0, ZERO, OF_COPY, true));
    } else if (FILLING.contains(name) && (ofBytes || name.equals("nextBytes"))) {
      boolean counts = descriptor.endsWith(")I");
      counted(OpCodes.WRITE, types, counts, true, accesses);
    } else if (TAKING.contains(name) && ofBytes) {
      counted(OpCodes.READ, types, false, false, accesses);
    }
  }

  /* ---- java.util.Arrays: elements from one index to another ---- */

  private static void arrays(String name, Type[] types, List<Access> accesses) {
    for (int i = 0; i < types.length; i++) {
      if (types[i].getSort() == Type.ARRAY) {
        boolean between = isInt(types, i + 1) && isInt(types, i + 2);
        List<Integer> from = between ? List.of(i + 1) : ZERO;
        List<Integer> to =
            between ? List.of(i + 2) : name.equals("copyOf") ? List.of(i + 1) : whole(name, types);
        if (!NOT_READ.contains(name)) {
          accesses.add(new Access(OpCodes.READ, i, from, to, false));
        }
        if (FILLS.contains(name) || SORTS.contains(name)) {
          accesses.add(new Access(OpCodes.WRITE, i, from, to, !name.equals("fill")));
        }
      }
    }
  }

  private static List<Integer> whole(String name, Type[] types) {
    if (name.startsWith("deep")) {
      return OF_ROWS;
    }
    boolean ofTwo = types.length >= 2 && types[1].getSort() == Type.ARRAY;
    return switch (ofTwo ? name : "") {
      case "equals" -> OF_EQUAL_LENGTHS;
      case "compare", "compareUnsigned", "mismatch" -> OF_BOTH;
      default -> END;
    };
  }

  public static boolean isInt(Type[] types, int at) {
    return at < types.length && types[at].getSort() == Type.INT;
  }

  private static void element(String name, Type[] types, List<Access> accesses) {
    boolean reads = name.startsWith("get") && types.length == 2;
    if (reads || name.startsWith("set")) {
      int op = reads ? OpCodes.READ : OpCodes.WRITE;
      accesses.add(new Access(op, 0, List.of(1), List.of(1, ONE), false));
    }
  }

  /* ---- others: a number of elements from an index ---- */

  private static void string(String name, Type[] types, List<Access> accesses) {
    boolean copies = name.equals("getChars") || name.equals("getBytes");
    if (copies && types.length == 4 && types[2].getSort() == Type.ARRAY) {
      accesses.add(new Access(OpCodes.WRITE, 2, List.of(3), List.of(3, 1, ~0), false));
    } else if (!name.equals("format") && !name.equals("formatted")) {
      counted(OpCodes.READ, types, false, false, accesses);
    }
  }

  private static void all(int argument, Type[] types, List<Access> accesses) {
    if (argument >= 0 && argument < types.length && types[argument].getSort() == Type.ARRAY) {
      accesses.add(new Access(OpCodes.READ, argument, ZERO, END, false));
    }
  }

  static void counted(
      int op, Type[] types, boolean resultCounts, boolean late, List<Access> accesses) {
    for (int i = 0; i < types.length; i++) {
      if (types[i].getSort() == Type.ARRAY) {
        boolean within = isInt(types, i + 1) && isInt(types, i + 2);
        List<Integer> from = within ? List.of(i + 1) : ZERO;
        List<Integer> whole = within ? List.of(i + 1, i + 2) : END;
        List<Integer> some = within ? List.of(i + 1, RESULT) : List.of(RESULT);
        accesses.add(new Access(op, i, from, resultCounts ? some : whole, late));
      }
    }
  }
}
