package io.racedet.junit.agent.subjects;

/** Every way to access a field. */
public class Fields extends FieldsBase {
  private int number;
  private long big;
  private double real;
  private String text;
  private volatile long shared;
  private final int fixed;
  static int count;
  static long total;
  static volatile Object published;

  Fields(int fixed) {
    this.fixed = fixed;
  }

  static String instance() {
    Fields f = new Fields(3);
    f.number = 1;
    f.big = 1L << 40;
    f.real = 0.5;
    f.text = "t";
    return f.number + " " + f.big + " " + f.real + " " + f.text;
  }

  static long volatiles() {
    Fields f = new Fields(3);
    f.shared += 5;
    published = f;
    return ((Fields) published).shared;
  }

  static int finals() {
    return new Fields(4).fixed;
  }

  static long statics() {
    count++;
    total += count;
    return total;
  }

  static int inherited() {
    Fields f = new Fields(3);
    f.below = 1;
    FieldsBase b = f;
    b.below++;
    return f.below + Fields.baseCount;
  }

  static int ofOtherClass() {
    Other.value = 6;
    return Other.value;
  }

  static int ofNull() {
    Fields f = null;
    return f.number;
  }

  /** Initialised by the first access from outside. */
  static final class Other {
    static int value;

    static {
      count = 40;
    }
  }
}
