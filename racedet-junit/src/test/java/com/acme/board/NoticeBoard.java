package com.acme.board;

/** A class of a library: who finds a notice has seen what its author did before. */
public final class NoticeBoard {
  private volatile boolean used;

  public void pin() {
    used = true;
  }

  public boolean isUsed() {
    return used;
  }
}
