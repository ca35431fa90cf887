package io.racedet.junit.agent.weave.calls;

import io.racedet.junit.libraries.LibraryCollections;
import io.racedet.runtime.log.OpCodes;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Calls of collections of libraries whose data accesses are not recorded: the class is one of the
 * collections of the JDK, or by its name of another kind. The name of the method tells whether it
 * changes the elements. What returns another collection may leave its own as it is.
 */
public final class HolderCalls {
  private static final Pattern CHANGES =
      Pattern.compile(
          "(?:add|append|clear|compact|compute|decrement|delete|dequeue|enqueue|fill|increment"
              + "|insert|merge|offer|poll|pop|push|put|remove|replace|retain|reverse|set|sort|swap)"
              + "(?:[A-Z].*)?");

  /** Methods of collections that read; so that not each class that is called is looked up. */
  private static final Pattern READS =
      Pattern.compile(
          "contains(?:[A-Z].*)?|entrySet|forEach|get(?:[A-Z].*)?|indexOf|isEmpty|iterator|keySet"
              + "|peek|size|stream|toArray|values");

  private HolderCalls() {}

  /**
   * The access of a call; null if it is not known to be one.
   *
   * @param isCollection whether a class is a collection or a map of the JDK
   */
  public static StateCall of(
      int opcode, String owner, String name, String descriptor, Predicate<String> isCollection) {
    boolean isOnObject = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
    if (!isOnObject || !LibraryCollections.isOfUnknownLibrary(owner)) {
      return null;
    }
    boolean isChange = CHANGES.matcher(name).matches();
    boolean isHolder =
        LibraryCollections.isNamedAsOne(owner)
            || (isChange || READS.matcher(name).matches()) && isCollection.test(owner);
    if (!isHolder) {
      return null;
    }
    Type returned = Type.getReturnType(descriptor);
    boolean returnsHolder =
        returned.getSort() == Type.OBJECT
            && LibraryCollections.isNamedAsOne(returned.getInternalName());
    boolean isWrite = isChange && !returnsHolder;
    return new StateCall(List.of(new StateCall.Unseen(isWrite ? OpCodes.WRITE : OpCodes.READ)));
  }
}
