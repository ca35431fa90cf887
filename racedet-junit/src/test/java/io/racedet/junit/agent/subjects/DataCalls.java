package io.racedet.junit.agent.subjects;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Calls of the JDK that access arrays or builders. */
public final class DataCalls {
  private DataCalls() {}

  static void ofArrays() {
    int[] array = {2, 1};
    Arrays.sort(array);
    Arrays.fill(array, 1, 2, 5);
    Arrays.copyOf(array, 1);
  }

  static int ofTexts() {
    char[] chars = new char[4];
    "abcd".getChars(1, 3, chars, 2);
    return new String(chars, 2, 2).length() + new StringBuilder().append(chars).length();
  }

  static byte ofOthers() {
    byte[] bytes = new byte[4];
    new ByteArrayInputStream(new byte[] {7, 8}).read(bytes, 1, 3);
    List<Integer> list = new ArrayList<>(List.of(1));
    list.toArray(new Integer[1]);
    return bytes[2];
  }
}
