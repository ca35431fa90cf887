package io.racedet.junit.agent.model;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.model.language.Condition;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.model.language.ModelLine;
import io.racedet.junit.agent.model.language.Part;
import io.racedet.junit.agent.model.language.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Emits the instructions that push the values of paths, in one method. */
final class PathEmitter {
  private static final Type OBJECT = Type.getType(Object.class);

  /** What lines may ask of any object, although its type has no such method: the hooks know. */
  private static final Map<String, Hook> GETTERS =
      Map.of(
          "getValue", Hook.VALUE_OF,
          "getKey", Hook.KEY_OF,
          "getFile", Hook.FILE_OF,
          "getPipe", Hook.PIPE_OF,
          "getPort", Hook.PORT_OF);

  /** The tests of values that hooks make, by name. */
  private static final Map<String, Hook> TESTERS =
      Stream.of(
              Hook.IS_VALUE,
              Hook.IS_UNLIMITED,
              Hook.IS_POSITIVE,
              Hook.IS_DELAYED,
              Hook.IS_DATA,
              Hook.IS_CONSOLE,
              Hook.IS_TEXT)
          .collect(Collectors.toUnmodifiableMap(Hook::method, hook -> hook));

  private final MethodVisitor out;
  private final Type owner;
  private final ClassMembers members;
  private final boolean isStatic;
  private final Type[] arguments;
  private final MethodFacts facts;
  private final ModelLine line;

  PathEmitter(
      MethodVisitor out,
      Type owner,
      ClassMembers members,
      boolean isStatic,
      Type[] arguments,
      MethodFacts facts,
      ModelLine line) {
    this.out = out;
    this.owner = owner;
    this.members = members;
    this.isStatic = isStatic;
    this.arguments = arguments;
    this.facts = facts;
    this.line = line;
  }

  /**
   * Pushes the value of a path.
   *
   * @param spilled the values that exist at the insertion point of the clause, or null
   * @param atEntry whether no argument has been assigned yet
   */
  Type push(Path path, SpilledCall spilled, boolean atEntry) {
    Type type = root(path, spilled, atEntry);
    for (Path.Step step : path.steps()) {
      type = follow(type, step);
    }
    return type;
  }

  /** Pushes the number, or the object, that a part starts or ends with. */
  Type push(Part.Sum sum, SpilledCall spilled, boolean atEntry) {
    // stack: ... -> ..., value
    Type type = push(sum.value(), spilled, atEntry);
    if (sum.added() != null) {
      // stack: ..., value -> ..., value, added -> ..., sum
      Type added = push(sum.added(), spilled, atEntry);
      if (widened(type).getSort() != Type.INT || widened(added).getSort() != Type.INT) {
        throw new ModelException(line.origin(), line.text(), "a sum of two ints");
      }
      out.visitInsn(Opcodes.IADD);
    }
    return type;
  }

