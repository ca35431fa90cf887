package io.racedet.junit.agent;

import java.util.ArrayList;
import java.util.List;

/** Replaces, in woven subjects, the hooks that replace JDK methods. */
public final class CallLog {
  private static final int ALL = Integer.MAX_VALUE;
  private static final List<String> CALLS = new ArrayList<>();

  private CallLog() {}

  public static List<String> calls() {
    return CALLS;
  }

  public static void await(Object lock, int site) throws InterruptedException {
    CALLS.add("wait " + Thread.holdsLock(lock));
    throw new InterruptedException();
  }

  public static void await(Object lock, long millis, int site) {
    CALLS.add("wait " + millis);
  }

  public static void await(Object lock, long millis, int nanos, int site) {
    CALLS.add("wait " + millis + ' ' + nanos);
  }

  public static void copy(
      Object from, int fromIndex, Object to, int toIndex, int length, int site) {
    CALLS.add("copy " + fromIndex + ' ' + toIndex + ' ' + length);
    System.arraycopy(from, fromIndex, to, toIndex, length);
  }

  public static void cloning(Object object, boolean byClass, int site) {
    CALLS.add("clone " + object.getClass().getSimpleName() + (byClass ? " by class" : ""));
  }

  public static void cloned(Object object, Object copy, boolean byClass, int site) {
    CALLS.add("cloned " + (object != copy && object.getClass() == copy.getClass()));
  }

  public static void elements(int op, Object array, int from, int to, int site) {
    CALLS.add((op == 0 ? "read " : "write ") + from + ' ' + (to == ALL ? "all" : to));
  }

  public static void copiedInto(Object array, Object result, int site) {
    CALLS.add("copied " + (array == result));
  }

  public static void rows(Object array, int site) {
    CALLS.add("rows");
  }

  public static void contents(int op, Object builder, int site) {
    CALLS.add(op == 0 ? "read" : "write");
  }

  public static void text(Object text, int op, int site) {
    CALLS.add((op == 0 ? "read text " : "write text ") + text.getClass().getSimpleName());
  }

  public static void texts(Object[] texts, int op, int site) {
    CALLS.add("read texts " + texts.length);
  }
}
