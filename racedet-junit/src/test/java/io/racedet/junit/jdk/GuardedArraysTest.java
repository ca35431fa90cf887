package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.StringReader;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.Date;
import java.util.DoubleSummaryStatistics;
import java.util.HexFormat;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.UUID;
import java.util.Vector;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Arrays that the JDK reads or writes, texts and other objects decide under a lock. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class GuardedArraysTest extends GuardedPrograms {
  /* ---- arrays ---- */

  @Test
  void writtenByArrays_readByTheProgram() throws Exception {
    int[] array = {3, 2, 1};
    guarded(() -> Arrays.sort(array), () -> array[0] == 1);
    guarded(() -> Arrays.fill(array, 4), () -> array[1] == 4);
    guarded(() -> Arrays.fill(array, 1, 3, 5), () -> array[2] == 5);
    guarded(() -> Arrays.setAll(array, i -> 6), () -> array[1] == 6);
    guarded(() -> Arrays.parallelPrefix(array, Integer::sum), () -> array[1] == 10);
    guarded(() -> System.arraycopy(new int[] {7, 7, 7}, 0, array, 0, 3), () -> array[1] == 7);
    guarded(() -> Array.setInt(array, 0, 8), () -> array[0] == 8);
  }

  @Test
  void writtenByTheProgram_readByArrays() throws Exception {
    int[] array = new int[3];
    guarded(() -> array[1] = 1, () -> Arrays.equals(array, new int[] {0, 1, 0}));
    guarded(() -> array[1] = 2, () -> Arrays.stream(array).sum() == 2);
    guarded(() -> array[1] = 3, () -> Arrays.toString(array).equals("[0, 3, 0]"));
    guarded(() -> array[1] = 4, () -> Arrays.copyOf(array, 2)[1] == 4);
    guarded(() -> array[1] = 5, () -> Arrays.copyOfRange(array, 1, 2)[0] == 5);
    guarded(() -> array[1] = 6, () -> array.clone()[1] == 6);
    guarded(
        () -> array[1] = 7, () -> Arrays.hashCode(array) == Arrays.hashCode(new int[] {0, 7, 0}));
    guarded(() -> array[0] = 8, () -> Arrays.mismatch(array, new int[3]) == 0);
    guarded(() -> array[1] = 9, () -> Array.getInt(array, 1) == 9);
    guarded(() -> array[0] = -9, () -> Arrays.binarySearch(array, -9) == 0);
  }

  @Test
  void objectArrays() throws Exception {
    String[] array = {"b", "a"};
    guarded(() -> Arrays.sort(array), () -> array[0].equals("a"));
    guarded(() -> array[0] = "c", () -> Arrays.asList(array).contains("c"));
    guarded(() -> array[0] = "d", () -> String.join("", array).equals("db"));
    guarded(() -> array[0] = "e", () -> Arrays.stream(array).anyMatch("e"::equals));
    List<String> list = new ArrayList<>(List.of("x"));
    guarded(() -> list.toArray(array), () -> array[0].equals("x"));
  }

  /* ---- arrays that other calls get ---- */

  @Test
  void elementsOfCollectionsAndTexts() throws Exception {
    String[] texts = {"a"};
    guarded(() -> texts[0] = "b", () -> List.of(texts).contains("b"));
    guarded(() -> texts[0] = "c", () -> Set.of(texts).contains("c"));
    guarded(() -> texts[0] = "d", () -> Path.of("", texts).toString().equals("d"));
    Object[] values = {1};
    int hash = Objects.hash(values);
    guarded(() -> values[0] = 2, () -> Objects.hash(values) != hash);
    guarded(() -> values[0] = 3, () -> String.format("%d", values).equals("3"));
    guarded(() -> values[0] = 4, () -> MessageFormat.format("{0}", values).equals("4"));
    Method concat = String.class.getMethod("concat", String.class);
    Object[] arguments = {"x"};
    guarded(() -> arguments[0] = "y", () -> concat.invoke("", arguments).equals("y"));
  }

  @Test
  void numbersInBytesAndChars() throws Exception {
    byte[] bytes = {1, 1, 1, 1};
    guarded(() -> bytes[3] = 2, () -> new BigInteger(bytes).testBit(1));
    UUID id = UUID.nameUUIDFromBytes(bytes);
    guarded(() -> bytes[0] = 3, () -> !UUID.nameUUIDFromBytes(bytes).equals(id));
    guarded(() -> bytes[0] = 4, () -> HexFormat.of().formatHex(bytes).startsWith("04"));
    guarded(() -> bytes[0] = 5, () -> InetAddress.getByAddress(bytes).getAddress()[0] == 5);
    char[] chars = {'1'};
    guarded(() -> chars[0] = '2', () -> new BigDecimal(chars).intValue() == 2);
    guarded(() -> chars[0] = '3', () -> Character.codePointAt(chars, 0) == '3');
    long[] bits = {0};
    guarded(() -> bits[0] = 2, () -> BitSet.valueOf(bits).get(1));
  }

  @Test
  void rowsOfArrays() throws Exception {
    int[][] rows = {{1}};
    guarded(() -> rows[0][0] = 2, () -> Arrays.deepToString(rows).equals("[[2]]"));
    guarded(() -> rows[0][0] = 3, () -> Arrays.deepEquals(rows, new int[][] {{3}}));
    int hash = Arrays.deepHashCode(rows);
    guarded(() -> rows[0][0] = 4, () -> Arrays.deepHashCode(rows) != hash);
  }

  @Test
  void writtenByOtherCalls() throws Exception {
    byte[] bytes = new byte[40];
    byte[] text = {1, 2, 3};
    guarded(() -> Base64.getEncoder().encode(text, bytes), () -> bytes[0] != 0);
    MessageDigest digest = MessageDigest.getInstance("SHA-1");
    guarded(() -> digest.digest(bytes, 20, 20), () -> bytes[39] != 0);
    Mac mac = Mac.getInstance("HmacMD5");
    mac.init(new SecretKeySpec(text, "HmacMD5"));
    guarded(() -> mac.doFinal(bytes, 4), () -> bytes[4] != 0 || bytes[5] != 0);
    char[] chars = {'a'};
    guarded(() -> Character.toChars('x', chars, 0), () -> chars[0] == 'x');
    Integer[] boxes = {1};
    Vector<Integer> vector = new Vector<>(List.of(2));
    guarded(() -> vector.copyInto(boxes), () -> boxes[0] == 2);
    guarded(() -> Stream.of(3).toArray(n -> boxes), () -> boxes[0] == 3);
  }

  @Test
  void readByCallsOfWhichNothingIsKnown() throws Exception {
    byte[] bytes = {1, 2, 3};
    guarded(() -> bytes[0] = 4, () -> ByteBuffer.allocate(3).put(bytes).get(0) == 4);
    guarded(() -> bytes[0] = 5, () -> new SecretKeySpec(bytes, "AES").getEncoded()[0] == 5);
    int[] codes = {'a'};
    guarded(() -> codes[0] = 'b', () -> new String(codes, 0, 1).equals("b"));
  }

  @Test
  void charsOfStrings() throws Exception {
    char[] chars = new char[3];
    guarded(() -> "abc".getChars(0, 3, chars, 0), () -> chars[1] == 'b');
    guarded(() -> chars[1] = 'x', () -> new String(chars).equals("axc"));
    guarded(() -> chars[1] = 'y', () -> String.valueOf(chars, 1, 1).equals("y"));
    guarded(() -> chars[1] = 'z', () -> new StringBuilder().append(chars).charAt(1) == 'z');
  }

  @Test
  void arraysOfStreams() throws Exception {
    byte[] bytes = new byte[3];
    byte[] ones = {1, 1, 1};
    guarded(() -> new ByteArrayInputStream(ones).read(bytes), () -> bytes[1] == 1);
    guarded(() -> new ByteArrayInputStream(new byte[] {2}).read(bytes, 1, 2), () -> bytes[1] == 2);
    guarded(
        () -> new DataInputStream(new ByteArrayInputStream(ones)).readFully(bytes),
        () -> bytes[1] == 1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    guarded(() -> bytes[0] = 5, () -> written(out, bytes) == 5);
    guarded(() -> out.write(1), () -> out.size() > 0);
    char[] chars = new char[1];
    guarded(() -> new StringReader("a").read(chars), () -> chars[0] == 'a');
    long before = checksum(bytes);
    guarded(() -> bytes[0] = 6, () -> checksum(bytes) != before);
    guarded(() -> new Random(1).nextBytes(bytes), () -> bytes[0] != 6);
  }

  private static int written(ByteArrayOutputStream out, byte[] bytes) {
    out.reset();
    out.write(bytes, 0, 1);
    int first = out.toByteArray()[0];
    out.reset();
    return first;
  }

  private static long checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }

  /* ---- texts ---- */

  @Test
  void stringBuilder() throws Exception {
    StringBuilder text = new StringBuilder();
    guarded(() -> text.append("x"), () -> text.length() > 0);
    guarded(() -> text.setCharAt(0, 'y'), () -> text.toString().equals("y"));
    guarded(() -> text.insert(0, 'z'), () -> text.indexOf("z") == 0);
    guarded(() -> text.setLength(0), () -> text.length() == 0);
  }

  @Test
  void text_tellsWhoIsFirst() throws Exception {
    StringBuilder log = new StringBuilder();
    Cell cell = new Cell();
    Object lock = new Object();
    Step step =
        () -> {
          boolean first;
          synchronized (lock) {
            first = log.length() == 0;
            log.append("x");
          }
          if (first) {
            cell.add();
          }
        };
    inParallel(step, step);
  }

  @Test
  void tokensAndMatches() throws Exception {
    StringTokenizer tokens = new StringTokenizer("a");
    guarded(tokens::nextToken, () -> !tokens.hasMoreTokens());
    StringJoiner joiner = new StringJoiner(",");
    guarded(() -> joiner.add("a"), () -> joiner.length() == 1);
    guarded(() -> joiner.add("b"), () -> joiner.toString().equals("a,b"));
    Matcher matcher = Pattern.compile("a").matcher("a");
    guarded(matcher::find, () -> matcher.hitEnd() || ends(matcher));
  }

  private static boolean ends(Matcher matcher) {
    try {
      return matcher.end() == 1;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /* ---- numbers ---- */

  @Test
  void statistics() throws Exception {
    IntSummaryStatistics ints = new IntSummaryStatistics();
    guarded(() -> ints.accept(1), () -> ints.getCount() == 1);
    LongSummaryStatistics longs = new LongSummaryStatistics();
    guarded(() -> longs.accept(1L), () -> longs.getMax() == 1);
    DoubleSummaryStatistics doubles = new DoubleSummaryStatistics();
    guarded(() -> doubles.accept(1), () -> doubles.getSum() == 1);
    IntSummaryStatistics sum = new IntSummaryStatistics();
    guarded(() -> sum.combine(ints), () -> sum.getAverage() == 1);
  }

  @Test
  void date() throws Exception {
    Date date = new Date(0);
    guarded(() -> date.setTime(1), () -> date.getTime() == 1);
    guarded(() -> date.setTime(2), () -> date.equals(new Date(2)));
  }

  @Test
  void seededGenerators() throws Exception {
    Random random = new Random(1);
    int first = new Random(1).nextInt();
    guardedOnce(random::nextInt, () -> random.nextInt() != first);
    SplittableRandom splittable = new SplittableRandom(1);
    long expected = new SplittableRandom(1).nextLong();
    guardedOnce(splittable::nextLong, () -> splittable.nextLong() != expected);
  }
}
