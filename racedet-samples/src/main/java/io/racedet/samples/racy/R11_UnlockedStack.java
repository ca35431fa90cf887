package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/** One thread pushes to a linked stack while another pops. */
public final class R11_UnlockedStack implements TwoThreads {
  private Node head = new Node("bottom", null);

  @Override
  public void first() {
    head = new Node("top", head); // race: head
  }

  @Override
  public void second() {
    head = head.below(); // race: head
  }

  private record Node(String value, Node below) {}
}
