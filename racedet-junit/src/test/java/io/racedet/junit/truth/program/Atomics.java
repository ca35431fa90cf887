package io.racedet.junit.truth.program;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.LongAdder;

/** Calls of atomic variables; each value is written by one call only. */
final class Atomics implements Family {
  private final int number;
  private final int elements;
  private final int reference;
  private final int stamped;
  private final int adder;
  private final int kind;
  private int values = 1;

  Atomics(Draft draft) {
    kind = draft.below(5);
    number = draft.object("AtomicInteger", AtomicInteger::new);
    elements = draft.object("AtomicIntegerArray", () -> new AtomicIntegerArray(1));
    reference = draft.object("AtomicReference", AtomicReference<Item>::new);
    stamped = draft.object("AtomicStampedReference", Atomics::stamped);
    adder = draft.object("LongAdder", LongAdder::new);
  }

  private static AtomicStampedReference<Item> stamped() {
    return new AtomicStampedReference<>(null, 0);
  }

  @Override
  public Action next(Draft draft) {
    int value = values++ % 16;
    return switch (kind) {
      case 0 -> number(draft, value);
      case 1 -> element(draft, value);
      case 2 -> reference(draft, value);
      case 3 -> stamped(draft, value);
      default -> adder(draft);
    };
  }

  private Action number(Draft draft, int v) {
    return switch (draft.below(10)) {
      case 0 -> number("get", AtomicInteger::get);
      case 1 -> number("set " + v, a -> nothing(() -> a.set(v)));
      case 2 -> number("lazySet " + v, a -> nothing(() -> a.lazySet(v)));
      case 3 -> number("getAndSet " + v, a -> a.getAndSet(v));
      case 4 -> number("compareAndSet 0 " + v, a -> a.compareAndSet(0, v) ? 1 : 0);
      case 5 -> number("getAndAdd 16", a -> a.getAndAdd(16));
      case 6 -> number("getAcquire", AtomicInteger::getAcquire);
      case 7 -> number("setRelease " + v, a -> nothing(() -> a.setRelease(v)));
      case 8 -> number("compareAndExchange 0 " + v, a -> a.compareAndExchange(0, v));
      default -> number("getAndUpdate", a -> a.getAndUpdate(x -> x + 16));
    };
  }

  private Action element(Draft draft, int v) {
    return switch (draft.below(6)) {
      case 0, 1 -> element("get", a -> a.get(0));
      case 2 -> element("set " + v, a -> nothing(() -> a.set(0, v)));
      case 3 -> element("lazySet " + v, a -> nothing(() -> a.lazySet(0, v)));
      case 4 -> element("getAndSet " + v, a -> a.getAndSet(0, v));
      default -> element("compareAndSet 0 " + v, a -> a.compareAndSet(0, 0, v) ? 1 : 0);
    };
  }

  private Action reference(Draft draft, int v) {
    return switch (draft.below(7)) {
      case 0, 1 -> reference("get", (a, w) -> a.get());
      case 2 -> reference("set " + v, (a, w) -> nothing(() -> a.set(w.items[v])));
      case 3 -> reference("setRelease " + v, (a, w) -> nothing(() -> a.setRelease(w.items[v])));
      case 4 -> reference("getAndSet " + v, (a, w) -> a.getAndSet(w.items[v]));
      case 5 -> reference("compareAndSet null " + v, (a, w) -> a.compareAndSet(null, w.items[v]));
      default -> reference("getAcquire", (a, w) -> a.getAcquire());
    };
  }

  private Action stamped(Draft draft, int v) {
    return switch (draft.below(4)) {
      case 0 ->
          new Action(
              "getStamp", s -> s.world.<AtomicStampedReference<Item>>get(stamped).getStamp());
      case 1 ->
          new Action(
              "getReference",
              s ->
                  World.outcome(s.world.<AtomicStampedReference<Item>>get(stamped).getReference()));
      case 2 ->
          new Action(
              "compareAndSet null " + v,
              s ->
                  s.world
                          .<AtomicStampedReference<Item>>get(stamped)
                          .compareAndSet(null, s.world.items[v], 0, v)
                      ? 1
                      : 0);
      default ->
          new Action(
              "set " + v,
              s ->
                  nothing(
                      () ->
                          s.world
                              .<AtomicStampedReference<Item>>get(stamped)
                              .set(s.world.items[v], v)));
    };
  }

  private Action adder(Draft draft) {
    return draft.below(2) == 0
        ? new Action("sum", s -> (int) s.world.<LongAdder>get(adder).sum())
        : new Action("increment", s -> nothing(() -> s.world.<LongAdder>get(adder).increment()));
  }

  private static int nothing(Runnable write) {
    write.run();
    return 0;
  }

  /** A call of the number. */
  private interface OfNumber {
    int call(AtomicInteger number);
  }

  private Action number(String text, OfNumber call) {
    return new Action(text, s -> call.call(s.world.get(number)));
  }

  /** A call of the array. */
  private interface OfArray {
    int call(AtomicIntegerArray array);
  }

  private Action element(String text, OfArray call) {
    return new Action(text, s -> call.call(s.world.get(elements)));
  }

  /** A call of the reference. */
  private interface OfReference {
    Object call(AtomicReference<Item> reference, World world);
  }

  private Action reference(String text, OfReference call) {
    return new Action(text, s -> World.outcome(call.call(s.world.get(reference), s.world)));
  }
}
