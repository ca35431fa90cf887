package io.racedet.samples.order;

import io.racedet.samples.Subject;

/** Threads that pass a token on, in whatever order they come; another one expects it everywhere. */
public final class TokenRing implements Subject {
  private static final int MEMBERS = 3;

  private final int[] tokens = new int[MEMBERS]; // guarded by this, like the other
  private final boolean[] done = new boolean[MEMBERS];

  @Override
  public void run() throws InterruptedException {
    new Threads().add(() -> pass(0)).add(() -> pass(1)).add(() -> pass(2)).add(this::check).run();
  }

  private synchronized void pass(int member) {
    int before = tokens[(member + MEMBERS - 1) % MEMBERS];
    tokens[member] = member == 0 ? (before + 1) % (MEMBERS + 1) : before;
    done[member] = true;
  }

  private synchronized void check() {
    if (done[0] && done[1] && done[2] && !(tokens[0] == tokens[1] && tokens[1] == tokens[2])) {
      throw new AssertionError("tokens " + tokens[0] + ", " + tokens[1] + ", " + tokens[2]);
    }
  }
}
