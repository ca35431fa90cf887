package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/**
 * A reader may see a partially initialised object: the reference is published through a plain
 * field, and the content is plain, too.
 */
public final class R04_UnsafePublication implements TwoThreads {
  private Box box;
  private int seen;

  @Override
  public void first() {
    Box fresh = new Box();
    fresh.content = 42; // race, sometimes: Box.content
    box = fresh; // race: box
  }

  @Override
  public void second() {
    Box current = box; // race: box
    if (current != null) {
      seen = current.content; // race, sometimes: Box.content
    }
  }

  private static final class Box {
    private int content;
  }
}
