package io.racedet.junit.stress;

import static io.racedet.event.Op.ATOMIC_READ;
import static io.racedet.event.Op.ATOMIC_WRITE;
import static io.racedet.event.Op.READ;
import static io.racedet.event.Op.SYNC_READ;
import static io.racedet.event.Op.SYNC_WRITE;
import static io.racedet.event.Op.WRITE;

/** Lines about atomic variables: classes of their own, VarHandles and field updaters. */
final class AtomicVocabulary {
  private final Draft draft;

  AtomicVocabulary(Draft draft) {
    this.draft = draft;
  }

  void line() {
    switch (draft.pick(8)) {
      case 0, 1 -> atomic(draft.oneOf("v0", "v1"), "(int) ", Type.INT, "");
      case 2 -> atomic(draft.oneOf("u0", "u1"), "", Type.LONG, "");
      case 3 -> {
        int index = draft.pick(World.LENGTH);
        atomic("array", "(int) ", Type.INT, index + ", ");
      }
      case 4 -> counter(draft.copy("c"));
      case 5 -> reference();
      case 6 -> updater(draft.copy("n"));
      default -> handle();
    }
  }

  /* ---- java.util.concurrent.atomic ---- */

  private static Step read(String variable, Type type) {
    return (value, success, other, events) -> events.sees(SYNC_READ, variable, type.of(value));
  }

  private static Step write(String variable, Type type) {
    return (value, success, other, events) -> events.sets(SYNC_WRITE, variable, type.of(value));
  }

  private static Step update(String variable, Type type) {
    return (value, success, other, events) ->
        events.sees(SYNC_READ, variable, other).sets(SYNC_WRITE, variable, type.of(value));
  }

  /* The value that a failed operation has read is unknown, unless it returns it. */
  private static Step compareAndSet(String variable, Type type) {
    return (value, success, other, events) -> {
      if (success) {
        update(variable, type).expect(value, success, other, events);
      } else {
        events.add(SYNC_READ, variable);
      }
    };
  }

  private static Step compareAndExchange(String variable, Type type) {
    return (value, success, other, events) -> {
      events.sees(SYNC_READ, variable, other);
      if (success) {
        events.sets(SYNC_WRITE, variable, type.of(value));
      }
    };
  }

  private void atomic(String name, String cast, Type type, String index) {
    String variable = index.isEmpty() ? name : name + '[' + index.charAt(0) + ']';
    String get = name + draft.oneOf(".get(", ".getAcquire(") + index.replace(", ", "") + ')';
    String fresh = cast + "j.fresh(#)";
    String peek = cast + "j.peek()";
    String hint = cast + "j.hint()";
    switch (draft.pick(5)) {
      case 0 -> draft.add("j.seen(#, " + get + ");", read(variable, type));
      case 1 -> {
        String set = draft.oneOf(".set(", ".lazySet(", ".setRelease(");
        draft.add(name + set + index + fresh + ");", write(variable, type));
      }
      case 2 ->
          draft.add(
              "j.swapped(#, " + name + ".getAndSet(" + index + peek + "));",
              update(variable, type));
      case 3 -> {
        draft.add("j.seen(#, " + get + ");", read(variable, type));
        String call = draft.oneOf(".compareAndSet(", ".weakCompareAndSetVolatile(");
        draft.add(
            "j.tried(#, " + name + call + index + hint + ", " + peek + "));",
            compareAndSet(variable, type));
      }
      default -> {
        draft.add("j.seen(#, " + get + ");", read(variable, type));
        draft.add(
            "j.exchanged(#, " + name + ".compareAndExchange(" + index + hint + ", " + peek + "));",
            compareAndExchange(variable, type));
      }
    }
  }

  private void counter(String name) {
    String call = draft.oneOf(".incrementAndGet()", ".addAndGet(1)");
    if (draft.pick(2) == 0) {
      draft.add(
          "j.seen(#, " + name + call + ");",
          (value, success, other, events) ->
              events.sees(SYNC_READ, name, value - 1).sets(SYNC_WRITE, name, value));
    } else {
      String before = draft.oneOf(".getAndIncrement()", ".getAndAdd(1)");
      draft.add(
          "j.seen(#, " + name + before + ");",
          (value, success, other, events) ->
              events.sees(SYNC_READ, name, value).sets(SYNC_WRITE, name, value + 1));
    }
  }

