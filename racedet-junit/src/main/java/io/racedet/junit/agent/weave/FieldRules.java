package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.types.ClassOutline;
import io.racedet.junit.agent.types.FieldOutline;
import io.racedet.junit.agent.types.ResolvedField;
import io.racedet.junit.agent.weave.flow.DominatedAccesses;
import io.racedet.junit.libraries.LibraryCollections;
import net.bytebuddy.jar.asm.Opcodes;

/** Which fields the instructions of a class access, and which of these accesses are recorded. */
final class FieldRules implements DominatedAccesses.Fields {
  private final WovenClass type;

  FieldRules(WovenClass type) {
    this.type = type;
  }

  /** The field; one that is not found is treated as a plain field of the named class. */
  ResolvedField resolve(int opcode, String owner, String name, String descriptor) {
    ResolvedField found = type.types().field(type.loader(), owner, name, descriptor);
    return found != null
        ? found
        : new ResolvedField(
            null,
            new FieldOutline(name, descriptor, isStatic(opcode) ? Opcodes.ACC_STATIC : 0, null));
  }

  boolean isRecorded(int opcode, ResolvedField target) {
    FieldOutline field = target.field();
    if (field.isStatic() != isStatic(opcode)) {
      return false; // the instruction is going to throw
    }
    if (field.isVolatile()) {
      return true;
    }
    if (type.recordsContents()) {
      return isOfCollection(target);
    }
    if (!type.recordsData() || field.isToolPrivate()) {
      return false;
    }
    return !field.isFinal()
        || !isWrite(opcode) && !isPlatform(target)
        || opcode == Opcodes.PUTSTATIC;
  }

  /* Static fields and caches are no part of what a collection contains. */
  private static boolean isOfCollection(ResolvedField target) {
    ClassOutline declaring = target.declaring();
    return declaring != null
        && LibraryCollections.contains(declaring.name())
        && !target.field().isStatic()
        && !target.field().isFinal()
        && !declaring.isCache(target.field());
  }

  private boolean isPlatform(ResolvedField target) {
    return target.declaring() != null && type.types().isPlatform(target.declaring());
  }

  static boolean isStatic(int opcode) {
    return opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
  }

  static boolean isWrite(int opcode) {
    return opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
  }

  /** The name of the class that declares the field, or by which the instruction names it. */
  static String declarer(String owner, ResolvedField target) {
    return target.declaring() == null ? owner : target.declaring().name();
  }

  @Override
  public DominatedAccesses.Effect effect(int opcode, String owner, String name, String descriptor) {
    ResolvedField target = resolve(opcode, owner, name, descriptor);
    boolean mayInitialise = isStatic(opcode) && target.declaring() != type.outline();
    if (target.field().isVolatile() || target.declaring() == null) { // which may be volatile
      return DominatedAccesses.Effect.ENDS_SPAN;
    }
    if (!isRecorded(opcode, target)) {
      return mayInitialise ? DominatedAccesses.Effect.ENDS_SPAN : DominatedAccesses.Effect.NONE;
    }
    return mayInitialise
        ? DominatedAccesses.Effect.ACCESS_AFTER_CODE
        : DominatedAccesses.Effect.ACCESS;
  }

  @Override
  public String variable(int opcode, String owner, String name, String descriptor) {
    return declarer(owner, resolve(opcode, owner, name, descriptor)) + '.' + name + descriptor;
  }
}
