package io.racedet.junit.agent.subjects;

import java.io.Serializable;

/** The JVM derives its version, also from the flags of its methods. */
@SuppressWarnings("serial")
public final class SerializedMonitors implements Serializable {
  /** Declares its version. */
  private static final class Fixed implements Serializable {
    private static final long serialVersionUID = 1;

    synchronized int two() {
      return 2;
    }
  }

  private SerializedMonitors() {}

  synchronized int one() {
    return 1;
  }

  static int calls() {
    return new SerializedMonitors().one() + new Fixed().two();
  }
}
