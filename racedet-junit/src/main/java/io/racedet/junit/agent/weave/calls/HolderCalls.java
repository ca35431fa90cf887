package io.racedet.junit.agent.weave.calls;

import io.racedet.runtime.log.OpCodes;
import java.util.List;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Calls of libraries whose data accesses are not recorded, by names alone: whether the class is one
 * of those that hold elements, and whether the method changes them. What returns another such
 * object may leave its own as it is.
 */
public final class HolderCalls {
  private static final Pattern HOLDER =
      Pattern.compile(
          ".*(?:List|Set|Map|Queue|Deque|Stack|Bag|Heap|Table|Trie|Vector|Graph)"
              + "|.*/\\w*collect\\w*/(?:\\w+/)*\\w+");

  private static final Pattern CHANGES =
      Pattern.compile(
          "(?:add|append|clear|compact|compute|decrement|delete|dequeue|enqueue|fill|increment"
              + "|insert|merge|offer|poll|pop|push|put|remove|replace|retain|reverse|set|sort|swap)"
              + "(?:[A-Z].*)?");

  private HolderCalls() {}

  /** The access of a call; null if it is not known to be one. */
  public static StateCall of(int opcode, String owner, String name, String descriptor) {
    boolean isOnObject = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
    if (!isOnObject || !HOLDER.matcher(owner).matches()) {
      return null;
    }
    Type returned = Type.getReturnType(descriptor);
    boolean returnsHolder =
        returned.getSort() == Type.OBJECT && HOLDER.matcher(returned.getInternalName()).matches();
    boolean isWrite = CHANGES.matcher(name).matches() && !returnsHolder;
    return new StateCall(List.of(new StateCall.Unseen(isWrite ? OpCodes.WRITE : OpCodes.READ)));
  }
}
