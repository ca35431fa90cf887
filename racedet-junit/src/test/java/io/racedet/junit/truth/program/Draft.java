package io.racedet.junit.truth.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A program while it is drawn. */
final class Draft {
  private static final int ITEMS = 3;

  private final Random random;
  private final List<Supplier<Object>> objects = new ArrayList<>();
  private final List<Consumer<World>> ends = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private final List<String> callbacks = new ArrayList<>();
  private int steps;

  Draft(long seed) {
    random = new Random(seed * 0x5DEECE66DL + 11);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Adds an object that each run creates anew, and returns its number. */
  int object(String text, Supplier<Object> create) {
    texts.add(text);
    objects.add(create);
    return objects.size() - 1;
  }

  /** Adds what ends a run. */
  void atEnd(Consumer<World> end) {
    ends.add(end);
  }

  /** The number of an element or key. */
  int item() {
    return below(ITEMS);
  }

  /** A new step. */
  int step(String where) {
    callbacks.add(where);
    return steps++;
  }

  List<String> stepTexts() {
    return callbacks;
  }

  List<String> objectTexts() {
    return texts;
  }

  World world() {
    World world = new World(objects.size());
    for (int i = 0; i < world.objects.length; i++) {
      world.objects[i] = objects.get(i).get();
    }
    return world;
  }

  void end(World world) {
    for (Consumer<World> end : ends) {
      end.accept(world);
    }
  }
}
