package io.racedet.engine.segment;

/** Consecutive variables. */
public abstract class VariableRun {
  /** The first variable. */
  public int first;

  /** The last variable. */
  public int last;

  /** Starts with no meaningful variables. */
  protected VariableRun() {}

  /** The number of variables. */
  public final int length() {
    return last - first + 1;
  }
}
