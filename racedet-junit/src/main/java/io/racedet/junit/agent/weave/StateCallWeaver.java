package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.types.ClassOutline;
import io.racedet.junit.agent.types.ResolvedField;
import io.racedet.junit.agent.weave.calls.BufferCall;
import io.racedet.junit.agent.weave.calls.HolderCalls;
import io.racedet.junit.agent.weave.calls.StateCall;
import io.racedet.junit.agent.weave.calls.StateCall.Absolute;
import io.racedet.junit.agent.weave.calls.StateCall.Access;
import io.racedet.junit.agent.weave.calls.StateCall.Contents;
import io.racedet.junit.agent.weave.calls.StateCall.Count;
import io.racedet.junit.agent.weave.calls.StateCall.Field;
import io.racedet.junit.agent.weave.calls.StateCall.OfField;
import io.racedet.junit.agent.weave.calls.StateCall.Provided;
import io.racedet.junit.agent.weave.calls.StateCall.Relative;
import io.racedet.junit.record.sites.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves what the calls of one method do to objects of the JDK that have a state of their own. */
final class StateCallWeaver {
  private static final int ARGUMENTS = 8;
  private static final int NO_FIELD = -1;
  private static final String PROVIDER = "getProvider";
  private static final String GET_PROVIDER = "()Ljava/security/Provider;";

  private final WovenCode code;
  private StateCall call;
  private SavedArguments arguments;
  private int site;

  StateCallWeaver(WovenCode code) {
    this.code = code;
  }

  /** Whether a call has hooks of this weaver. */
  static boolean isOne(MethodCall call) {
    return of(call) != null;
  }

  private static StateCall of(MethodCall call) {
    return StateCall.of(call.opcode(), call.owner(), call.name(), call.descriptor());
  }

  /** A call comes next, with its operands on the stack. */
  void before(MethodCall next) {
    call = of(next);
    if (call == null && isUnseen(next)) {
      call =
          HolderCalls.of(
              next.opcode(),
              next.owner(),
              next.name(),
              next.descriptor(),
              code.type()::isCollection);
    }
    if (call == null) {
      return;
    }
    site = code.site(SiteKind.OTHER, "", false); // in each attempt to weave the method
    if (call.accesses().stream().anyMatch(this::hasNoRoom)) {
      call = null;
      return;
    }
    code.reserve(ARGUMENTS);
    // stack: ..., receiver, arguments -> ...
    arguments = new SavedArguments(code, next.descriptor(), next.receiver(code));
    // stack: ... -> ..., receiver, arguments
    arguments.pushAll();
  }

  private boolean isUnseen(MethodCall next) {
    return code.type() != null
        && code.type().recordsData()
        && CallRules.of(code.type(), next) == CallRules.Treatment.UNSEEN;
  }

  /* The name of a class is a constant. */
  private boolean hasNoRoom(Access access) {
    return !code.mayAddConstants()
        && (access instanceof Provided
            || access instanceof Contents contents && contents.type() != null);
  }

  /** The call has returned. */
  void after() {
    if (call != null) {
      call.accesses().forEach(this::access);
    }
    call = null;
  }

  private void access(Access access) {
    // stack: ... -> ..., op
    code.push(access.op());
    // stack: ..., op -> ..., op, object, [what else the hook takes], site
    Hook hook;
    if (access instanceof Contents contents) {
      pushObject(contents.object());
      pushType(contents.type());
      hook = Hook.ACCESSED;
    } else if (access instanceof StateCall.Unseen) {
      pushObject(StateCall.RECEIVER);
      hook = Hook.UNSEEN_CALLED;
    } else if (access instanceof OfField of) {
      pushObject(StateCall.RECEIVER);
      code.push(field(of.field()));
      hook = Hook.STATE_FIELD;
    } else if (access instanceof Relative relative) {
      pushObject(StateCall.RECEIVER);
      push(relative.count());
      code.push(order(relative.ordered()));
      hook = Hook.RELATIVE;
    } else if (access instanceof Absolute absolute) {
      pushObject(absolute.object());
      arguments.push(absolute.index());
      push(absolute.count());
      code.push(field(BufferCall.LIMIT));
      code.push(order(absolute.ordered()));
      hook = Hook.ABSOLUTE;
    } else if (access instanceof Provided provided) {
      pushObject(StateCall.RECEIVER);
      pushProvider(provided.owner());
      pushType(provided.type());
      hook = Hook.PROVIDED;
    } else {
      pushObject(StateCall.RECEIVER);
      hook = Hook.FORMATTED;
    }
    code.push(site);
    // stack: ..., op, object, [what else the hook takes], site -> ...
    code.call(hook);
  }

  private void pushObject(int object) {
    // stack: ... -> ..., object
    if (object == StateCall.RECEIVER) {
      arguments.pushReceiver();
    } else {
      arguments.push(object);
    }
  }

  /* It has been chosen, at the latest by the call before: to ask for it changes nothing. */
  private void pushProvider(String owner) {
    // stack: ... -> ..., provider
    pushObject(StateCall.RECEIVER);
    code.out().visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, PROVIDER, GET_PROVIDER, false);
  }

  private void pushType(String type) {
    // stack: ... -> ..., type
    if (type == null) {
      code.out().visitInsn(Opcodes.ACONST_NULL);
    } else {
      code.out().visitLdcInsn(type);
    }
  }

  private void push(Count count) {
    // stack: ... -> ..., count
    if (count.argument() == StateCall.RECEIVER) {
      code.push(count.number());
      return;
    }
    arguments.push(count.argument());
    Type type = arguments.type(count.argument());
    if (type.getSort() == Type.ARRAY) {
      code.out().visitInsn(Opcodes.ARRAYLENGTH);
    } else if (type.getSort() == Type.OBJECT) {
      code.out()
          .visitMethodInsn(Opcodes.INVOKEVIRTUAL, type.getInternalName(), "length", "()I", false);
    }
  }

  private int order(boolean matters) {
    return matters ? field(BufferCall.ORDER) : NO_FIELD;
  }

  /** The id of a field; a negative number if this JDK has none, or nothing is known of the code. */
  private int field(Field field) {
    if (code.type() == null) {
      return NO_FIELD;
    }
    ResolvedField found =
        code.type()
            .types()
            .field(code.type().loader(), field.owner(), field.name(), field.descriptor());
    if (found == null) {
      return NO_FIELD;
    }
    ClassOutline declaring = found.declaring();
    return declaring.home().fieldId(declaring.name(), found.field(), false, code.type().table());
  }
}
