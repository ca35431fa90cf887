package io.racedet.junit.agent.weave.calls;

import io.racedet.junit.libraries.LibraryCollections;
import io.racedet.runtime.log.OpCodes;
import java.util.List;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Calls of collections of libraries whose data accesses are not recorded, by names alone: the name
 * of the method tells whether it changes the elements. What returns another collection may leave
 * its own as it is.
 */
public final class HolderCalls {
  private static final Pattern CHANGES =
      Pattern.compile(
          "(?:add|append|clear|compact|compute|decrement|delete|dequeue|enqueue|fill|increment"
              + "|insert|merge|offer|poll|pop|push|put|remove|replace|retain|reverse|set|sort|swap)"
              + "(?:[A-Z].*)?");

  private HolderCalls() {}

  /** The access of a call; null if it is not known to be one. */
  public static StateCall of(int opcode, String owner, String name, String descriptor) {
    boolean isOnObject = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
    if (!isOnObject || !LibraryCollections.mayContain(owner)) {
      return null;
    }
    Type returned = Type.getReturnType(descriptor);
    boolean returnsHolder =
        returned.getSort() == Type.OBJECT
            && LibraryCollections.isNamedAsOne(returned.getInternalName());
    boolean isWrite = CHANGES.matcher(name).matches() && !returnsHolder;
    return new StateCall(List.of(new StateCall.Unseen(isWrite ? OpCodes.WRITE : OpCodes.READ)));
  }
}
