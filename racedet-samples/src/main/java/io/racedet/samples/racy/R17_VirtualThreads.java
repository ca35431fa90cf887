package io.racedet.samples.racy;

import io.racedet.samples.Subject;
import io.racedet.samples.VirtualThreads;

/** Two virtual threads count visits in a plain field. */
public final class R17_VirtualThreads implements Subject {
  private int visits;

  @Override
  public void run() throws Exception {
    VirtualThreads.runBoth(this::visit, this::visit);
  }

  private void visit() {
    visits++; // race: visits
  }
}
