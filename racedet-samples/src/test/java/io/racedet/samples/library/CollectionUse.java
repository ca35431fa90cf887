package io.racedet.samples.library;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** A collection, how it is made, and two uses of it, of which mostly one changes it. */
record CollectionUse<T>(String name, Supplier<T> make, Consumer<T> one, Consumer<T> other) {
  static <T> CollectionUse<T> use(Supplier<T> make, Consumer<T> one, Consumer<T> other) {
    T example = make.get();
    return new CollectionUse<>(example.getClass().getName(), make, one, other);
  }

  Runnable[] onOne() {
    T made = make.get();
    return new Runnable[] {() -> one.accept(made), () -> other.accept(made)};
  }

  @Override
  public String toString() {
    return name;
  }
}
