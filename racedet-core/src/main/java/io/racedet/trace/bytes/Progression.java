package io.racedet.trace.bytes;

/** Numbers at equal distances, collected one by one. */
public final class Progression {
  private int first;
  private int last;
  private int stride;
  private int count;

  /** Starts without a number. */
  public void begin() {
    count = 0;
    stride = 1;
  }

  /** Whether a number is the next one, which any is after at most one. */
  public boolean goesOn(int number) {
    return count == 0
        || (count == 1 ? number != last : (long) last + stride == number)
            && Math.abs((long) number - last) < 1 << 29; // so that files can have its double
  }

  /** Adds the next number. */
  public void add(int number) {
    if (count == 0) {
      first = number;
    } else if (count == 1) {
      stride = number - last;
    }
    last = number;
    count++;
  }

  public int first() {
    return first;
  }

  public int stride() {
    return stride;
  }

  public int count() {
    return count;
  }
}
