package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;

/**
 * The reference is published through a volatile field, which also publishes the content that was
 * written before.
 */
public final class C04_PublicationThroughVolatile implements TwoThreads {
  private volatile Box box;
  private int seen;

  @Override
  public void first() {
    Box fresh = new Box();
    fresh.content = 42;
    box = fresh;
  }

  @Override
  public void second() {
    Box current = box;
    if (current != null) {
      seen = current.content;
    }
  }

  private static final class Box {
    private int content; // shared: Box.content
  }
}
