package io.racedet.junit.agent.weave.calls;

import io.racedet.runtime.log.OpCodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A call of the JDK that reads or writes texts which are passed to it as what they may be at run
 * time: builders and buffers, by their interfaces or as objects. Only what an operand is then tells
 * whether it is one. (Calls whose receiver is a StringBuilder anyway are a {@link DataCall}.)
 */
public record TextCall(List<Operand> operands) {
  /** In place of an argument: the object whose method is called. */
  public static final int RECEIVER = -1;

  /**
   * What may be a text.
   *
   * @param elements whether it is an array of what may be texts
   */
  public record Operand(int op, int object, boolean elements) {}

  private static final String BUILDER = "java/lang/StringBuilder";
  private static final String APPENDABLE = "java/lang/Appendable";
  private static final String BUFFERS = "java/nio/";

  private static final Set<String> TEXTS =
      Set.of(
          BUILDER,
          APPENDABLE,
          "java/lang/AbstractStringBuilder",
          "java/lang/CharSequence",
          "java/lang/StringBuffer");

  /** Types of which a text may be. */
  private static final Set<String> ABOVE_TEXTS =
      Set.of("java/io/Serializable", "java/lang/Comparable", "java/lang/Object");

  private static final Set<String> ARRAYS =
      Set.of("[Ljava/lang/CharSequence;", "[Ljava/lang/Object;");

  /** Methods of the JDK that turn objects of any class into text, or compare them. */
  private static final Set<String> OF_ANY_OBJECT =
      Set.of(
          "append",
          "compareTo",
          "format",
          "formatted",
          "insert",
          "join",
          "print",
          "printf",
          "println",
          "toString",
          "valueOf");

  /** The texts of a call; null if there are none. */
  public static TextCall of(int opcode, String owner, String name, String descriptor) {
    if (!JdkClasses.contains(owner)) {
      return null;
    }
    List<Operand> operands = new ArrayList<>();
    boolean onObject = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
    if (onObject && mayReceive(owner, name)) {
      boolean writes = owner.equals(APPENDABLE);
      operands.add(new Operand(writes ? OpCodes.WRITE : OpCodes.READ, RECEIVER, false));
    }
    Type[] types = Type.getArgumentTypes(descriptor);
    boolean any = OF_ANY_OBJECT.contains(name) || name.equals("equals") && isBuffer(owner);
    boolean keeps = name.equals("<init>") && owner.equals("java/util/Formatter");
    for (int i = 0; i < types.length && !keeps; i++) {
      boolean elements = any && ARRAYS.contains(types[i].getDescriptor());
      if (elements || mayBeText(types[i], any)) {
        operands.add(new Operand(op(owner, types[i]), i, elements));
      }
    }
    return operands.isEmpty() ? null : new TextCall(List.copyOf(operands));
  }

  /** The texts that the concatenation of strings reads; null if there are none. */
  public static TextCall ofConcatenation(String descriptor) {
    List<Operand> operands = new ArrayList<>();
    Type[] types = Type.getArgumentTypes(descriptor);
    for (int i = 0; i < types.length; i++) {
      if (mayBeText(types[i], true)) {
        operands.add(new Operand(OpCodes.READ, i, false));
      }
    }
    return operands.isEmpty() ? null : new TextCall(List.copyOf(operands));
  }

  /** Whether an object of a type, given by its descriptor, may be a text. */
  public static boolean mayBeText(String descriptor) {
    return mayBeText(Type.getType(descriptor), true);
  }

  /* What the methods of a buffer do to it is known of the receiver itself. */
  private static boolean mayReceive(String owner, String name) {
    return switch (owner) {
      case "java/lang/CharSequence", APPENDABLE -> true;
      case "java/lang/Object" -> name.equals("toString");
      case "java/lang/Comparable" -> name.equals("compareTo");
      default -> false;
    };
  }

  private static boolean mayBeText(Type type, boolean any) {
    if (type.getSort() != Type.OBJECT) {
      return false;
    }
    String name = type.getInternalName();
    return TEXTS.contains(name) || isBuffer(name) || any && ABOVE_TEXTS.contains(name);
  }

  private static boolean isBuffer(String type) {
    return type.startsWith(BUFFERS) && type.endsWith("Buffer");
  }

  /* Strings and builders only read other builders; all else takes builders to append to them. */
  private static int op(String owner, Type type) {
    String name = type.getInternalName();
    boolean builder = name.equals(BUILDER) && !owner.startsWith("java/lang/");
    return builder || name.equals(APPENDABLE) ? OpCodes.WRITE : OpCodes.READ;
  }

  /** Whether the only text is on top of the stack. */
  public boolean isLast(int arguments) {
    return operands.size() == 1 && operands.get(0).object() == arguments - 1;
  }

  public boolean ofReceiver() {
    return operands.get(0).object() == RECEIVER;
  }
}
