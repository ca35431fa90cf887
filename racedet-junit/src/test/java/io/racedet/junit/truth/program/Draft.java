package io.racedet.junit.truth.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** A program while it is drawn. */
final class Draft {
  private static final int ITEMS = 3;
  private static final int MILLIS_TO_END = 200;

  private final Random random;
  private final List<Function<World, Object>> objects = new ArrayList<>();
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
    return callingObject(text, world -> create.get());
  }

  /** Adds an object that each run creates anew and that calls steps, and returns its number. */
  int callingObject(String text, Function<World, Object> create) {
    texts.add(text);
    objects.add(create);
    return objects.size() - 1;
  }

  /** Adds what ends a run. */
  void atEnd(Consumer<World> end) {
    ends.add(end);
  }

  /** A pool that is shut down at the end of a run, which may take its tasks some time. */
  void endsPool(int pool) {
    atEnd(
        world -> {
          ExecutorService ended = world.get(pool);
          ended.shutdown();
          try {
            ended.awaitTermination(MILLIS_TO_END, TimeUnit.MILLISECONDS);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          ended.shutdownNow();
        });
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
      world.objects[i] = objects.get(i).apply(world);
    }
    return world;
  }

  void end(World world) {
    for (Consumer<World> end : ends) {
      end.accept(world);
    }
  }
}
