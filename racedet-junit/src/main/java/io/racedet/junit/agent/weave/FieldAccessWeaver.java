package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.agent.types.ClassOutline;
import io.racedet.junit.agent.types.FieldOutline;
import io.racedet.junit.agent.types.ResolvedField;
import io.racedet.junit.agent.weave.flow.DominatedAccesses;
import io.racedet.junit.record.sites.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves the field accesses of one method. */
final class FieldAccessWeaver {
  private final WovenCode code;
  private final FieldRules rules;
  private final DominatedAccesses dominated;
  private final boolean runsInitialisedClass;
  private int instructions;

  /**
   * Starts a method.
   *
   * @param code the method
   * @param dominated those of its accesses that need no hooks
   * @param runsInitialisedClass whether a call of the method initialises its class
   */
  FieldAccessWeaver(WovenCode code, DominatedAccesses dominated, boolean runsInitialisedClass) {
    this.code = code;
    this.dominated = dominated;
    this.rules = new FieldRules(code.type());
    this.runsInitialisedClass = runsInitialisedClass;
  }

  /** Writes the access, between hooks if it is to be recorded. */
  void weave(int opcode, String owner, String name, String descriptor) {
    int instruction = instructions++;
    ResolvedField target = rules.resolve(opcode, owner, name, descriptor);
    if (!rules.isRecorded(opcode, target)) {
      code.out().visitFieldInsn(opcode, owner, name, descriptor);
    } else if (dominated.isDominated(instruction)) {
      code.skipSite(thing(owner, target));
      code.out().visitFieldInsn(opcode, owner, name, descriptor);
    } else {
      before(opcode, owner, target, dominated.covers(instruction));
      // stack of a read:  ..., [owner] -> ..., value
      // stack of a write: ..., [owner], value -> ...
      code.out().visitFieldInsn(opcode, owner, name, descriptor);
      code.callAfter();
    }
  }

  /** Passes an access that is not to be recorded. */
  void skip() {
    instructions++;
  }

  private static String thing(String owner, ResolvedField target) {
    return FieldRules.declarer(owner, target) + '.' + target.field().name();
  }

  private void before(int opcode, String owner, ResolvedField target, boolean covers) {
    FieldOutline field = target.field();
    Type valueType = Type.getType(field.descriptor());
    switch (opcode) {
      // stack: ..., owner -> ..., owner, owner
      case Opcodes.GETFIELD -> code.out().visitInsn(Opcodes.DUP);
      case Opcodes.PUTFIELD -> copyOwnerBelow(valueType);
      default -> initialise(owner, target, valueType);
    }
    code.reserve(4);
    // [owner]: the copy, for instance fields only
    // stack: ..., [owner] -> ..., [owner], field, site
    code.push(fieldId(owner, target));
    code.pushSite(kind(opcode, field), thing(owner, target), covers);
    // stack: ..., [owner], field, site -> ..., token
    if (field.isVolatile()) {
      code.call(hook(opcode, field));
    } else {
      code.callWithThread(hook(opcode, field));
    }
    // stack: ..., token -> ...
    code.storeToken();
    if (opcode == Opcodes.PUTFIELD && valueType.getSize() == 2) {
      // stack: ..., owner -> ..., owner, value
      code.loadValue(valueType);
    }
  }

  private void copyOwnerBelow(Type valueType) {
    if (valueType.getSize() == 2) {
      // stack: ..., owner, value -> ..., owner, owner
      code.storeValue(valueType);
      code.out().visitInsn(Opcodes.DUP);
    } else {
      // stack: ..., owner, value -> ..., owner, value, owner
      code.out().visitInsn(Opcodes.DUP2);
      code.out().visitInsn(Opcodes.POP);
    }
  }

  private static Hook hook(int opcode, FieldOutline field) {
    if (FieldRules.isStatic(opcode)) {
      return field.isVolatile() ? Hook.VOLATILE_STATIC : Hook.STATIC_FIELD;
    }
    return field.isVolatile()
        ? Hook.VOLATILE_FIELD
        : field.isFinal() ? Hook.FINAL_FIELD : Hook.FIELD;
  }

  /** Initialises the class first: the access between the hooks must neither block nor run code. */
  private void initialise(String owner, ResolvedField target, Type valueType) {
    if (runsInitialisedClass && target.declaring() == code.type().outline()) {
      return;
    }
    code.reserve(valueType.getSize());
    FieldOutline field = target.field();
    // stack: ..., [value] -> ..., [value], value of the field -> ..., [value]
    code.out().visitFieldInsn(Opcodes.GETSTATIC, owner, field.name(), field.descriptor());
    code.out().visitInsn(valueType.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
  }

  private int fieldId(String owner, ResolvedField target) {
    ClassOutline declaring = target.declaring();
    SiteTable table = code.type().table();
    return declaring == null
        ? code.type().home().fieldId(owner, target.field(), table)
        : declaring.home().fieldId(declaring.name(), target.field(), table);
  }

  private static SiteKind kind(int opcode, FieldOutline field) {
    if (field.isVolatile()) {
      return FieldRules.isWrite(opcode) ? SiteKind.VOLATILE_WRITE : SiteKind.VOLATILE_READ;
    }
    if (FieldRules.isWrite(opcode)) {
      return SiteKind.WRITE;
    }
    return field.isFinal() && !field.isStatic() ? SiteKind.FINAL_READ : SiteKind.READ;
  }
}
