package io.racedet.junit.agent.weave.flow;

import java.util.BitSet;
import java.util.Iterator;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The accesses of one method that can race with nothing: those of objects and arrays that the
 * method made itself and that never leave it. An object leaves it when it is stored in a field or
 * an array, passed to a call, returned, thrown, or locked; but for constructors of Object, and of
 * the class itself as far as they do none of these.
 *
 * <p>Cost: linear in the code, times the number of passes that its loops need; nothing but reading
 * the code for methods that allocate nothing.
 */
public final class LocalObjects {
  private static final LocalObjects NONE = new LocalObjects();

  private final BitSet fields = new BitSet();
  private final BitSet elements = new BitSet();
  private final BitSet objects = new BitSet();
  private final BitSet arrays = new BitSet();

  private LocalObjects() {}

  private LocalObjects(MethodCode code, ReferenceFlow flow) {
    int field = 0;
    int element = 0;
    int object = 0;
    int array = 0;
    for (int i = 0; i < code.size(); i++) {
      int opcode = code.opcode(i);
      boolean isLocal = flow.isLocal(i);
      if (opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.PUTFIELD) {
        fields.set(field++, isLocal);
      } else if (ReferenceFlow.isArrayAccess(opcode)) {
        elements.set(element++, isLocal);
      } else if (code.callsConstructor(i)) {
        objects.set(object++, isLocal);
      } else if (isArrayAllocation(opcode)) {
        arrays.set(array++, isLocal);
      }
    }
  }

  private static boolean isArrayAllocation(int opcode) {
    return opcode == Opcodes.NEWARRAY
        || opcode == Opcodes.ANEWARRAY
        || opcode == Opcodes.MULTIANEWARRAY;
  }

  /** Finds those of each method of a class, in the order of the class file. */
  static Iterator<LocalObjects> of(ClassCode type) {
    return type.methods().stream().map(method -> of(method, type)).iterator();
  }

  private static LocalObjects of(MethodCode method, ClassCode type) {
    return method.sites() == 0
        ? NONE
        : new LocalObjects(method, new ReferenceFlow(method, type::keepsOwnObject));
  }

  /** None. */
  static LocalObjects none() {
    return NONE;
  }

  /** Whether a field instruction is one, by its ordinal among those of the method. */
  public boolean isFieldLocal(int instruction) {
    return fields.get(instruction);
  }

  /** Whether an array load or store is one, by its ordinal among those of the method. */
  public boolean isElementLocal(int instruction) {
    return elements.get(instruction);
  }

  /** Whether a call of a constructor makes such an object, by its ordinal among these calls. */
  public boolean isObjectLocal(int call) {
    return objects.get(call);
  }

  /** Whether an instruction makes such an array, by its ordinal among those that make arrays. */
  public boolean isArrayLocal(int instruction) {
    return arrays.get(instruction);
  }
}
