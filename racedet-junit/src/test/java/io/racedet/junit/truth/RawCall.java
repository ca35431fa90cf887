package io.racedet.junit.truth;

import io.racedet.junit.truth.raw.RawMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.Type;

/**
 * A call that is an atomic action.
 *
 * @param mode its memory order
 * @param operands how many of the arguments, at the end, are values to compare with or to write
 * @param exchange whether it returns what it found in place of its success
 */
record RawCall(int mode, int operands, boolean exchange) {
  private static final String HANDLE = "java/lang/invoke/VarHandle";
  private static final String UNSAFE = "jdk/internal/misc/Unsafe";
  private static final String TYPE =
      "(?:Reference|Object|Int|Long|Boolean|Byte|Short|Char|Float|Double)?";
  private static final Pattern NAME =
      Pattern.compile(
          "(get|set|put|compareAndSet|weakCompareAndSet|compareAndExchange|getAndAdd|getAndSet"
              + "|getAndBitwise(?:Or|And|Xor))"
              + TYPE
              + "(Volatile|Acquire|Release|Opaque|Plain)?");

  /* A task that is put into the queue of a pool so is promised to be handed over. */
  static final RawCall PUBLISH = new RawCall(RawMode.WRITE | RawMode.RELEASE, 1, false);

  private static final int BOTH = RawMode.READ | RawMode.WRITE;

  /** The action of a call, or null. */
  static RawCall of(String owner, String name, String desc) {
    boolean unsafe = owner.equals(UNSAFE) && desc.startsWith("(Ljava/lang/Object;J");
    if (!unsafe && !isHandle(owner)) {
      return null;
    }
    if (unsafe && (name.equals("putReference") || name.equals("putObject"))) {
      return PUBLISH;
    }
    Matcher parts = NAME.matcher(name);
    return parts.matches() ? of(parts.group(1), parts.group(2)) : null;
  }

  private static RawCall of(String kind, String suffix) {
    return switch (kind) {
      case "get" -> new RawCall(RawMode.READ | order(suffix, false), 0, false);
      case "set", "put" -> new RawCall(RawMode.WRITE | order(suffix, false), 1, false);
      case "compareAndSet", "weakCompareAndSet" ->
          new RawCall(BOTH | RawMode.CONDITIONAL | order(suffix, true), 2, false);
      case "compareAndExchange" ->
          new RawCall(BOTH | RawMode.CONDITIONAL | order(suffix, true), 2, true);
      default -> new RawCall(BOTH | order(suffix, true), 1, false);
    };
  }

  private static int order(String suffix, boolean update) {
    if (suffix == null) {
      return update ? RawMode.VOLATILE : 0;
    }
    return switch (suffix) {
      case "Volatile" -> RawMode.VOLATILE;
      case "Acquire" -> RawMode.ACQUIRE;
      case "Release" -> RawMode.RELEASE;
      default -> 0;
    };
  }

  /** The mode of a fence of this name, or 0. */
  static int fence(String owner, String name) {
    if (!owner.equals(UNSAFE) && !isHandle(owner)) {
      return 0;
    }
    return switch (name) {
      case "loadFence", "acquireFence", "loadLoadFence" -> RawMode.ACQUIRE;
      case "storeFence", "releaseFence", "storeStoreFence" -> RawMode.RELEASE;
      case "fullFence" -> RawMode.ACQUIRE | RawMode.RELEASE;
      default -> 0;
    };
  }

  static boolean isHandle(String owner) {
    return owner.equals(HANDLE);
  }

  /** How many of the arguments say where. */
  int coordinates(Type[] arguments) {
    return arguments.length - operands;
  }
}
