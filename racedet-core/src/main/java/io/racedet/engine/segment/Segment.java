package io.racedet.engine.segment;

/**
 * Consecutive variables with the same state: the last write and the last reads of them all were
 * made by walks over them. Not thread-safe.
 */
public final class Segment extends VariableRun {
  /* What is kept is the state of the first variable. An epoch of the next one is greater or smaller
   * by 1, as the walk went up or down; this step is 0 in a segment of one variable. */
  long write; // an epoch, 0 for none
  long writeDetail;
  int writeStep;
  long read; // likewise; negative: ~read is the row of the last read of each thread
  long readDetail;
  int readStep;

  /** The last write of those of all variables, 0 for none. */
  public long newestWrite() {
    return write == 0 ? 0 : write + later(writeStep);
  }

  /** The last read of those of all variables, 0 for none; unless there is a row of them. */
  public long newestRead() {
    return read == 0 ? 0 : read + later(readStep);
  }

  /** By how much the newest epoch is greater than that of the first variable. */
  private int later(int step) {
    return Math.max(0, step) * (last - first);
  }

  /** By how much the newest epochs of the reads are greater than those in the row. */
  public int laterReads() {
    return later(readStep);
  }

  /** Whether there is a row of reads. */
  public boolean isShared() {
    return read < 0;
  }

  /** The row of reads. */
  public int row() {
    return (int) ~read;
  }

  /** Whether another walk that reads can be kept beside the reads. */
  public boolean isReadInSteps(int step) {
    return readStep == step || first == last;
  }

  /** The last read of the first variable, unless there is a row. */
  public long read() {
    return read;
  }

  /** The detail word of the last reads, unless there is a row. */
  public long readDetail() {
    return readDetail;
  }

  /**
   * Sets the last write, before which there is nothing.
   *
   * @param epoch that of the first access of the walk
   * @param step whether it went up, 1, or down, -1
   */
  public void write(long epoch, long detail, int step) {
    write = ofFirst(epoch, step);
    writeDetail = detail;
    writeStep = first == last ? 0 : step;
    read = 0;
    readStep = 0;
  }

  /** Sets the last read, in place of all earlier ones. */
  public void read(long epoch, long detail, int step) {
    read = ofFirst(epoch, step);
    readDetail = detail;
    readStep = first == last ? 0 : step;
  }

  /** Sets the row of the last read of each thread. */
  public void readRow(int row, int step) {
    read = ~(long) row;
    readStep = first == last ? 0 : step;
  }

  /** The epoch of the access of the first variable in a walk that begins with an epoch. */
  public long ofFirst(long epoch, int step) {
    return step > 0 ? epoch : epoch + last - first;
  }

  /** Whether there was no access. */
  boolean isBlank() {
    return write == 0 && read == 0;
  }
}
