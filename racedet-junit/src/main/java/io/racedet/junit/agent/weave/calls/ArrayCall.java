package io.racedet.junit.agent.weave.calls;

import io.racedet.junit.agent.weave.calls.DataCall.Access;
import io.racedet.runtime.log.OpCodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.Type;

/**
 * What calls of the JDK do to the arrays that are passed to them, as far as no other rule tells. Of
 * some, it is known which elements they read or write. All others may do either to any element, now
 * or later: an access of each would be one too many, where the call needs only a part. They count
 * as accesses for predictions only, which do not exchange critical sections that depend on each
 * other.
 */
final class ArrayCall {
  /** What a method does to its arrays. */
  private enum Effect {
    /** Reads all, or as many as the number after the next one says. */
    READS,
    /** Writes all, or as many as the number after the next one says. */
    FILLS,
    /** Reads from one index to the other. */
    READS_BETWEEN,
    /** Reads the one at the index. */
    READS_ONE,
    /** Reads as {@link #READS}; writes to the last one as many elements as it returns. */
    WRITES,
    /** Has written all that the result has, which the caller may have provided. */
    RETURNS,
    /** Does nothing that is not recorded elsewhere. */
    RECORDED
  }

  private static final int NONE = -1;
  private static final String BUFFERS = "java/nio/";
  private static final List<Integer> ZERO = List.of();

  private static final Map<String, Effect> EFFECTS =
      Map.ofEntries(
          Map.entry("java/io/PrintStream#format", Effect.READS),
          Map.entry("java/io/PrintStream#printf", Effect.READS),
          Map.entry("java/io/PrintWriter#format", Effect.READS),
          Map.entry("java/io/PrintWriter#printf", Effect.READS),
          Map.entry("java/lang/Character#codePointAt", Effect.READS_ONE),
          Map.entry("java/lang/Character#toChars", Effect.WRITES),
          Map.entry("java/lang/String#format", Effect.READS),
          Map.entry("java/lang/String#formatted", Effect.READS),
          Map.entry("java/lang/invoke/MethodHandle#invokeWithArguments", Effect.READS),
          Map.entry("java/lang/reflect/Constructor#newInstance", Effect.READS),
          Map.entry("java/lang/reflect/Method#invoke", Effect.READS),
          Map.entry("java/math/BigDecimal#<init>", Effect.READS),
          Map.entry("java/math/BigInteger#<init>", Effect.READS),
          Map.entry("java/net/InetAddress#getByAddress", Effect.READS),
          Map.entry("java/nio/file/Path#of", Effect.READS),
          Map.entry("java/nio/file/Paths#get", Effect.READS),
          Map.entry("java/security/MessageDigest#digest", Effect.WRITES),
          Map.entry("java/security/Signature#sign", Effect.WRITES),
          Map.entry("java/text/MessageFormat#format", Effect.READS),
          Map.entry("java/util/Base64$Decoder#decode", Effect.WRITES),
          Map.entry("java/util/Base64$Encoder#encode", Effect.WRITES),
          Map.entry("java/util/Base64$Encoder#encodeToString", Effect.READS),
          Map.entry("java/util/BitSet#valueOf", Effect.READS),
          Map.entry("java/util/EnumSet#of", Effect.READS),
          Map.entry("java/util/Formatter#format", Effect.READS),
          Map.entry("java/util/HexFormat#formatHex", Effect.READS_BETWEEN),
          Map.entry("java/util/List#of", Effect.READS),
          Map.entry("java/util/Map#ofEntries", Effect.READS),
          Map.entry("java/util/Objects#hash", Effect.READS),
          Map.entry("java/util/Set#of", Effect.READS),
          Map.entry("java/util/UUID#nameUUIDFromBytes", Effect.READS),
          Map.entry("java/util/Vector#copyInto", Effect.RECORDED),
          Map.entry("java/util/stream/DoubleStream#of", Effect.RECORDED),
          Map.entry("java/util/stream/IntStream#of", Effect.RECORDED),
          Map.entry("java/util/stream/LongStream#of", Effect.RECORDED),
          Map.entry("java/util/stream/Stream#of", Effect.RECORDED),
          Map.entry("java/util/stream/Stream#toArray", Effect.RETURNS),
          Map.entry("javax/crypto/Cipher#doFinal", Effect.WRITES),
          Map.entry("javax/crypto/Cipher#update", Effect.WRITES),
          Map.entry("javax/crypto/Cipher#updateAAD", Effect.READS),
          Map.entry("javax/crypto/Mac#update", Effect.READS));

  /* The elements of a list or stream are read when it is used; a handle passes on what it gets. */
  private static final Set<String> RECORDED_OWNERS =
      Set.of("java/util/Arrays", "java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle");

  private ArrayCall() {}

  /** Adds the accesses of a call. */
  static void add(String owner, String name, Type[] types, Type result, List<Access> accesses) {
    Effect effect = effect(owner, name);
    if (effect == Effect.RETURNS) {
      if (types.length > 0) {
        accesses.add(new Access(OpCodes.WRITE, DataCall.RESULT, ZERO, DataCall.END, true));
      }
    } else if (effect == null ? !RECORDED_OWNERS.contains(owner) : effect != Effect.RECORDED) {
      int written = effect == Effect.WRITES && isInt(result) ? lastArray(types) : NONE;
      for (int i = 0; i < types.length; i++) {
        if (types[i].getSort() == Type.ARRAY && isOpen(i, accesses)) {
          accesses.add(i == written ? written(i, types) : of(effect, i, types));
        }
      }
    }
  }

  private static Effect effect(String owner, String name) {
    if (owner.startsWith(BUFFERS) && owner.endsWith("Buffer")) {
      return name.equals("get") ? Effect.FILLS : name.equals("put") ? Effect.READS : null;
    }
    return EFFECTS.get(owner + "#" + name);
  }

  private static boolean isOpen(int argument, List<Access> accesses) {
    return accesses.stream().noneMatch(access -> access.object() == argument);
  }

  private static Access of(Effect effect, int array, Type[] types) {
    if (effect == null) {
      return new Access(OpCodes.UNKNOWN, array, ZERO, DataCall.END, false);
    }
    List<Integer> from = ZERO;
    List<Integer> to = DataCall.END;
    int first = array + 1;
    if (effect == Effect.READS_ONE) {
      from = List.of(first);
      to = List.of(first, DataCall.ONE);
    } else if (DataCall.isInt(types, first) && DataCall.isInt(types, first + 1)) {
      from = List.of(first);
      to = effect == Effect.READS_BETWEEN ? List.of(first + 1) : List.of(first, first + 1);
    }
    boolean write = effect == Effect.FILLS;
    return new Access(write ? OpCodes.WRITE : OpCodes.READ, array, from, to, write);
  }

  private static Access written(int array, Type[] types) {
    List<Integer> from = DataCall.isInt(types, array + 1) ? List.of(array + 1) : ZERO;
    List<Integer> to = new ArrayList<>(from);
    to.add(DataCall.RESULT);
    return new Access(OpCodes.WRITE, array, from, List.copyOf(to), true);
  }

  private static int lastArray(Type[] types) {
    int last = NONE;
    for (int i = 0; i < types.length; i++) {
      last = types[i].getSort() == Type.ARRAY ? i : last;
    }
    return last;
  }

  private static boolean isInt(Type type) {
    return type.getSort() == Type.INT;
  }
}
