package io.racedet.junit.agent.weave.calls;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A call of the JDK on an object with a state of its own that no lock guards. It is recorded where
 * it is made, after it has returned: the JDK uses such objects itself. (Calls on a {@code
 * StringBuilder} are a {@link DataCall}.)
 */
public record StateCall(List<Access> accesses) {
  /** In place of an argument: the object whose method is called. */
  public static final int RECEIVER = -1;

  /** What a call does. */
  public sealed interface Access
      permits Contents, Unseen, OfField, Provided, Formatted, Relative, Absolute {
    /** Whether it reads or writes. */
    int op();
  }

  /**
   * An access of the state as a whole.
   *
   * @param object the argument that has it, or {@link #RECEIVER}
   * @param type the class that the object must have, as the hook wants it; null for any of the JDK
   */
  public record Contents(int op, int object, String type) implements Access {}

  /** An access of the contents of a receiver of a library, which is not recorded itself. */
  public record Unseen(int op) implements Access {}

  /** An access of a field of the receiver. */
  public record OfField(int op, Field field) implements Access {}

  /** A field of the JDK. */
  public record Field(String owner, String name, String descriptor) {}

  /**
   * An access of what an algorithm of a provider keeps between calls.
   *
   * @param owner the class that tells the provider
   * @param type as in {@link Contents}
   */
  public record Provided(int op, String owner, String type) implements Access {}

  /** An access of the text that a formatter appends to. */
  public record Formatted(int op) implements Access {}

  /** An access of elements of a buffer at its position, which it moves over them. */
  public record Relative(int op, Count count, boolean ordered) implements Access {}

  /**
   * An access of elements of a buffer.
   *
   * @param object the argument that is the buffer, or {@link #RECEIVER}
   * @param index the argument that is the index of the first one
   */
  public record Absolute(int op, int object, int index, Count count, boolean ordered)
      implements Access {}

  /**
   * A number of elements.
   *
   * @param argument the argument that is the number, or an array or a string of that length; {@link
   *     #RECEIVER} if it is always the same number
   */
  public record Count(int argument, int number) {
    static Count of(int number) {
      return new Count(RECEIVER, number);
    }

    static Count ofArgument(int argument) {
      return new Count(argument, 0);
    }
  }

  /** The accesses of a call; null if there are none. */
  public static StateCall of(int opcode, String owner, String name, String descriptor) {
    if (opcode != Opcodes.INVOKEVIRTUAL && opcode != Opcodes.INVOKEINTERFACE) {
      return null;
    }
    List<Access> accesses = new ArrayList<>();
    if (BufferCall.isBuffer(owner)) {
      BufferCall.add(owner, name, Type.getArgumentTypes(descriptor), accesses);
    } else {
      JdkStates.add(owner, name, descriptor, accesses);
    }
    return accesses.isEmpty() ? null : new StateCall(List.copyOf(accesses));
  }
}
