package io.racedet.junit.agent.subjects;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** Calls of the JDK that access arrays or builders. */
public final class DataCalls {
  private DataCalls() {}

  static void ofArrays() {
    int[] array = {2, 1};
    Arrays.sort(array);
    Arrays.fill(array, 1, 2, 5);
    Arrays.copyOf(array, 1);
    Arrays.deepToString(new int[1][1]);
  }

  static void ofArraysThatArePassed() {
    byte[] bytes = new byte[4];
    char[] chars = new char[4];
    List.of(new String[] {"a"});
    Character.codePointAt(chars, 1);
    HexFormat.of().formatHex(bytes, 1, 3);
    Base64.getEncoder().encode(new byte[3], bytes);
    Character.toChars(0x10000, chars, 2);
  }

  static int ofNothing() {
    return new ByteArrayInputStream(new byte[0]).read(new byte[4], 0, 4);
  }

  static int ofTexts() {
    char[] chars = new char[4];
    "abcd".getChars(1, 3, chars, 2);
    return new String(chars, 2, 2).length() + new StringBuilder().append(chars).length();
  }

  static String ofObjects() {
    StringBuilder builder = new StringBuilder("ab");
    Object object = builder;
    CharSequence chars = "cd";
    String text = 1L + "," + object + chars + 'e' + builder.charAt(0) + String.valueOf(object);
    return text + String.format("%s", chars) + "abc".replace(builder, chars);
  }

  static byte ofOthers() {
    byte[] bytes = new byte[4];
    new ByteArrayInputStream(new byte[] {7, 8}).read(bytes, 1, 3);
    List<Integer> list = new ArrayList<>(List.of(1));
    list.toArray(new Integer[1]);
    return bytes[2];
  }
}
