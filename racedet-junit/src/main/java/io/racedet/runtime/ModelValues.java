package io.racedet.runtime;

import java.util.Map;
import java.util.concurrent.Delayed;

/** Values and conditions of the model. Computed by calls, since woven code must not branch. */
public final class ModelValues {
  private ModelValues() {}

  /** The value of an entry of a map of the JDK, or null. */
  public static Object valueOf(Object entry) {
    return Registry.session != null && entry instanceof Map.Entry<?, ?> e ? e.getValue() : null;
  }

  /** The key of an entry of a map of the JDK, or null. */
  public static Object keyOf(Object entry) {
    return Registry.session != null && entry instanceof Map.Entry<?, ?> e ? e.getKey() : null;
  }

  /** The number of the port of the address of a socket; 0 if it is null, or has none. */
  public static int portOf(Object address) {
    return Registry.session == null ? 0 : Ports.of(address);
  }

  /** The number of the file with this path, or that this is a descriptor or the memory of. */
  public static int fileOf(Object pathOrOpened) {
    ThreadBuffer b = Registry.session == null ? null : Registry.buffer();
    if (b == null) {
      return Files.OF_OTHER_PROCESSES;
    }
    if (!OpenedFiles.mayBe(pathOrOpened)) {
      return Files.of(pathOrOpened);
    }
    b.quiet++;
    try {
      return Registry.OPENED.of(pathOrOpened);
    } finally {
      b.quiet--;
    }
  }

  /** Whether the file with this path, or null, may be one of the program's. */
  public static boolean isData(Object path) {
    return Registry.session != null && Files.isData(path);
  }

  /** Whether a file descriptor is that of the standard output or error. */
  public static boolean isConsole(Object descriptor) {
    return Files.isConsole(descriptor);
  }

  /** The number of a pipe that has been opened, or of that with this end. */
  public static int pipeOf(Object pipeOrEnd) {
    ThreadBuffer b = Registry.buffer();
    if (b == null) {
      return Registry.PIPES.of(pipeOrEnd);
    }
    b.quiet++;
    try {
      return Registry.PIPES.of(pipeOrEnd);
    } finally {
      b.quiet--;
    }
  }

  /** Whether an object is nothing but its value, as {@link Values} say. */
  public static boolean isValue(Object object) {
    return Values.contain(object);
  }

  /** Whether a capacity is none: the greatest int. */
  public static boolean isUnlimited(int capacity) {
    return capacity == Integer.MAX_VALUE;
  }

  /** Whether a wait with a limit takes time. */
  public static boolean isPositive(long limit) {
    return limit > 0;
  }

  /**
   * Whether an object may be an element of a delay queue, which keeps them in a queue that others
   * use as well.
   */
  public static boolean isDelayed(Object object) {
    return object instanceof Delayed;
  }

  /** Whether an object has a text that its owner may change. */
  public static boolean isText(Object object) {
    return object instanceof StringBuilder;
  }

  /** Negates a condition. */
  public static boolean not(boolean value) {
    return !value;
  }

  /** Returns whether a number is not zero. */
  public static boolean isSet(int value) {
    return value != 0;
  }

  /** Returns whether a number is not zero. */
  public static boolean isSet(long value) {
    return value != 0;
  }

  /** Returns whether a reference is not null. */
  public static boolean isSet(Object value) {
    return value != null;
  }

  /** Compares two values. */
  public static boolean same(int a, int b) {
    return a == b;
  }

  /** Compares two values. */
  public static boolean same(long a, long b) {
    return a == b;
  }

  /** Compares two values. */
  public static boolean same(Object a, Object b) {
    return a == b;
  }
}
