package io.racedet.engine.history;

/** The last of the offered accesses by threads other than a given one. */
public final class EraserPartner {
  private final int notBy;
  private long epoch; // 0 for none
  private long detail;
  private boolean write;

  public EraserPartner(int notBy) {
    this.notBy = notBy;
  }

  /** Offers an access; epoch 0 is none. */
  public void offer(long otherEpoch, long otherDetail, boolean isWrite) {
    if (otherEpoch != 0
        && Epoch.thread(otherEpoch) != notBy
        && Epoch.index(otherEpoch) > Epoch.index(epoch)) {
      epoch = otherEpoch;
      detail = otherDetail;
      write = isWrite;
    }
  }

  public long epoch() {
    return epoch;
  }

  public long detail() {
    return detail;
  }

  public boolean isWrite() {
    return write;
  }
}