  private void reference() {
    switch (draft.pick(3)) {
      case 0 -> draft.add("j.seen(#, reference.get());", read("reference", Type.OBJECT));
      case 1 -> draft.add("reference.set(j.token(#));", write("reference", Type.OBJECT));
      default ->
          draft.add(
              "j.swapped(#, reference.getAndSet(j.peekToken()));",
              update("reference", Type.OBJECT));
    }
  }

  private void updater(String cell) {
    String variable = cell + ".vi";
    switch (draft.pick(3)) {
      case 0 -> draft.add("j.seen(#, updater.get(" + cell + "));", read(variable, Type.INT));
      case 1 ->
          draft.add(
              "j.swapped(#, updater.getAndSet(" + cell + ", (int) j.peek()));",
              update(variable, Type.INT));
      default -> {
        draft.add("j.seen(#, updater.get(" + cell + "));", read(variable, Type.INT));
        draft.add(
            "j.tried(#, updater.compareAndSet(" + cell + ", (int) j.hint(), (int) j.peek()));",
            compareAndSet(variable, Type.INT));
      }
    }
  }

  /* ---- VarHandles of variables that are not volatile ---- */

  private void handle() {
    boolean element = draft.pick(3) == 0;
    Type type = element ? Type.INT : draft.oneOf(Type.INT, Type.LONG);
    String cell = draft.copy("n");
    int index = draft.pick(4);
    String handle = element ? "elements" : type == Type.INT ? "ints" : "longs";
    String at = element ? "ai, " + index : cell;
    String variable = element ? "ai[" + index + ']' : cell + '.' + type.letter();
    String cast = '(' + type.javaName() + ") ";
    switch (draft.pick(4)) {
      case 0 -> handleRead(variable, cast + handle + '.', at);
      case 1 -> handleWrite(variable, type, handle + '.', at + ", " + cast + "j.fresh(#)");
      case 2 -> handleSwap(variable, type, cast + handle + '.', at + ", " + cast + "j.peek()");
      default -> handleCompare(variable, type, handle + '.', at, cast);
    }
  }

  private void handleRead(String variable, String handle, String at) {
    String mode = draft.oneOf("get", "getOpaque", "getAcquire", "getVolatile");
    draft.add(
        "j.seen(#, " + handle + mode + '(' + at + "));",
        (value, success, other, events) -> {
          if (mode.equals("getAcquire") || mode.equals("getVolatile")) {
            events.add(SYNC_READ, variable);
          }
          events.sees(mode.equals("get") ? READ : ATOMIC_READ, variable, value);
        });
  }

  private void handleWrite(String variable, Type type, String handle, String arguments) {
    String mode = draft.oneOf("set", "setOpaque", "setRelease", "setVolatile");
    draft.add(
        handle + mode + '(' + arguments + ");",
        (value, success, other, events) -> {
          events.sets(mode.equals("set") ? WRITE : ATOMIC_WRITE, variable, type.of(value));
          if (mode.equals("setRelease") || mode.equals("setVolatile")) {
            events.add(SYNC_WRITE, variable);
          }
        });
  }

  private void handleSwap(String variable, Type type, String handle, String arguments) {
    draft.add(
        "j.swapped(#, " + handle + "getAndSet(" + arguments + "));",
        (value, success, other, events) ->
            events
                .add(SYNC_READ, variable)
                .sees(ATOMIC_READ, variable, other)
                .sets(ATOMIC_WRITE, variable, type.of(value))
                .add(SYNC_WRITE, variable));
  }

  private void handleCompare(String variable, Type type, String handle, String at, String cast) {
    handleRead(variable, cast + handle, at);
    draft.add(
        "j.tried(#, "
            + handle
            + "compareAndSet("
            + at
            + ", "
            + cast
            + "j.hint(), "
            + cast
            + "j.peek()));",
        (value, success, other, events) -> {
          events.add(SYNC_READ, variable);
          if (success) {
            events.sees(ATOMIC_READ, variable, other);
            events.sets(ATOMIC_WRITE, variable, type.of(value));
            events.add(SYNC_WRITE, variable);
          } else {
            events.add(ATOMIC_READ, variable);
          }
        });
  }
}