  private Type root(Path path, SpilledCall spilled, boolean atEntry) {
    switch (path.root()) {
      case THIS:
        if (isStatic) {
          throw new ModelException(line.origin(), line.text(), "no `this` for a static method");
        }
        // stack: ... -> ..., this
        out.visitVarInsn(Opcodes.ALOAD, 0);
        return owner;
      case ARGUMENT:
        return argument(path.index(), atEntry);
      case CAPTURED:
        // stack: ... -> ..., captured
        Hook.CAPTURED.call(out);
        return Type.LONG_TYPE;
      case ZERO:
        // stack: ... -> ..., 0
        out.visitInsn(Opcodes.ICONST_0);
        return Type.INT_TYPE;
      case ONE:
        // stack: ... -> ..., 1
        out.visitInsn(Opcodes.ICONST_1);
        return Type.INT_TYPE;
      case END:
        // stack: ... -> ..., end
        out.visitLdcInsn(Integer.MAX_VALUE);
        return Type.INT_TYPE;
      case CURRENT:
        // stack: ... -> ..., thread
        out.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            "java/lang/Thread",
            "currentThread",
            "()Ljava/lang/Thread;",
            false);
        return Type.getType(Thread.class);
      default:
        if (spilled == null || !spilled.push(out, path)) {
          throw new ModelException(
              line.origin(), line.text(), "no `" + path.root().name().toLowerCase() + "` there");
        }
        return spilled.type(path);
    }
  }

  private Type argument(int number, boolean atEntry) {
    if (number < 1 || number > arguments.length) {
      throw new ModelException(
          line.origin(), line.text(), "an argument from 1 to " + arguments.length);
    }
    int local = isStatic ? 0 : 1;
    for (int i = 0; i < number - 1; i++) {
      local += arguments[i].getSize();
    }
    Type type = arguments[number - 1];
    if (!atEntry && facts.writes(local)) {
      throw new ModelException(
          line.origin(), line.text(), "an argument that the method does not assign: " + number);
    }
    // stack: ... -> ..., argument
    out.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
    return type;
  }

  private Type follow(Type from, Path.Step step) {
    Hook getter = step.isCall() ? GETTERS.get(step.name()) : null;
    if (getter != null) {
      // stack: ..., object -> ..., value
      getter.call(out);
      return Type.getReturnType(getter.descriptor());
    }
    if (from.getSort() == Type.OBJECT) {
      String type = from.getInternalName();
      Type result = step.isCall() ? call(type, step.name()) : field(type, step.name());
      if (result != null) {
        return result;
      }
    }
    throw new ModelException(
        line.origin(),
        line.text(),
        "an existing member: " + from.getClassName() + '.' + step.name());
  }

  private Type field(String type, String name) {
    ClassMembers.Member field = members.field(type, name);
    if (field == null) {
      return null;
    }
    // stack: ..., object -> ..., value
    out.visitFieldInsn(Opcodes.GETFIELD, field.owner(), name, field.descriptor());
    return Type.getType(field.descriptor());
  }

  private Type call(String type, String name) {
    ClassMembers.Member getter = members.getter(type, name);
    if (getter == null) {
      return null;
    }
    // stack: ..., object -> ..., value
    out.visitMethodInsn(
        getter.ofInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL,
        getter.owner(),
        name,
        getter.descriptor(),
        getter.ofInterface());
    return Type.getReturnType(getter.descriptor());
  }

  /** Pushes whether a condition holds. */
  void push(Condition condition, SpilledCall spilled, boolean atEntry) {
    if (condition == null) {
      // stack: ... -> ..., true
      out.visitInsn(Opcodes.ICONST_1);
      return;
    }
    // stack: ... -> ..., value
    Type type = push(condition.value(), spilled, atEntry);
    if (condition.tester() != null) {
      test(condition.tester(), type);
    } else if (condition.other() != null) {
      // stack: ..., value -> ..., value, other -> ..., holds
      push(condition.other(), spilled, atEntry);
      same(widened(type)).call(out);
    } else if (type.getSort() != Type.BOOLEAN) {
      // stack: ..., value -> ..., holds
      isSet(widened(type)).call(out);
    }
    if (condition.negated()) {
      // stack: ..., holds -> ..., does not hold
      Hook.NOT.call(out);
    }
    if (condition.and() != null) {
      // stack: ..., holds -> ..., both hold
      push(condition.and(), spilled, atEntry);
      out.visitInsn(Opcodes.IAND);
    }
  }

  private static Hook same(Type operand) {
    return switch (operand.getSort()) {
      case Type.INT -> Hook.SAME_INT;
      case Type.LONG -> Hook.SAME_LONG;
      default -> Hook.SAME_OBJECT;
    };
  }

  private static Hook isSet(Type operand) {
    return switch (operand.getSort()) {
      case Type.INT -> Hook.IS_SET_INT;
      case Type.LONG -> Hook.IS_SET_LONG;
      default -> Hook.IS_SET_OBJECT;
    };
  }

  private void test(String tester, Type argument) {
    Hook hook = TESTERS.get(tester);
    if (hook != null && Type.getArgumentTypes(hook.descriptor())[0].equals(widened(argument))) {
      // stack: ..., value -> ..., holds
      hook.call(out);
      return;
    }
    ClassMembers.Member test =
        members.tester(owner.getInternalName(), tester, "(" + argument.getDescriptor() + ")Z");
    if (test == null) {
      throw new ModelException(line.origin(), line.text(), "a static method: boolean " + tester);
    }
    // stack: ..., value -> ..., holds
    out.visitMethodInsn(
        Opcodes.INVOKESTATIC, test.owner(), tester, test.descriptor(), test.ofInterface());
  }

  /** The type of the parameter that takes a value of this type: int, long or Object. */
  static Type widened(Type type) {
    return switch (type.getSort()) {
      case Type.OBJECT, Type.ARRAY -> OBJECT;
      case Type.LONG -> Type.LONG_TYPE;
      case Type.BOOLEAN, Type.CHAR, Type.BYTE, Type.SHORT, Type.INT -> Type.INT_TYPE;
      default -> throw new IllegalArgumentException("no hook takes " + type.getClassName());
    };
  }
}
