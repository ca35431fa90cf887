package io.racedet.junit.stress;

import static io.racedet.event.Op.READ;
import static io.racedet.event.Op.RELEASE;
import static io.racedet.event.Op.SEND;
import static io.racedet.event.Op.WRITE;

import io.racedet.event.Op;

/** Lines about fields, static fields and arrays. */
final class DataVocabulary {
  private static final int LARGE = 1 << 26;

  private final Draft draft;

  DataVocabulary(Draft draft) {
    this.draft = draft;
  }

  void line() {
    switch (draft.pick(16)) {
      case 0, 1, 2 -> field();
      case 3, 4 -> staticField();
      case 5, 6, 7 -> element();
      case 8 -> increment();
      case 9 -> compound();
      case 10, 11 -> volatileField();
      case 12 -> volatileIncrement();
      case 13 -> publishBox();
      case 14 -> useBox();
      default -> readLazy();
    }
  }

  private void field() {
    Type type = draft.oneOf(Type.values());
    access(type, draft.copy("n") + '.' + type.letter(), READ, WRITE);
  }

  private void staticField() {
    Type type = draft.oneOf(Type.INT, Type.LONG, Type.DOUBLE, Type.OBJECT);
    access(type, "Cell.Statics." + type.letter(), READ, WRITE);
  }

  private void element() {
    Type type = draft.oneOf(Type.values());
    String element = "a" + type.letter() + '[' + draft.pick(World.LENGTH) + ']';
    access(type, element, READ, WRITE);
  }

  private void volatileField() {
    Type type = draft.oneOf(Type.INT, Type.LONG, Type.DOUBLE, Type.OBJECT);
    String variable = draft.copy("n") + ".v" + type.letter();
    if (type.ordinal() <= Type.LONG.ordinal() && draft.pick(4) == 0) {
      variable = "Cell.Statics.v" + type.letter();
    }
    access(type, variable, Op.SYNC_READ, Op.SYNC_WRITE);
  }

  private void access(Type type, String variable, Op read, Op write) {
    if (draft.pick(2) == 0) {
      draft.add(
          "j.seen(#, " + variable + ");",
          (value, success, other, events) -> events.sees(read, variable, value));
    } else {
      draft.add(
          variable + " = " + type.fresh() + ';',
          (value, success, other, events) -> events.sets(write, variable, type.of(value)));
    }
  }

  private void increment() {
    Type type = draft.oneOf(Type.BYTE, Type.CHAR, Type.SHORT, Type.INT, Type.LONG);
    String letter = type.letter();
    String variable =
        draft.oneOf(draft.copy("n") + '.' + letter, "a" + letter + '[' + draft.pick(4) + ']');
    draft.add(
        "j.seen(#, " + variable + "++);",
        (value, success, other, events) ->
            events.sees(READ, variable, value).sets(WRITE, variable, type.of(value + 1)));
  }

  private void compound() {
    int delta = LARGE + 2 * draft.pick(LARGE) + 1;
    Type type = draft.oneOf(Type.INT, Type.LONG);
    String letter = type.letter();
    String variable =
        draft.oneOf(draft.copy("n") + '.' + letter, "a" + letter + '[' + draft.pick(4) + ']');
    draft.add(
        "j.seen(#, " + variable + " += " + delta + ");",
        (value, success, other, events) ->
            events.sees(READ, variable, type.of(value - delta)).sets(WRITE, variable, value));
  }

  private void volatileIncrement() {
    String variable = draft.oneOf(draft.copy("n") + ".vi", "Cell.Statics.vi");
    draft.add(
        "j.seen(#, " + variable + "++);",
        (value, success, other, events) ->
            events
                .sees(Op.SYNC_READ, variable, value)
                .sets(Op.SYNC_WRITE, variable, Type.INT.of(value + 1)));
  }

  /* ---- final fields, and classes that are initialised during the run ---- */

  static String freeze(long box) {
    return "freeze" + box;
  }

  /* The write of a final field is not an event: the freeze represents it. */
  private void publishBox() {
    String variable = draft.oneOf(draft.copy("n") + ".o", "ao[0]", "Cell.Statics.o");
    draft.add(
        variable + " = new Box(j.fresh(#));",
        (value, success, other, events) ->
            events
                .anywhere()
                .sets(WRITE, "box" + value + ".loose", value)
                .add(SEND, freeze(value))
                .sets(WRITE, variable, value));
  }

  private void useBox() {
    String variable = draft.oneOf(draft.copy("n") + ".o", "ao[0]", "Cell.Statics.o");
    String box = draft.name("box");
    draft.add(
        "if (j.seen(#, " + variable + ") instanceof Box " + box + ") {",
        (value, success, other, events) -> events.sees(READ, variable, value));
    draft.add(
        "j.seenIn(#, " + box + ", " + box + ".fixed);",
        (value, success, other, events) -> events.add(READ, "box" + other + ".fixed"));
    draft.add(
        "j.seenIn(#, " + box + ", " + box + ".loose);",
        (value, success, other, events) -> events.sees(READ, "box" + other + ".loose", value));
    draft.add("}");
  }

  private void readLazy() {
    String variable = "Lazy" + draft.pick(ProgramText.LAZY_CLASSES) + ".value";
    draft.add(
        "j.seen(#, " + variable + ");",
        (value, success, other, events) -> events.sees(READ, variable, value));
  }

  /* ---- ranges, each under its own lock: a range is not an atomic access ---- */

  void ranges() {
    String from = draft.copy("g");
    String to = draft.copy("g");
    int length = 1 + draft.pick(World.LENGTH - 1);
    int start = draft.pick(World.LENGTH - length + 1);
    int end = draft.pick(World.LENGTH - length + 1);
    draft.add(
        "synchronized (mg) { j.did(#);",
        (value, success, other, events) -> events.add(Op.ACQUIRE, "mg"));
    for (int i = draft.pick(3); i > 0; i--) {
      access(Type.INT, from + '[' + draft.pick(World.LENGTH) + ']', READ, WRITE);
    }
    draft.add(
        "System.arraycopy("
            + from
            + ", "
            + start
            + ", "
            + to
            + ", "
            + end
            + ", "
            + length
            + "); j.did(#);",
        (value, success, other, events) -> {
          for (int i = 0; i < length; i++) {
            events.lifts(from + '[' + (start + i) + ']');
          }
          for (int i = 0; i < length; i++) {
            events.drops(to + '[' + (end + i) + ']');
          }
        });
    draft.add(
        "j.did(#); }", (value, success, other, events) -> events.anywhere().add(RELEASE, "mg"));
  }
}
