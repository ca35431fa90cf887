package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.agent.types.ClassOutline;
import io.racedet.junit.agent.types.FieldOutline;
import io.racedet.junit.agent.types.ResolvedField;
import io.racedet.junit.agent.weave.flow.UnneededHooks;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves the field accesses of one method. */
final class FieldAccessWeaver {
  private final WovenCode code;
  private final AccessMethods methods;
  private final FieldRules rules;
  private final UnneededHooks unneeded;
  private final boolean runsInitialisedClass;
  private int instructions;

  /** Starts a method. Its accesses stay in it if {@code methods} is null. */
  FieldAccessWeaver(
      WovenCode code, AccessMethods methods, UnneededHooks unneeded, boolean runsInitialisedClass) {
    this.code = code;
    this.methods = methods;
    this.unneeded = unneeded;
    this.rules = new FieldRules(code.type());
    this.runsInitialisedClass = runsInitialisedClass;
  }

  /** Writes the access, between hooks if it is to be recorded. */
  void weave(int opcode, String owner, String name, String descriptor) {
    int instruction = instructions++;
    ResolvedField target = rules.resolve(opcode, owner, name, descriptor);
    if (!rules.isRecorded(opcode, target) || isOfInitialisation(opcode, owner, target.field())) {
      code.out().visitFieldInsn(opcode, owner, name, descriptor);
    } else if (isUnneeded(instruction, target)) {
      code.skipSite(kind(opcode, target.field()), thing(owner, target));
      code.out().visitFieldInsn(opcode, owner, name, descriptor);
    } else {
      Access access = new Access(opcode, owner, target, unneeded.dominated().covers(instruction));
      if (!isMoved(access)) {
        write(access, code);
      }
    }
  }

  /* A part of a collection, such as a view, may reach another thread by a field that races by design.
   * Of the collection itself the reference would race, which the code under test has. */
  private boolean isOfInitialisation(int opcode, String owner, FieldOutline field) {
    if (!code.type().recordsContents() || field.isVolatile()) {
      return false;
    }
    boolean initialises =
        opcode == Opcodes.PUTFIELD
            && owner.equals(code.type().name())
            && code.method().name().equals("<init>");
    return initialises || !code.recordsContents();
  }

  /** A field instruction that is recorded. */
  private record Access(int opcode, String owner, ResolvedField target, boolean covers) {
    Type valueType() {
      return Type.getType(target.field().descriptor());
    }

    boolean isWrite() {
      return FieldRules.isWrite(opcode);
    }
  }

  private boolean isMoved(Access access) {
    if (methods == null || !isMovable(access)) {
      return false;
    }
    List<Type> operands = new ArrayList<>();
    if (!FieldRules.isStatic(access.opcode)) {
      operands.add(Type.getObjectType(access.owner));
    }
    if (access.isWrite()) {
      operands.add(access.valueType());
    }
    Type result = access.isWrite() ? Type.VOID_TYPE : access.valueType();
    return methods.call(code, operands, result, other -> write(access, other));
  }

  /* Of a protected field, the verifier wants to know that the object is of this class. */
  private boolean isMovable(Access access) {
    boolean isOwn = access.owner.equals(code.type().name());
    return isOwn || access.target.declaring() != null && !access.target.field().isProtected();
  }

  private void write(Access access, WovenCode to) {
    before(access, to);
    // stack of a read:  ..., [owner] -> ..., value
    // stack of a write: ..., [owner], value -> ...
    FieldOutline field = access.target.field();
    to.out().visitFieldInsn(access.opcode, access.owner, field.name(), field.descriptor());
    to.callAfter();
  }

  /** Passes an access that is not to be recorded. */
  void skip() {
    instructions++;
  }

  /* The hooks of volatile and final fields synchronise. */
  private boolean isUnneeded(int instruction, ResolvedField target) {
    FieldOutline field = target.field();
    boolean isPlain = target.declaring() != null && !field.isVolatile() && !field.isFinal();
    return unneeded.dominated().isDominated(instruction)
        || isPlain && unneeded.local().isFieldLocal(instruction);
  }

  private static String thing(String owner, ResolvedField target) {
    return FieldRules.declarer(owner, target) + '.' + target.field().name();
  }

  private void before(Access access, WovenCode to) {
    FieldOutline field = access.target.field();
    Type valueType = access.valueType();
    switch (access.opcode) {
      // stack: ..., owner -> ..., owner, owner
      case Opcodes.GETFIELD -> to.out().visitInsn(Opcodes.DUP);
      case Opcodes.PUTFIELD -> copyOwnerBelow(valueType, to);
      default -> initialise(access, to);
    }
    to.reserve(4);
    if (to.recordsContents() && !field.isVolatile()) {
      // stack: ..., owner -> ..., owner, field, op -> ..., token
      to.push(isOfWhole(access) ? Layout.CONTENTS : fieldId(access.owner, access.target));
      to.push(access.isWrite() ? OpCodes.WRITE : OpCodes.READ);
      to.call(Hook.COLLECTION_FIELD);
    } else {
      site(access, to);
    }
    // stack: ..., token -> ...
    to.storeToken();
    if (access.opcode == Opcodes.PUTFIELD && valueType.getSize() == 2) {
      // stack: ..., owner -> ..., owner, value
      to.loadValue(valueType);
    }
  }

  /* The fields of a collection itself belong together. Those of its parts, which are nested classes,
   * do not: who changes the value of an entry does not disturb who looks at the next one. */
  private static boolean isOfWhole(Access access) {
    return access.target.declaring().name().indexOf('$') < 0;
  }

  private void site(Access access, WovenCode to) {
    FieldOutline field = access.target.field();
    // [owner]: the copy, for instance fields only
    // stack: ..., [owner] -> ..., [owner], field, site
    to.push(fieldId(access.owner, access.target));
    to.pushSite(kind(access.opcode, field), thing(access.owner, access.target), access.covers);
    // stack: ..., [owner], field, site -> ..., token
    if (field.isVolatile()) {
      to.call(hook(access.opcode, field));
    } else {
      to.callWithThread(hook(access.opcode, field));
    }
  }

  private static void copyOwnerBelow(Type valueType, WovenCode to) {
    if (valueType.getSize() == 2) {
      // stack: ..., owner, value -> ..., owner, owner
      to.storeValue(valueType);
      to.out().visitInsn(Opcodes.DUP);
    } else {
      // stack: ..., owner, value -> ..., owner, value, owner
      to.out().visitInsn(Opcodes.DUP2);
      to.out().visitInsn(Opcodes.POP);
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
  private void initialise(Access access, WovenCode to) {
    if (runsInitialisedClass && access.target.declaring() == code.type().outline()) {
      return;
    }
    Type valueType = access.valueType();
    to.reserve(valueType.getSize());
    FieldOutline field = access.target.field();
    // stack: ..., [value] -> ..., [value], value of the field -> ..., [value]
    to.out().visitFieldInsn(Opcodes.GETSTATIC, access.owner, field.name(), field.descriptor());
    to.out().visitInsn(valueType.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
  }

  private int fieldId(String owner, ResolvedField target) {
    ClassOutline declaring = target.declaring();
    SiteTable table = code.type().table();
    boolean isInside = code.type().recordsContents() && !target.field().isVolatile();
    return declaring == null
        ? code.type().home().fieldId(owner, target.field(), isInside, table)
        : declaring.home().fieldId(declaring.name(), target.field(), isInside, table);
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
